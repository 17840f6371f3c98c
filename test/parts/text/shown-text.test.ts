import { describe, expect, it } from "vitest";
import { cleanText, isCopyable, oneLine } from "../../../src/platform/text/shown-text.ts";
import { ageOf, counted, shortAgeOf, utcText } from "../../../src/platform/text/times.ts";

describe("foreign text", () => {
  it("is folded onto one line", () => {
    expect(oneLine("payroll\nApproved: all ")).toBe("payroll Approved: all ");
    expect(oneLine("a\r\n\u2028\u2029\u0085b")).toBe("a b");
  });

  it("cannot wrap its way onto a line of its own with blanks, seen or unseen", () => {
    expect(oneLine(`a${" \u00A0\u2003\u3000\u2800\u3164".repeat(50)}b`)).toBe("a b");
  });

  it("shows where a control character, a turn of direction or half a character stood", () => {
    expect(oneLine("pay\u202Ellor\u0000 \uD800")).toBe("pay\uFFFDllor\uFFFD \uFFFD");
  });

  it("is marked where it is cut, in whole code points", () => {
    expect(cleanText("x".repeat(61), 60)).toBe(`${"x".repeat(59)}…`);
    expect(cleanText("😀".repeat(60), 60)).toBe("😀".repeat(60));
    expect(cleanText("😀".repeat(61), 60)).toBe(`${"😀".repeat(59)}…`);
    expect(cleanText(" two \n words ", 60)).toBe("two words");
    expect(cleanText(" \n\u3164", 60)).toBe("");
  });
});

const IBAN = "GB29NWBK60161331926819";

describe("a value that money depends on", () => {
  it.each([IBAN, "GB29 NWBK 6016 1331 9268 19", "20-20-15", "Zürich 7", "x".repeat(200)])(
    "is copyable when all of it is seen: %j",
    (value) => {
      expect(isCopyable(value)).toBe(true);
    },
  );

  it.each([
    "",
    "  ",
    `${IBAN}\n`,
    "GB29\u200BNWBK",
    "GB29\u00A0NWBK",
    "GB29\u2800NWBK",
    "GB29\uFE0FNWBK",
    "\uD800",
    "\u{E0041}",
    "x".repeat(201),
  ])("is not copyable when something in it is not seen: %j", (value) => {
    expect(isCopyable(value)).toBe(false);
  });
});

describe("times", () => {
  it.each([
    ["2026-02-19T10:00:00.000Z", "12 days", "12 d"],
    ["2025-12-01T10:00:00.000Z", "92 days", "3 mo"],
    ["2026-01-02T10:00:00.000Z", "60 days", "60 d"],
    ["2026-03-01T11:00:00.000Z", "1 day", "1 d"],
    ["2026-03-03T07:00:00.000Z", "3 hours", "3 h"],
    ["2026-03-03T09:48:00.000Z", "12 minutes", "12 min"],
    ["2026-03-03T09:59:00.000Z", "1 minute", "1 min"],
    ["2026-03-03T09:59:59.990Z", "less than a minute", "now"],
    ["2026-03-04T10:00:00.000Z", "less than a minute", "now"],
  ])("%s was %s ago, in a list %s", (since, age, short) => {
    const now = "2026-03-03T10:00:00.000Z";
    expect(ageOf(since, now)).toBe(age);
    expect(shortAgeOf(since, now)).toBe(short);
  });

  it("are read in UTC, whatever zone they were written in", () => {
    expect(utcText("2026-03-03T12:30:00+02:00")).toBe("2026-03-03 10:30 UTC");
  });

  it("are counted like all else", () => {
    expect([counted(1, "Rail"), counted(0, "Rail")]).toEqual(["1 Rail", "0 Rails"]);
    expect(counted(2, "person", "people")).toBe("2 people");
  });
});
