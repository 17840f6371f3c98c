import { randomBytes } from "node:crypto";

/**
 * A public id. The document shows `wa_` and `bka_`; it shows none of a Rail, so `rail_` is our choice. Deposits and
 * movements are no part of it.
 */
export function newId(prefix: "rail" | "wa" | "bka" | "dep" | "mov"): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
