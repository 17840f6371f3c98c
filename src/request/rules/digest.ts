import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export function digestOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/**
 * RFC 8785: the text of a content that is frozen, stored and sent from. Throws on what JSON cannot say (a function,
 * NaN, a lone surrogate).
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("This value has no canonical JSON");
  return text;
}
