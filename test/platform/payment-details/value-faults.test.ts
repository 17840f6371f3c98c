import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddress } from "../../../src/platform/payment-details/address.ts";
import { readIban } from "../../../src/platform/payment-details/iban.ts";
import type { AddressFamily } from "../../../src/platform/payment-details/payment-detail.ts";
import {
  addressFaultSentence,
  chainNames,
  ibanFaultSentence,
} from "../../../src/platform/payment-details/value-faults.ts";
import { plain } from "../../../src/platform/slack/blocks/blocks.ts";
import { ADDRESS, ETHEREUM_ADDRESS, IBAN } from "../../support/builders.ts";

function ofIban(typed: string): string {
  const reading = readIban(typed);
  if (reading.ok) throw new Error("It is an IBAN");
  return ibanFaultSentence(reading.fault);
}

function ofAddress(typed: string, family: AddressFamily | null): string {
  const reading = readAddress(typed, { id: "NET", family });
  if (reading.ok) throw new Error("It is an address");
  return addressFaultSentence(reading.fault);
}

describe("why something is no IBAN", () => {
  it.each([
    ["", "The IBAN is empty."],
    [IBAN.replace("B2", "B\n2"), "There is a line break in it (character 3, U+000A)."],
    [IBAN.replace("NWBK", "NWBK\u200b"), "cannot be seen (character 9, U+200B)"],
    [IBAN.replace("NWBK", "NW\u0412K"), "“\u0412” (character 7, U+0412) only looks like “B”"],
    [`${IBAN}!`, "“!” (character 23, U+0021) does not belong there"],
    [`${IBAN}\ud800`, "Character 23 is half a character"],
    ["QQ29NWBK60161331926819", "“QQ” is not the code of a country"],
    [IBAN.slice(0, -1), "An IBAN that begins with GB has 22 characters, and this has 21."],
    ["GB2912346016133192681A", "has letters and digits in other places than this."],
    ["GB30NWBK60161331926819", "Its check digits do not fit"],
    ["NO6686011117948", "The check digits inside its account number do not fit"],
  ])("says of %j: %s", (typed, words) => {
    expect(ofIban(typed)).toContain(words);
  });
});

describe("why something is no address", () => {
  it.each([
    ["", "solana", "The address is empty."],
    ["7xKX tg2C", "solana", "Character 5 is a space"],
    [ETHEREUM_ADDRESS, "solana", "an address of Ethereum and networks like it"],
    ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "ethereum", "an address of Bitcoin or Litecoin, not"],
    [ETHEREUM_ADDRESS.slice(2), "ethereum", "begins with 0x, and this does not"],
    [ETHEREUM_ADDRESS.slice(0, -1), "ethereum", "has 42 characters, and this has 41 characters"],
    ["7xKX", "solana", "has 32 to 44 characters, and this has 4 characters"],
    ["x".repeat(300), null, "No address has more than 200 characters"],
    [ADDRESS.replace("K", "0"), "solana", "“0” (character 3, U+0030) is in no address"],
    [ETHEREUM_ADDRESS.replace("aAe", "aae"), "ethereum", "Its checksum does not fit"],
    ["z".repeat(44), "solana", "has 32 bytes, and this has"],
    [`${ADDRESS}\u202e`, "solana", "cannot be seen (character 45, U+202E)"],
    [`${ADDRESS}\u0301`, "solana", "Character 45 (U+0301) does not belong there"],
  ] as const)("says of %j on %s: %s", (typed, family, words) => {
    expect(ofAddress(typed, family)).toContain(words);
  });

  it("names the chains that share a form", () => {
    expect(chainNames(["solana"])).toBe("Solana");
    expect(chainNames(["bitcoin", "litecoin", "dogecoin"])).toBe("Bitcoin, Litecoin or Dogecoin");
  });
});

describe("every reason", () => {
  it("is a sentence that is shown as it is, whatever was typed", () => {
    const typed = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .tuple(
          fc.constantFrom(IBAN, ADDRESS, ETHEREUM_ADDRESS),
          fc.nat(40),
          fc.string({ unit: "binary" }),
        )
        .map(([value, at, more]) => value.slice(0, at) + more + value.slice(at)),
    );
    fc.assert(
      fc.property(typed, fc.constantFrom("ethereum", "solana", null), (text, family) => {
        const iban = readIban(text);
        const address = readAddress(text, { id: "NET", family });
        const sentences = [
          ...(iban.ok ? [] : [ibanFaultSentence(iban.fault)]),
          ...(address.ok ? [] : [addressFaultSentence(address.fault)]),
        ];
        for (const sentence of sentences) {
          expect(plain(sentence).text).toBe(sentence);
          expect(sentence.length).toBeLessThan(300);
          expect(sentence).toMatch(/^[A-Z“].*\.$/u);
        }
      }),
      { numRuns: 500 },
    );
  });
});
