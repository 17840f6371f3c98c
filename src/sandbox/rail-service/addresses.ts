import { randomBytes } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, hex } from "@scure/base";
import { NETWORKS } from "./interface/resources.ts";

/** The chain has a network more than the interface, so that people can send over the wrong one. */
export const CHAIN_NETWORKS = [...NETWORKS, "SOLANA_TESTNET"] as const;

export type ChainNetwork = (typeof CHAIN_NETWORKS)[number];

/** An IBAN at the bank, or an address on a network of the chain, in its one spelling. */
export interface Location {
  network: "BANK" | ChainNetwork;
  address: string;
}

const SOLANA_KEY_BYTES = 32;
const SOLANA_LONGEST = 44;

const isEthereum = (network: ChainNetwork) => network === "ETHEREUM_SEPOLIA";

/** True for 32 bytes in base58, or for 0x and 40 hex digits with their checksum, if any. */
export function isAddress(network: ChainNetwork, text: string): boolean {
  if (!isEthereum(network)) {
    // Decoding takes time quadratic in the length, so a text that cannot be a key is not decoded.
    if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text) || text.length > SOLANA_LONGEST) return false;
    return base58.decode(text).length === SOLANA_KEY_BYTES;
  }
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
  const digits = text.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || text === withChecksum(digits);
}

/** A random address of the network. Nobody holds its key. */
export const newAddress = (network: ChainNetwork): string =>
  isEthereum(network)
    ? withChecksum(hex.encode(randomBytes(20)))
    : base58.encode(randomBytes(SOLANA_KEY_BYTES));

export const atBank = (iban: string): Location => ({ network: "BANK", address: iban });

/** Capitals in hex mean nothing but a checksum. */
export const onChain = (network: ChainNetwork, address: string): Location => ({
  network,
  address: isEthereum(network) ? withChecksum(address.slice(2)) : address,
});

/** The networks on which this one's addresses are addresses too; this one comes first. */
export const networksLike = (network: ChainNetwork): ChainNetwork[] => [
  network,
  ...CHAIN_NETWORKS.filter((each) => each !== network && isEthereum(each) === isEthereum(network)),
];

/** EIP-55: a letter is a capital if the hash of the small letters has a nibble of eight or more. */
function withChecksum(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  const mixed = [...lower].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${mixed.join("")}`;
}
