import type { Balance } from "./books.ts";

/** The interface knows fewer assets: with more, people can send the wrong one. */
export const BANK_ASSETS = ["GBP", "EUR"] as const;
export const CHAIN_ASSETS = ["GBPA", "USDC"] as const;

/** All four assets have two decimals. For stablecoins that is a choice of this sandbox. */
const DECIMALS = 2;

/** Reads a decimal string as minor units; undefined if it has a sign, an exponent or more than two decimals. */
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
