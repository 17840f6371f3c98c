import { bech32 } from "@scure/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddress } from "../../../src/platform/payment-details/address.ts";
import { chainOf } from "../../../src/platform/payment-details/chains.ts";
import type { AddressFamily } from "../../../src/platform/payment-details/destination-value.ts";
import { readIban } from "../../../src/platform/payment-details/iban.ts";
import { tokenContractOf } from "../../../src/platform/payment-details/known-addresses.ts";
import { lookAlikesOf } from "../../../src/platform/payment-details/look-alike.ts";
import * as vectors from "./vectors.ts";

const { account, ETHEREUM, GB, IBANS, inGroups, MIXED, OTHERS, SOL, SOLANA } = vectors;
const { wallet, withCharacter } = vectors;

const FAMILIES = ["ethereum", "solana", "unknown"] as const;
const read = (typed: string, family: AddressFamily | "iban") =>
  family === "iban" ? readIban(typed) : readAddress(typed, { network: "SOME_NETWORK", family });
const faultOf = (...given: Parameters<typeof read>) => {
  const reading = read(...given);
  return reading.ok ? "taken" : reading.fault;
};

describe("what is typed is taken", () => {
  it.each([
    ...IBANS.map((iban) => ["iban", iban] as const),
    ...ETHEREUM.map((address) => ["ethereum", address] as const),
    ...SOLANA.map((address) => ["solana", address] as const),
    ["unknown", MIXED.toLowerCase()] as const,
  ])("as it is: %s %s", (family, typed) => {
    const { kind, ...value } = family === "iban" ? account(typed) : wallet(typed);
    const expected = { ok: true, value: { kind, ...value, ...(kind === "wallet" && { family }) } };
    expect(read(typed, family)).toEqual(expected);
  });

  it.each([
    ["iban", "groups of four", inGroups(GB), GB],
    ["iban", "small letters", GB.toLowerCase(), GB],
    ["iban", "spaces and a tab around it", ` \t${inGroups(GB)} `, GB],
    ["iban", "no-break spaces", inGroups(GB, "\u00a0"), GB],
    ["iban", "narrow no-break spaces", inGroups(GB, "\u202f"), GB],
    ["iban", "hyphens", inGroups(GB, "-"), GB],
    ["iban", "dashes", inGroups(GB, "\u2013"), GB],
    ["iban", "zero-width spaces", inGroups(GB, "\u200b"), GB],
    ["iban", "a byte order mark", `\ufeff${GB}`, GB],
    ["iban", "soft hyphens", inGroups(GB, "\u00ad"), GB],
    ["ethereum", "small letters", MIXED.toLowerCase(), MIXED],
    ["ethereum", "capitals", `0X${MIXED.slice(2).toUpperCase()}`, MIXED],
    ["solana", "spaces around it", ` ${SOL}\u00a0`, SOL],
    ["unknown", "spaces around it", " 0.0.1234567-vfmkw ", "0.0.1234567-vfmkw"],
  ] as const)("cleaned: %s with %s", (family, _, typed, kept) => {
    const value = family === "iban" ? { iban: kept } : { address: kept };
    expect(read(typed, family)).toMatchObject({ ok: true, value });
  });
});

