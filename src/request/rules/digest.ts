import { hash } from "node:crypto";
import canonicalize from "canonicalize";
import type { Content } from "./content.ts";

/** What people approve: RFC 8785 over the whole structure, so that no new field is forgotten. */
export function canonicalBytes(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("Only JSON has canonical bytes");
  return text;
}

/** SHA-256 of the canonical bytes, as 64 hexadecimal digits. */
export const digestOf = (content: Content): string => sha256(canonicalBytes(content));

export const sha256 = (text: string): string => hash("sha256", text);
