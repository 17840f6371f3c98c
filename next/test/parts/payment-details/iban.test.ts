import { describe, expect, it } from "vitest";
import { readIban } from "../../../src/platform/payment-details/iban.ts";
import { lookAlikesOf } from "../../../src/platform/payment-details/look-alike.ts";
import { account, IBANS, inGroups, withCharacter } from "./vectors.ts";

const GB = "GB29NWBK60161331926819";

describe("an IBAN as it is typed", () => {
  it.each(IBANS)("is taken unchanged in electronic spelling: %s", (iban) => {
    expect(readIban(iban)).toEqual({ ok: true, value: account(iban), cleaned: false });
  });

  it.each([
    ["groups of four", inGroups(GB)],
    ["small letters", GB.toLowerCase()],
    ["spaces and a tab around it", ` \t${inGroups(GB)} `],
    ["no-break spaces", inGroups(GB, "\u00a0")],
    ["narrow no-break spaces", inGroups(GB, "\u202f")],
    ["hyphens", inGroups(GB, "-")],
    ["dashes", inGroups(GB, "\u2013")],
    ["zero-width spaces", inGroups(GB, "\u200b")],
    ["a byte order mark", `\ufeff${GB}`],
    ["soft hyphens", inGroups(GB, "\u00ad")],
  ])("is cleaned, and said to be, with %s", (_, typed) => {
    expect(readIban(typed)).toEqual({ ok: true, value: account(GB), cleaned: true });
  });

  it.each([
    ["nothing", "", "Type or paste the IBAN."],
    ["spaces only", " \u00a0\t ", "Type or paste the IBAN."],
    ["half a character", "GB29\ud800", "Character 5 is only half of one"],
    ["a line break", "GB29\nNWBK", "Character 5 is a line break."],
    ["a line separator", "GB29\u2028", "Character 5 is a line break."],
    ["a change of direction", "\u202eGB29", "Character 1 (U+202E) cannot be seen"],
    ["a direction mark", "GB29\u200eNWBK", "Character 5 (U+200E) cannot be seen"],
    ["NUL", "GB29\u0000", "Character 5 (U+0000) cannot be seen"],
    ["a filler that looks like a space", "GB29\u3164NWBK", "Character 5 (U+3164) cannot be seen"],
    ["a Cyrillic В", "GВ29NWBK", '"В" (character 2, U+0412) only looks like "B"'],
    ["a full-width digit", "GB２9", '"２" (character 3, U+FF12) only looks like "2"'],
    ["a letter that only becomes ASCII as a capital", "GB29ſ", 'only looks like "s"'],
    ["a mark that joins its neighbour", "GB29\u0301", "Character 5 (U+0301) does not belong there"],
    ["an emoji, counted as one character", "🏦GB29!", '"🏦" (character 1, U+1F3E6)'],
    ["an exclamation mark", `${GB}!`, '"!" (character 23, U+0021) does not belong there'],
    ["an unknown country", "ZZ29NWBK60161331926819", 'has the code "ZZ"'],
    ["a country without IBANs", "US29NWBK6016133192681", 'has the code "US"'],
    ["a digit too few", GB.slice(0, -1), "GB has 22 characters, and this has 21."],
    ["a digit too many", `${GB}9`, "GB has 22 characters, and this has 23."],
    ["the letter O for a zero", "GB29NWBK6O161331926819", "letters and digits in other places"],
    ["letters as check digits", "GBXXNWBK60161331926819", "letters and digits in other places"],
    ["wrong check digits", "GB28NWBK60161331926819", "its check digits do not fit"],
    ["two digits swapped", "GB29NWBK60161331926891", "its check digits do not fit"],
    ["wrong check digits of the account", "BE41539007547035", "in its account number do not fit"],
  ])("is refused with the reason: %s", (_, typed, reason) => {
    const reading = readIban(typed);
    expect(reading.ok ? "taken" : reading.fault).toContain(reason);
  });

  it("is refused with check digits of 00, 01 or 99, which no bank computes", () => {
    const accepted = IBANS.flatMap((iban) =>
      Array.from({ length: 100 }, (_, digits) => withDigits(iban, digits)),
    ).filter((iban) => readIban(iban).ok);

    expect(accepted).toEqual([...IBANS]);
  });

  it.each(IBANS)("is refused with any one character changed, or looks alike: %s", (iban) => {
    const known = [{ value: account(iban) }];
    for (let at = 0; at < iban.length; at++) {
      for (const character of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
        if (character === iban[at]) continue;
        const reading = readIban(withCharacter(iban, at, character));
        if (reading.ok) expect(lookAlikesOf(reading.value, known)).toHaveLength(1);
      }
    }
  });
});

function withDigits(iban: string, digits: number): string {
  return iban.slice(0, 2) + String(digits).padStart(2, "0") + iban.slice(4);
}
