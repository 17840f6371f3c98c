import { randomBytes } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, hex } from "@scure/base";
import { NETWORKS } from "./requests/known-codes.ts";

/** The chain has a network more than the interface, so that people can send over the wrong one. */
export const CHAIN_NETWORKS = [...NETWORKS, "SOLANA_TESTNET"] as const;

export type ChainNetwork = (typeof CHAIN_NETWORKS)[number];

interface AddressFormat {
  isAddress(text: string): boolean;
  newAddress(): string;
  /** Every address has one spelling. */
  toKey(address: string): string;
  fromKey(key: string): string;
}

const asItIs = (address: string) => address;

const SOLANA_KEY_BYTES = 32;
const SOLANA_LONGEST = 44;

const solana: AddressFormat = {
  isAddress(text) {
    // Decoding takes time quadratic in the length, so a text that cannot be a key is not decoded.
    if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text) || text.length > SOLANA_LONGEST) return false;
    return base58.decode(text).length === SOLANA_KEY_BYTES;
  },
  newAddress: () => base58.encode(randomBytes(SOLANA_KEY_BYTES)),
  toKey: asItIs,
  fromKey: asItIs,
};

const ethereum: AddressFormat = {
  isAddress(text) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
    const digits = text.slice(2);
    const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
    return isOneCase || text === withChecksum(digits);
  },
  newAddress: () => withChecksum(hex.encode(randomBytes(20))),
  toKey: (address) => address.toLowerCase(),
  fromKey: (key) => withChecksum(key.slice(2)),
};

const FORMATS: Record<ChainNetwork, AddressFormat> = {
  SOLANA_DEVNET: solana,
  SOLANA_TESTNET: solana,
  ETHEREUM_SEPOLIA: ethereum,
};

/** True if the text is an address of the network: 32 bytes in base58, or 0x and 40 hex digits (EIP-55). */
export function isAddress(network: ChainNetwork, text: string): boolean {
  return FORMATS[network].isAddress(text);
}

/** A random address in the network's own spelling. Nobody holds its key. */
export function newAddress(network: ChainNetwork): string {
  return FORMATS[network].newAddress();
}

/** The spelling under which an address is stored: capitals in hex mean nothing. */
export function keyOfAddress(network: ChainNetwork, address: string): string {
  return FORMATS[network].toKey(address);
}

/** The spelling in which a key is shown. */
export function addressOfKey(network: ChainNetwork, key: string): string {
  return FORMATS[network].fromKey(key);
}

/** The networks that share the addresses of this one; this one comes first. */
export function networksLike(network: ChainNetwork): ChainNetwork[] {
  const others = CHAIN_NETWORKS.filter(
    (each) => each !== network && FORMATS[each] === FORMATS[network],
  );
  return [network, ...others];
}

/** EIP-55: a letter is a capital if the hash of the lower-case digits has a nibble of eight or more. */
function withChecksum(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  const mixed = [...lower].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${mixed.join("")}`;
}
