import { randomBytes } from "node:crypto";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58, hex } from "@scure/base";
import type { Network } from "./known-codes.ts";

interface AddressFormat {
  isAddress(text: string): boolean;
  newAddress(): string;
}

const SOLANA_KEY_BYTES = 32;
const SOLANA_LONGEST = 44;

const solana: AddressFormat = {
  isAddress(text) {
    // Decoding takes time quadratic in the length, so what cannot be a key is never decoded.
    if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text) || text.length > SOLANA_LONGEST) return false;
    return base58.decode(text).length === SOLANA_KEY_BYTES;
  },
  newAddress: () => base58.encode(randomBytes(SOLANA_KEY_BYTES)),
};

const ethereum: AddressFormat = {
  isAddress(text) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
    const digits = text.slice(2);
    const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
    return isOneCase || text === withChecksum(digits);
  },
  newAddress: () => withChecksum(hex.encode(randomBytes(20))),
};

const FORMATS: Record<Network, AddressFormat> = {
  SOLANA_DEVNET: solana,
  ETHEREUM_SEPOLIA: ethereum,
};

/** Whether the text is an address of the network: 32 bytes in base58, or 0x and 40 hex digits (EIP-55). */
export function isAddress(network: Network, text: string): boolean {
  return FORMATS[network].isAddress(text);
}

/** A random address in the network's own spelling. Nobody holds its key. */
export function newAddress(network: Network): string {
  return FORMATS[network].newAddress();
}

/** EIP-55: a letter is a capital where the hash of the lower-case digits has a nibble of eight or more. */
function withChecksum(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = hex.encode(keccak_256(new TextEncoder().encode(lower)));
  const mixed = [...lower].map((digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${mixed.join("")}`;
}
