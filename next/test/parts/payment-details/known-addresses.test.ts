import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddress } from "../../../src/platform/payment-details/address.ts";
import type { AddressFamily } from "../../../src/platform/payment-details/destination-value.ts";
import { readIban } from "../../../src/platform/payment-details/iban.ts";
import { tokenContractOf } from "../../../src/platform/payment-details/known-addresses.ts";
import { account, ETHEREUM, IBANS, SOLANA, wallet } from "./vectors.ts";

const read = (typed: string, family: AddressFamily) =>
  readAddress(typed, { network: "SOME_NETWORK", family });

const SOLANA_OWNERLESS = [
  ["11111111111111111111111111111111", "Solana's system program"],
  ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "Solana's token program"],
  ["TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", "Solana's token program"],
  ["ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL", "Solana's associated token program"],
  ["SysvarC1ock11111111111111111111111111111111", "a program or system account of Solana"],
  ["SysvarRent111111111111111111111111111111111", "a program or system account of Solana"],
  ["Stake11111111111111111111111111111111111111", "a program or system account of Solana"],
  ["BPFLoaderUpgradeab1e11111111111111111111111", "a program or system account of Solana"],
  ["1nc1nerator11111111111111111111111111111111", "Solana's burn address"],
] as const;

const ETHEREUM_OWNERLESS = [
  [`0x${"0".repeat(40)}`, "the zero address"],
  ["0x000000000000000000000000000000000000dEaD", "the dead address"],
  ["0xdEAD000000000000000042069420694206942069", "a burn address"],
  [`0x${"0".repeat(39)}1`, "an address that the network reserves (a precompile)"],
  [`0x${"0".repeat(38)}0a`, "an address that the network reserves (a precompile)"],
  [`0x${"0".repeat(37)}100`, "an address that the network reserves (a precompile)"],
  ["0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", "an address that somebody made up"],
  ["0x4200000000000000000000000000000000000006", "an address that somebody made up"],
] as const;

describe("an address that nobody can own", () => {
  it.each([
    ...SOLANA_OWNERLESS.map((each) => ["solana", ...each] as const),
    ...ETHEREUM_OWNERLESS.map((each) => ["ethereum", ...each] as const),
  ])("is refused with the reason, on %s and where no format is checked: %s", (family, ...each) => {
    const [address, what] = each;
    const fault = `This is ${what}, not a wallet. Nobody can own it, and money sent there is lost.`;

    expect(read(address, family)).toEqual({ ok: false, fault });
    expect(read(address, "unknown")).toEqual({ ok: false, fault });
    expect(read(address.replace("0x", "0X"), family)).toEqual({ ok: false, fault });
  });

  it("is none of those that a key was found for", () => {
    const taken = [...SOLANA, ...ETHEREUM].map((address) => read(address, "unknown").ok);
    expect(taken).not.toContain(false);
  });
});

describe("a token contract", () => {
  it.each([
    ["USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
    ["USDC", "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU"],
    ["USDC", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
    ["USDC", "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"],
    ["USDT", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"],
    ["USDT", "0xdAC17F958D2ee523a2206206994597C13D831ec7"],
    ["EURC", "HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr"],
    ["EURC", "0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c"],
  ])("is taken, and recognised: %s at %s", (token, address) => {
    const value = wallet(address);
    expect(tokenContractOf(value)).toBe(token);
    if (value.kind === "wallet") expect(read(address, value.family).ok).toBe(true);
  });

  it("is no wallet of a person, no account, and on Solana nothing in another case", () => {
    const others = [
      wallet(SOLANA[0]),
      wallet(ETHEREUM[4]),
      account(IBANS[0]),
      wallet("epjfWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
    ];
    expect(others.map(tokenContractOf)).toEqual([null, null, null, null]);
  });
});

describe("every reason", () => {
  it("is a short sentence, whatever was typed", () => {
    const values = fc.constantFrom(IBANS[0], SOLANA[0], ETHEREUM[4]);
    const typed = fc
      .tuple(values, fc.nat(40), fc.string({ unit: "binary" }))
      .map(([value, at, more]) => value.slice(0, at) + more + value.slice(at));
    fc.assert(
      fc.property(
        fc.oneof(typed, fc.string({ unit: "binary" })),
        fc.constantFrom<AddressFamily>("ethereum", "solana", "unknown"),
        (text, family) => {
          for (const reading of [readIban(text), read(text, family)]) {
            if (!reading.ok) expect(reading.fault).toMatch(/^[A-Z"][^\p{Cc}]{10,250}\.$/u);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
