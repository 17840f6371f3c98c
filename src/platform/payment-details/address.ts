import { ed25519 } from "@noble/curves/ed25519.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type CharacterFault, codePointOf, faultOfCharacters } from "../text/characters.ts";
import { type Chain, chainsOf, SOLANA_LONGEST, SOLANA_SHORTEST, solanaBytes } from "./chains.ts";
import type { AddressFamily } from "./payment-detail.ts";

export interface AddressNetwork {
  id: string;
  /** Null: nobody told us what its addresses look like. */
  family: AddressFamily | null;
}

export type AddressFault =
  | { type: "empty" }
  | CharacterFault
  | { type: "blank-inside"; at: number }
  | { type: "belongs-to"; chains: readonly Chain[] }
  | { type: "missing-prefix"; expected: "0x" }
  | { type: "wrong-length"; shortest: number; longest: number; found: number }
  | { type: "wrong-alphabet"; character: string; codePoint: string; at: number }
  | { type: "wrong-checksum" }
  | { type: "not-32-bytes"; found: number };

export type ReadAddress = {
  ok: true;
  /** As it will be kept and sent. */
  address: string;
  /** The kept value differs from the typed one. */
  cleaned: boolean;
} & (
  | { checked: true; family: "ethereum" }
  /** Nobody holds a key off the curve: it is the address of a program, a token account or a shared vault. */
  | { checked: true; family: "solana"; isOnCurve: boolean }
  /** The format was not checked; `resembles` still names what it could be. */
  | { checked: false; family: null; resembles: readonly Chain[] }
);

export type AddressReading = ReadAddress | { ok: false; fault: AddressFault };

/**
 * A blockchain address as a person typed it for a network. Blanks around it are cut off and an Ethereum address gets its
 * EIP-55 capitals, and both are said; nothing else is changed.
 */
export function readAddress(typed: string, { family }: AddressNetwork): AddressReading {
  // No address format uses anything else, and quotes, brackets and backticks are what a careless copy brings along.
  const characterFault = faultOfCharacters(typed, /^[A-Za-z0-9.:_/+=@ \t-]$/);
  if (characterFault) return refuse(characterFault);

  const address = typed.trim();
  if (address === "") return refuse({ type: "empty" });
  const start = typed.indexOf(address);
  const blank = address.search(/[ \t]/);
  if (blank >= 0) return refuse({ type: "blank-inside", at: start + blank });

  switch (family) {
    case "ethereum":
      return readEthereum(address, { typed, start });
    case "solana":
      return readSolana(address, { typed, start });
    case null:
      return readUnknown(address, typed);
  }
}

/** EIP-55: a letter is a capital where the hash of the small digits has a nibble of eight or more. */
export function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const mixed = [...digits].map((digit, at) =>
    hash.charAt(at) >= "8" ? digit.toUpperCase() : digit,
  );
  return `0x${mixed.join("")}`;
}

/** Longer than any address we know of, and as long as a screen shows a value in full. */
const LONGEST_UNKNOWN = 200;

interface Typed {
  typed: string;
  /** The index at which the address begins in it. */
  start: number;
}

function readEthereum(address: string, { typed, start }: Typed): AddressReading {
  const others = otherChains(address, "ethereum");
  if (others) return refuse(others);
  if (!/^0x/i.test(address)) return refuse({ type: "missing-prefix", expected: "0x" });
  const digits = address.slice(2);
  if (digits.length !== 40) return refuse(wrongLength(42, 42, address.length));
  const stranger = digits.search(/[^0-9a-f]/i);
  if (stranger >= 0) return refuse(wrongAlphabet(digits, stranger, start + 2));

  const kept = withChecksum(address);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOneCase && digits !== kept.slice(2)) return refuse({ type: "wrong-checksum" });
  return { ok: true, address: kept, cleaned: kept !== typed, checked: true, family: "ethereum" };
}

function readSolana(address: string, { typed, start }: Typed): AddressReading {
  const others = otherChains(address, "solana");
  if (others) return refuse(others);
  const stranger = address.search(/[^1-9A-HJ-NP-Za-km-z]/);
  if (stranger >= 0) return refuse(wrongAlphabet(address, stranger, start));
  const bytes = address.length < SOLANA_SHORTEST ? undefined : solanaBytes(address);
  if (!bytes) return refuse(wrongLength(SOLANA_SHORTEST, SOLANA_LONGEST, address.length));
  if (bytes.length !== 32) return refuse({ type: "not-32-bytes", found: bytes.length });
  return {
    ok: true,
    address,
    cleaned: address !== typed,
    checked: true,
    family: "solana",
    isOnCurve: isOnCurve(bytes),
  };
}

function readUnknown(address: string, typed: string): AddressReading {
  if (address.length > LONGEST_UNKNOWN) {
    return refuse(wrongLength(1, LONGEST_UNKNOWN, address.length));
  }
  return {
    ok: true,
    address,
    cleaned: address !== typed,
    checked: false,
    family: null,
    resembles: chainsOf(address),
  };
}

function otherChains(address: string, family: AddressFamily): AddressFault | undefined {
  const chains = chainsOf(address);
  if (chains.length === 0 || chains.includes(family)) return undefined;
  return { type: "belongs-to", chains };
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    // With ZIP-215's leniency, because Solana's own check also takes a y that is not reduced.
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

function wrongLength(shortest: number, longest: number, found: number): AddressFault {
  return { type: "wrong-length", shortest, longest, found };
}

function wrongAlphabet(text: string, index: number, start: number): AddressFault {
  const character = text.charAt(index);
  return {
    type: "wrong-alphabet",
    character,
    codePoint: codePointOf(character),
    at: start + index,
  };
}

const refuse = (fault: AddressFault): AddressReading => ({ ok: false, fault });
