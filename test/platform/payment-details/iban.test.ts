import { describe, expect, it } from "vitest";
import type { IbanFault } from "../../../src/platform/payment-details/iban.ts";
import { readIban } from "../../../src/platform/payment-details/iban.ts";
import { lookAlikes } from "../../../src/platform/payment-details/look-alike.ts";
import { IBANS, inGroups, withCharacter } from "../../domain/payment-vectors.ts";

const GB = "GB29NWBK60161331926819";

describe("an IBAN as it is typed", () => {
  it.each(IBANS)("is taken unchanged in electronic spelling: %s", (iban) => {
    expect(readIban(iban)).toMatchObject({
      ok: true,
      iban,
      country: iban.slice(0, 2),
      cleaned: false,
    });
  });

  it.each(IBANS)("is taken in groups and small letters, and said to be cleaned: %s", (iban) => {
    for (const typed of [inGroups(iban), iban.toLowerCase(), ` \t${inGroups(iban)} `]) {
      expect(readIban(typed)).toMatchObject({ ok: true, iban, cleaned: true });
    }
  });

  it("tells the country by its name", () => {
    expect(readIban(GB)).toMatchObject({ country: "GB", countryName: "United Kingdom" });
    expect(readIban("XK051212012345678906")).toMatchObject({ countryName: "Kosovo" });
  });

  it.each<[string, string, IbanFault]>([
    ["nothing", "", { type: "empty" }],
    ["blanks only", " \t ", { type: "empty" }],
    ["half a character", "GB29\ud800", { type: "not-unicode", at: 4 }],
    ["a line break", "GB29\nNWBK", { type: "line-break", codePoint: "U+000A", at: 4 }],
    ["a line separator", "GB29\u2028", { type: "line-break", codePoint: "U+2028", at: 4 }],
    [
      "a zero-width blank",
      "GB29\u200bNWBK60161331926819",
      { type: "hidden-character", codePoint: "U+200B", at: 4 },
    ],
    ["a soft hyphen", "GB\u00ad29", { type: "hidden-character", codePoint: "U+00AD", at: 2 }],
    [
      "a change of direction",
      "\u202eGB29",
      { type: "hidden-character", codePoint: "U+202E", at: 0 },
    ],
    ["NUL", "GB29\u0000", { type: "hidden-character", codePoint: "U+0000", at: 4 }],
    [
      "a Cyrillic В",
      "GВ29NWBK60161331926819",
      { type: "foreign-character", character: "В", codePoint: "U+0412", looksLike: "B", at: 1 },
    ],
    [
      "a full-width digit",
      "GB２9NWBK60161331926819",
      { type: "foreign-character", character: "２", codePoint: "U+FF12", looksLike: "2", at: 2 },
    ],
    [
      "a no-break space",
      "GB29\u00a0NWBK",
      {
        type: "foreign-character",
        character: "\u00a0",
        codePoint: "U+00A0",
        looksLike: " ",
        at: 4,
      },
    ],
    [
      "hyphens",
      "GB29-NWBK",
      { type: "foreign-character", character: "-", codePoint: "U+002D", looksLike: null, at: 4 },
    ],
    [
      "a letter that only becomes ASCII as a capital",
      "GB29NWBK6016133192681ſ",
      { type: "foreign-character", character: "ſ", codePoint: "U+017F", looksLike: "s", at: 21 },
    ],
    ["an unknown country", "ZZ29NWBK60161331926819", { type: "unknown-country", country: "ZZ" }],
    [
      "a country without IBANs",
      "US29NWBK6016133192681",
      { type: "unknown-country", country: "US" },
    ],
    ["no country", "6016133192", { type: "unknown-country", country: "60" }],
    [
      "a digit too few",
      "GB29NWBK6016133192681",
      { type: "wrong-length", country: "GB", expected: 22, found: 21 },
    ],
    [
      "a digit too many",
      `${GB}9`,
      { type: "wrong-length", country: "GB", expected: 22, found: 23 },
    ],
    [
      "the letter O for a zero",
      "GB29NWBK6O161331926819",
      { type: "wrong-structure", country: "GB" },
    ],
    [
      "letters as check digits",
      "GBXXNWBK60161331926819",
      { type: "wrong-structure", country: "GB" },
    ],
    ["wrong check digits", "GB28NWBK60161331926819", { type: "wrong-check-digits", of: "iban" }],
    ["two digits swapped", "GB29NWBK60161331926891", { type: "wrong-check-digits", of: "iban" }],
    [
      "check digits of the account that are wrong though the IBAN's are right",
      "BE41539007547035",
      { type: "wrong-check-digits", of: "account" },
    ],
  ])("is refused with the reason: %s", (_, typed, fault) => {
    expect(readIban(typed)).toEqual({ ok: false, fault });
  });

  it("is refused with check digits of 00, 01 or 99, which no bank computes", () => {
    const accepted = IBANS.flatMap((iban) =>
      Array.from({ length: 100 }, (_, digits) => withDigits(iban, digits)),
    ).filter((iban) => readIban(iban).ok);

    expect(accepted).toEqual([...IBANS]);
  });

  it.each(IBANS)("is refused with any one character changed, or is a look-alike: %s", (iban) => {
    const known = [{ kind: "iban" as const, value: iban }];
    for (let at = 0; at < iban.length; at++) {
      for (const character of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
        if (character === iban[at]) continue;
        const reading = readIban(withCharacter(iban, at, character));
        if (!reading.ok) continue;
        const compared = lookAlikes({ kind: "iban", value: reading.iban }, known);
        expect(compared, reading.iban).toMatchObject({ same: [], lookAlikes: [{}] });
      }
    }
  });
});

function withDigits(iban: string, digits: number): string {
  return iban.slice(0, 2) + String(digits).padStart(2, "0") + iban.slice(4);
}
