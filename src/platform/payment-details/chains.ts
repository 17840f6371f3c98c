import { sha256 } from "@noble/hashes/sha2.js";
import { base58, base58xrp, bech32, bech32m } from "@scure/base";

/** The names of the two whose addresses we check. */
export const CHAIN_NAMES = { ethereum: "Ethereum or a network like it", solana: "Solana" };

/**
 * The chain whose addresses look like this, in words; null for no chain that we know. Some share a
 * form: `3…` is Bitcoin or an old Litecoin address. Ethereum (and every chain like it), Solana and
 * Stellar go by form alone, all others by a checksum that holds.
 */
export function chainOf(text: string): string | null {
  // Decoding base58 takes time quadratic in the length: what cannot be an address is never decoded.
  if (text.length < 25 || text.length > LONGEST) return null;
  return FORMS.find(([form, , holds]) => form.test(text) && holds(text))?.[1] ?? null;
}

/** The bytes of a text in base58; undefined when it is none, or longer than a Solana key. */
export function solanaBytes(text: string): Uint8Array | undefined {
  return BASE58.test(text) && text.length <= SOLANA_LONGEST ? base58.decode(text) : undefined;
}

export const SOLANA_SHORTEST = 32;
export const SOLANA_LONGEST = 44;

const LONGEST = 128;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** In base58 the first character comes from the version. Test networks go under their chain. */
const FORMS: readonly (readonly [RegExp, string, (text: string) => boolean])[] = [
  [/^0x[0-9a-f]{40}$/i, CHAIN_NAMES.ethereum, () => true],
  [/^1/, "Bitcoin", isHash],
  [/^3/, "Bitcoin or Litecoin", isHash],
  [/^[2mn]/, "Bitcoin, Litecoin or Dogecoin", isHash],
  [/^[LMQ]/, "Litecoin", isHash],
  [/^[9AD]/, "Dogecoin", isHash],
  [/^T/, "Tron", isHash],
  [/^r/, "the XRP Ledger", (text) => payloadOf(text, base58xrp)?.length === 21],
  // It carries the destination tag.
  [/^[XT]/, "the XRP Ledger", (text) => payloadOf(text, base58xrp)?.length === 31],
  [/^./, CHAIN_NAMES.solana, (text) => solanaBytes(text)?.length === 32],
  // StrKey (SEP-23): an account, a contract or a muxed account. A seed (`S…`) is no address.
  [/^([GC][A-Z2-7]{55}|M[A-Z2-7]{68})$/, "Stellar", () => true],
  [/^(bc|tb|bcrt)1/i, "Bitcoin", isWitness],
  [/^t?ltc1/i, "Litecoin", isWitness],
  [/^(addr|stake)(_test)?1/i, "Cardano", (text) => [29, 57].includes(bech32Length(text))],
  // Any chain of the Cosmos manner: some word, `1`, and 20 or 32 bytes in bech32.
  [/^[a-z]{1,20}1/i, "a Cosmos chain", (text) => [20, 32].includes(bech32Length(text))],
];

/** A version and twenty bytes. */
function isHash(text: string): boolean {
  return payloadOf(text, base58)?.length === 21;
}

/** What stands before four bytes of its double SHA-256. */
function payloadOf(text: string, { decode }: typeof base58): Uint8Array | undefined {
  if (!BASE58.test(text) || text.length > 48) return undefined;
  const bytes = decode(text);
  const payload = bytes.subarray(0, -4);
  const sum = sha256(sha256(payload));
  return bytes.subarray(-4).every((byte, at) => byte === sum[at]) ? payload : undefined;
}

/** -1 if it is none. */
function bech32Length(text: string): number {
  const words = bech32.decodeUnsafe(text, LONGEST)?.words ?? [];
  return bech32.fromWordsUnsafe(words)?.length ?? -1;
}

/** BIP 173 and BIP 350: version 0 in bech32, with 20 or 32 bytes; later ones in bech32m. */
function isWitness(text: string): boolean {
  const first = bech32.decodeUnsafe(text);
  const [version = -1, ...words] = (first ?? bech32m.decodeUnsafe(text))?.words ?? [];
  const length = bech32.fromWordsUnsafe(words)?.length ?? 0;
  if (first) return version === 0 && (length === 20 || length === 32);
  return version >= 1 && version <= 16 && length >= 2 && length <= 40;
}
