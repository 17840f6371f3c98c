import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { CHAIN_NAMES, chainOf, SOLANA_LONGEST, SOLANA_SHORTEST, solanaBytes } from "./chains.ts";
import { COPY_AGAIN, characterFault, namedCharacter } from "./character-fault.ts";
import type { AddressFamily, ValueReading } from "./destination-value.ts";
import { ownerlessReason } from "./known-addresses.ts";

/**
 * A blockchain address as a person typed it for a network. Spaces around it go and an Ethereum
 * address gets its EIP-55 capitals. An address that nobody can own is refused.
 */
export function readAddress(
  typed: string,
  { network, family }: { network: string; family: AddressFamily },
): ValueReading {
  const address = typed.trim();
  const fault =
    // No address has anything else, and quotes, brackets and backticks are what a careless copy
    // brings along.
    characterFault(typed, ALLOWED, "an address has only plain letters and digits") ??
    spaceFault(typed) ??
    familyFault(address, family) ??
    ownerlessReason(address);
  if (fault !== null) return { ok: false, fault };
  const kept = family === "ethereum" ? withChecksum(address) : address;
  return { ok: true, value: { kind: "wallet", network, family, address: kept } };
}

/** EIP-55: a letter is a capital where the hash of the small digits has a nibble of 8 or more. */
function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const mixed = [...digits].map((digit, at) =>
    hash.charAt(at) >= "8" ? digit.toUpperCase() : digit,
  );
  return `0x${mixed.join("")}`;
}

const ALLOWED = /^[A-Za-z0-9.:_/+=@\t\p{Zs}-]$/u;

/** Longer than any address we know of, and as long as a screen shows a value in full. */
const LONGEST_UNKNOWN = 200;

function spaceFault(typed: string): string | null {
  if (typed.trim() === "") return "Paste the address.";
  const at = typed.trimEnd().search(/(?<=\S)\s/);
  if (at < 0) return null;
  return `Character ${at + 1} is a space, and no address has one. Paste it in one piece.`;
}

function familyFault(address: string, family: AddressFamily): string | null {
  if (family === "unknown") {
    const isLong = address.length > LONGEST_UNKNOWN;
    return isLong ? lengthFault(`at most ${LONGEST_UNKNOWN}`, address) : null;
  }
  const chain = chainOf(address);
  if (chain !== null && chain !== CHAIN_NAMES[family]) {
    const what = `This is an address of ${chain}. Money sent to it here would be lost.`;
    return `${what} Choose its network, or ask for an address on this one.`;
  }
  return family === "ethereum" ? ethereumFault(address) : solanaFault(address);
}

function ethereumFault(address: string): string | null {
  if (!/^0x/i.test(address)) {
    return `An address of this network begins with 0x, and this does not. ${COPY_AGAIN}`;
  }
  const digits = address.slice(2);
  if (digits.length !== 40) return lengthFault("42", address);
  const stranger = digits.search(/[^0-9a-f]/i);
  if (stranger >= 0) return strangerFault(address, stranger + 2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (isOneCase || digits === withChecksum(address).slice(2)) return null;
  const what = "a character is wrong, or a capital where a small letter belongs";
  return `Its checksum does not fit: ${what}. ${COPY_AGAIN}`;
}

function solanaFault(address: string): string | null {
  const stranger = address.search(/[^1-9A-HJ-NP-Za-km-z]/);
  if (stranger >= 0) return strangerFault(address, stranger);
  const bytes = address.length < SOLANA_SHORTEST ? undefined : solanaBytes(address);
  if (!bytes) return lengthFault(`${SOLANA_SHORTEST} to ${SOLANA_LONGEST}`, address);
  if (bytes.length === 32) return null;
  const what = `A Solana address has 32 bytes, and this has ${bytes.length}`;
  return `${what}: a character is missing or too many. ${COPY_AGAIN}`;
}

function lengthFault(expected: string, { length }: string): string {
  const has = `has ${expected} characters, and this has ${length}`;
  return `An address of this network ${has}. ${COPY_AGAIN}`;
}

function strangerFault(address: string, at: number): string {
  const named = namedCharacter(address.charAt(at), at + 1);
  return `${named} is in no address of this network. ${COPY_AGAIN}`;
}
