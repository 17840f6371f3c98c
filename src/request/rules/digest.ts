import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import type { Content } from "./change.ts";

/** The canonical JSON (RFC 8785) of a content: the text that is frozen, stored and sent from. */
export function canonicalText(content: Content): string {
  return canonicalJson(content);
}

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export function digestOf(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** RFC 8785. Throws on what JSON cannot say (a function, NaN, a lone surrogate). */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("This value has no canonical JSON");
  return text;
}
