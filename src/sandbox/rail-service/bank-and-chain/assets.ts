import type { Balance } from "./books.ts";

/** More than the interface knows, so that the wrong asset can be sent. */
export const BANK_ASSETS = ["GBP", "EUR"] as const;
export const CHAIN_ASSETS = ["GBPA", "USDC"] as const;

/** All four have two decimals: those of the stablecoins are a choice of this sandbox. */
const DECIMALS = 2;

/** Minor units of a decimal string, or undefined for another text: no sign, no exponent, at most two decimals. */
export function toMinor(text: string): bigint | undefined {
  const [, units, decimals = ""] = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return units === undefined ? undefined : BigInt(units + decimals.padEnd(DECIMALS, "0"));
}

export function toDecimals(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(DECIMALS + 1, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}

export function balance(asset: string, minor: bigint): Balance {
  return { asset, amount: toDecimals(minor) };
}