describe("what is typed is refused with the reason", () => {
  it.each([
    ["iban", "", "Type or paste the IBAN."],
    ["iban", " \u00a0\t ", "Type or paste the IBAN."],
    ["iban", "GB29\ud800", "Character 5 is only half of one"],
    ["iban", "GB29\nNWBK", "Character 5 is a line break."],
    ["iban", "GB29\u2028", "Character 5 is a line break."],
    ["iban", "\u202eGB29", "Character 1 (U+202E) cannot be seen"],
    ["iban", "GB29\u200eNWBK", "Character 5 (U+200E) cannot be seen"],
    ["iban", "GB29\u0000", "Character 5 (U+0000) cannot be seen"],
    ["iban", "GB29\u3164NWBK", "Character 5 (U+3164) cannot be seen"],
    ["iban", "GВ29NWBK", '"В" (character 2, U+0412) only looks like "B"'],
    ["iban", "GB２9", '"２" (character 3, U+FF12) only looks like "2"'],
    ["iban", "GB29ſ", 'only looks like "s"'],
    ["iban", "GB29\u0301", "Character 5 (U+0301) does not belong there"],
    ["iban", "🏦GB29!", '"🏦" (character 1, U+1F3E6)'],
    ["iban", `${GB}!`, '"!" (character 23, U+0021) does not belong there'],
    ["iban", "ZZ29NWBK60161331926819", 'has the code "ZZ"'],
    ["iban", "US29NWBK6016133192681", 'has the code "US"'],
    ["iban", GB.slice(0, -1), "GB has 22 characters, and this has 21."],
    ["iban", "GB29NWBK6O161331926819", "letters and digits in other places"],
    ["iban", "GBXXNWBK60161331926819", "letters and digits in other places"],
    ["iban", "GB28NWBK60161331926819", "its check digits do not fit"],
    ["iban", "GB29NWBK60161331926891", "its check digits do not fit"],
    ["iban", "BE41539007547035", "in its account number do not fit"],
    ["ethereum", " ", "Paste the address."],
    ["ethereum", ` 0x5aAe ${MIXED.slice(6)}`, "Character 8 is a space"],
    ["ethereum", `0x5aAe\u00a0${MIXED.slice(6)}`, "Character 7 is a space"],
    ["ethereum", `${MIXED}\n`, "Character 43 is a line break"],
    ["ethereum", `0x5a\u200d${MIXED.slice(4)}`, "Character 5 (U+200D) cannot be seen"],
    ["ethereum", MIXED.replace("a", "а"), '(character 4, U+0430) only looks like "a"'],
    ["ethereum", `\`${MIXED}\``, '"`" (character 1, U+0060) does not belong'],
    ["ethereum", MIXED.slice(2), "begins with 0x, and this does not"],
    ["ethereum", `0x${"ab".repeat(32)}`, "has 42 characters, and this has 66"],
    ["ethereum", withCharacter(MIXED, 10, "g"), '"g" (character 11, U+0067) is in no address'],
    ["ethereum", withCharacter(MIXED, 3, "A"), "Its checksum does not fit"],
    ["ethereum", SOL, "an address of Solana."],
    ["solana", MIXED, "an address of Ethereum or a network like it."],
    ["solana", withCharacter(SOL, 5, "0"), '"0" (character 6, U+0030)'],
    ["solana", SOL.slice(0, 31), "has 32 to 44 characters, and this has 31"],
    ["solana", `${SOL}1`, "has 32 to 44 characters, and this has 45"],
    ["solana", SOL.slice(0, 42), "has 32 bytes, and this has 31"],
    ["solana", "z".repeat(44), "has 32 bytes, and this has 33"],
    ["unknown", "", "Paste the address."],
    ["unknown", "a b", "Character 2 is a space"],
    ["unknown", "a\u200bb", "cannot be seen"],
    ["unknown", "<!channel>", '"<"'],
    ["unknown", "a".repeat(201), "at most 200 characters"],
  ] as const)("%s: %j", (family, typed, reason) => {
    expect(faultOf(typed, family)).toContain(reason);
  });

  it("an IBAN with check digits of 00, 01 or 99, which no bank computes", () => {
    const all = IBANS.flatMap((iban) =>
      Array.from({ length: 100 }, (_, digits) => String(digits).padStart(2, "0")).map(
        (digits) => iban.slice(0, 2) + digits + iban.slice(4),
      ),
    );
    expect(all.filter((iban) => readIban(iban).ok)).toEqual([...IBANS]);
  });

  it.each([
    ...IBANS.map((iban) => ["iban", account(iban), iban, 0, /[0-9A-Z]/] as const),
    ["ethereum", wallet(MIXED), MIXED, 2, /[0-9a-fA-F]/] as const,
  ])("any one character changed, or it looks alike: %s", (family, value, text, from, allowed) => {
    const characters = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"];
    for (let at = from; at < text.length; at++) {
      for (const character of characters.filter((each) => allowed.test(each))) {
        const reading = read(withCharacter(text, at, character), family);
        if (!reading.ok || JSON.stringify(reading.value) === JSON.stringify(value)) continue;
        expect(lookAlikesOf(reading.value, [{ value }])).toHaveLength(1);
      }
    }
  });

  it("always in a short sentence", () => {
    const values = fc.constantFrom("", GB, SOL, MIXED);
    const codes = fc.array(fc.nat(0xffff), { maxLength: 12 });
    const typed = fc
      .tuple(values, fc.nat(40), codes)
      .map(
        ([value, at, more]) => value.slice(0, at) + String.fromCharCode(...more) + value.slice(at),
      );
    fc.assert(
      fc.property(typed, fc.constantFrom(...FAMILIES, "iban" as const), (text, family) => {
        expect(faultOf(text, family)).toMatch(/^(taken|[A-Z"][^\p{Cc}]{10,250}\.)$/u);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("an address of another network", () => {
  it.each(OTHERS)("is recognised: %s is of %s", (address, chains) => {
    const reason = `This is an address of ${chains}. Money sent to it here would be lost.`;
    expect(faultOf(address, "ethereum")).toContain(reason);
    expect(faultOf(address, "solana")).toContain(reason);
    // Of Stellar the form says enough.
    if (chains === "Stellar") return;
    for (let at = 0; at < address.length; at++) {
      const other = address.charAt(at) === "3" ? "4" : "3";
      expect(chainOf(withCharacter(address, at, other))).toBeNull();
    }
  });

  it("is not seen in what only carries its checksum", () => {
    const payload = Uint8Array.from({ length: 25 }, (_, at) => at);
    expect(chainOf(bech32.encodeFromBytes("lnurl", payload))).toBeNull();
    expect(chainOf(bech32.encodeFromBytes("bc", payload))).toBeNull();
    // A seed of Stellar.
    expect(chainOf("SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR")).toBeNull();
  });
});

const OWNERLESS = [
  ["solana", "11111111111111111111111111111111", "Solana's system program"],
  ["solana", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "Solana's token program"],
  ["solana", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb", "Solana's token program"],
  [
    "solana",
    "SysvarC1ock11111111111111111111111111111111",
    "a program or system account of Solana",
  ],
  [
    "solana",
    "BPFLoaderUpgradeab1e11111111111111111111111",
    "a program or system account of Solana",
  ],
  ["solana", "1nc1nerator11111111111111111111111111111111", "Solana's burn address"],
  ["ethereum", `0x${"0".repeat(40)}`, "the zero address"],
  ["ethereum", "0x000000000000000000000000000000000000dEaD", "the dead address"],
  ["ethereum", "0xdEAD000000000000000042069420694206942069", "a burn address"],
  ["ethereum", `0x${"0".repeat(39)}1`, "an address that the network reserves (a precompile)"],
  ["ethereum", `0x${"0".repeat(37)}100`, "an address that the network reserves (a precompile)"],
  ["ethereum", "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE", "an address that somebody made up"],
  ["ethereum", "0x4200000000000000000000000000000000000006", "an address that somebody made up"],
] as const;

describe("an address that nobody can own", () => {
  it.each(OWNERLESS)("is refused on %s and where no format is checked: %s", (...each) => {
    const [family, address, what] = each;
    const fault = `This is ${what}, not a wallet. Nobody can own it, and money sent there is lost.`;
    expect(faultOf(address, family)).toBe(fault);
    expect(faultOf(address, "unknown")).toBe(fault);
    expect(faultOf(address.replace("0x", "0X"), family)).toBe(fault);
  });
});

describe("a token contract", () => {
  it.each([
    ["USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
    ["USDC", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"],
    ["USDC", "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"],
    ["EURC", "HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr"],
    [null, SOL],
    [null, MIXED],
    // Another address: on Solana case has a meaning.
    [null, "epjfWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
  ])("is taken, and recognised: %s at %s", (token, address) => {
    expect(tokenContractOf(wallet(address))).toBe(token);
    if (token !== null) expect(faultOf(address, "unknown")).toBe("taken");
  });
});
