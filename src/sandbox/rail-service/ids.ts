import { randomBytes } from "node:crypto";

/** A public id. The document shows `wa_` and `bka_`; it shows none of a Rail, so `rail_` is our choice. */
export function newId(prefix: "rail" | "wa" | "bka"): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
