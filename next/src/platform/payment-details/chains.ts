import { sha256 } from "@noble/hashes/sha2.js";
import { base32nopad, base58, base58xrp, bech32, bech32m } from "@scure/base";

export type Chain =
  | "ethereum"
  | "solana"
  | "bitcoin"
  | "litecoin"
  | "dogecoin"
  | "tron"
  | "xrp"
  | "stellar"
  | "cardano"
  /** Any chain of the Cosmos manner: some word, `1`, and 20 or 32 bytes in bech32. */
  | "cosmos";

/**
 * The chains whose addresses look like this. More than one where they share a form: `3…` is Bitcoin
 * or an old Litecoin address. Ethereum (and every chain like it) and Solana go by form alone, all
 * others by a checksum that holds.
 */
export function chainsOf(text: string): readonly Chain[] {
  // Decoding base58 takes time quadratic in the length: what cannot be an address is never decoded.
  if (text.length < 25 || text.length > LONGEST) return [];
  if (/^0x[0-9a-f]{40}$/i.test(text)) return ["ethereum"];
  if (/^[GMC][A-Z2-7]{55,68}$/.test(text) && isStellar(text)) return ["stellar"];
  if (BASE58.test(text)) {
    const chains = ofBase58Check(text);
    if (chains.length > 0) return chains;
    if (isSolana(text)) return ["solana"];
  }
  return ofBech32(text);
}

/** `Bitcoin`, `Bitcoin or Litecoin`: the chains that share this form of address. */
export function chainNames(chains: readonly Chain[]): string {
  const names = chains.map((chain) => CHAIN_NAMES[chain]);
  return [...names.slice(0, -2), names.slice(-2).join(" or ")].join(", ");
}

const CHAIN_NAMES: Record<Chain, string> = {
  ethereum: "Ethereum or a network like it",
  solana: "Solana",
  bitcoin: "Bitcoin",
  litecoin: "Litecoin",
  dogecoin: "Dogecoin",
  tron: "Tron",
  xrp: "the XRP Ledger",
  stellar: "Stellar",
  cardano: "Cardano",
  cosmos: "a Cosmos chain",
};

/** The bytes of a text in base58; undefined when it is none, or longer than a Solana key. */
export function solanaBytes(text: string): Uint8Array | undefined {
  return BASE58.test(text) && text.length <= SOLANA_LONGEST ? base58.decode(text) : undefined;
}

/**
 * Decodes only what can make 32 bytes: a leading `1` is a whole byte, any other digit 0.732 of one.
 */
function isSolana(text: string): boolean {
  const rest = text.replace(/^1+/, "");
  const bytes = text.length - rest.length + rest.length * (Math.log(58) / Math.log(256));
  return Math.abs(bytes - 32) <= 1 && solanaBytes(text)?.length === 32;
}

export const SOLANA_SHORTEST = 32;
export const SOLANA_LONGEST = 44;

const LONGEST = 128;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;
/** Looked at first, because the library refuses by throwing, which is slow. */
const BECH32 = /^[a-z_]{1,20}1[02-9ac-hj-np-z]{6,}$/i;
/**
 * By the version byte before twenty bytes. Test networks go under the name of the chain that they
 * test.
 */
const BASE58_VERSIONS = new Map<number, readonly Chain[]>([
  [0x00, ["bitcoin"]],
  [0x05, ["bitcoin", "litecoin"]],
  [0x6f, ["bitcoin", "litecoin", "dogecoin"]],
  [0xc4, ["bitcoin", "litecoin", "dogecoin"]],
  [0x30, ["litecoin"]],
  [0x32, ["litecoin"]],
  [0x3a, ["litecoin"]],
  [0x1e, ["dogecoin"]],
  [0x16, ["dogecoin"]],
  [0x41, ["tron"]],
]);

function ofBase58Check(text: string): readonly Chain[] {
  if (text.length <= 35) {
    const plain = checked(base58.decode(text));
    const chains = plain?.length === 21 ? BASE58_VERSIONS.get(plain[0] ?? -1) : undefined;
    if (chains) return chains;
    if (!text.startsWith("r")) return [];
    const classic = checked(base58xrp.decode(text));
    return classic?.length === 21 && classic[0] === 0 ? ["xrp"] : [];
  }
  // The X-address, which carries the destination tag.
  return /^[XT]/.test(text) && text.length <= 48 && checked(base58xrp.decode(text))?.length === 31
    ? ["xrp"]
    : [];
}

/** The payload, when the last four bytes begin its double SHA-256. */
function checked(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < 5) return undefined;
  const payload = bytes.subarray(0, -4);
  const sum = sha256(sha256(payload));
  return bytes.subarray(-4).every((byte, at) => byte === sum[at]) ? payload : undefined;
}

function ofBech32(text: string): readonly Chain[] {
  if (!BECH32.test(text)) return [];
  const bytewise = bech32.decodeUnsafe(text, LONGEST);
  const prefix = bytewise?.prefix ?? bech32m.decodeUnsafe(text, LONGEST)?.prefix;
  switch (prefix) {
    case undefined:
      return [];
    case "bc":
    case "tb":
    case "bcrt":
      return isWitness(text) ? ["bitcoin"] : [];
    case "ltc":
    case "tltc":
      return isWitness(text) ? ["litecoin"] : [];
  }
  const length = bytewise ? bech32.fromWordsUnsafe(bytewise.words)?.length : undefined;
  if (/^(?:addr|stake)(?:_test)?$/.test(prefix)) {
    return length === 29 || length === 57 ? ["cardano"] : [];
  }
  return length === 20 || length === 32 ? ["cosmos"] : [];
}

/** BIP 173 and BIP 350: version 0 in bech32, with 20 or 32 bytes; later ones in bech32m. */
function isWitness(text: string): boolean {
  const first = bech32.decodeUnsafe(text);
  const [version = -1, ...words] = (first ?? bech32m.decodeUnsafe(text))?.words ?? [];
  const length = bech32.fromWordsUnsafe(words)?.length ?? 0;
  if (first) return version === 0 && (length === 20 || length === 32);
  return version >= 1 && version <= 16 && length >= 2 && length <= 40;
}

/** StrKey (SEP-23): an account, a muxed account or a contract. A seed (`S…`) is no address. */
function isStellar(text: string): boolean {
  const bytes = decodedBase32(text);
  if (bytes?.length !== (text.startsWith("M") ? 43 : 35)) return false;
  const sum = crc16(bytes.subarray(0, -2));
  return bytes.at(-2) === (sum & 0xff) && bytes.at(-1) === sum >> 8;
}

function decodedBase32(text: string): Uint8Array | undefined {
  try {
    return base32nopad.decode(text);
  } catch {
    return undefined;
  }
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++)
      sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff;
  }
  return sum;
}
