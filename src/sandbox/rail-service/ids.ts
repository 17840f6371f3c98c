import { randomBytes } from "node:crypto";

/**
 * A public id. The document shows `wa_` and `bka_`, and no id of a Rail: `rail_` is our choice. It does not know deposits,
 * movements and tokens.
 */
export function newId(prefix: "rail" | "wa" | "bka" | "dep" | "mov" | "tok"): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
