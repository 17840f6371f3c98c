import { randomBytes } from "node:crypto";

/**
 * A public id. The document shows `wa_` and `bka_`; it shows none of a Rail, so `rail_` is our choice. Deposits,
 * movements and tokens are no part of it.
 */
export function newId(prefix: "rail" | "wa" | "bka" | "dep" | "mov" | "tok"): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
