import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TextFault } from "../../../src/platform/text/typed-text.ts";
import { faultOfText, hiddenCharacterIn, tidied } from "../../../src/platform/text/typed-text.ts";

const fault = (text: string, isMultiline = false) => faultOfText(text, { max: 10, isMultiline });

describe("a text typed by a person", () => {
  it.each([
    "Payroll",
    "Ünïcödé",
    "工资",
    "a".repeat(10),
    "😀".repeat(10),
    "<!channel>",
    "*b*",
    "Pay\u2800roll",
    // Emoji are made with joiners, variation selectors and tags, none of which hides anything.
    "👨‍👩‍👧 Ops",
    "👩🏽‍💻",
    "❤️ ☎️",
    "👍🏿 🇬🇧",
    "1️⃣",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  ])("is taken: %j", (text) => {
    expect(fault(text)).toBeUndefined();
  });

  it.each<[string, TextFault]>([
    ["", "empty"],
    ["   ", "empty"],
    ["\u00a0", "empty"],
    ["a".repeat(11), "too-long"],
    ["😀".repeat(11), "too-long"],
    ["a\ud800", "not-unicode"],
    ["\udc00a", "not-unicode"],
    ["a\u0000", "control-character"],
    ["a\u001b[0m", "control-character"],
    ["a\u007f", "control-character"],
    ["a\u0085b", "control-character"],
    ["\u202ebank", "hidden-direction"],
    ["a\u200fb", "hidden-direction"],
    ["a\u2066b", "hidden-direction"],
    ["\u3164\u3164", "empty"],
    ["\u2800 \uffa0\u1160", "empty"],
    ["Pay\u200Broll", "hidden-character"],
    ["\uFEFFPayroll", "hidden-character"],
    ["Pay\u00ADroll", "hidden-character"],
    ["Pay\u3164roll", "hidden-character"],
    ["Payroll\uFE0F", "hidden-character"],
    ["Pay\u{E0070}roll", "hidden-character"],
    ["💷\u200D💷", "hidden-character"],
    ["🏴\u{E0061}\u{E0062}\u{E007F}", "hidden-character"],
  ])("is not: %j is %s", (text, expected) => {
    expect(fault(text)).toBe(expected);
    expect(fault(text, true)).toBe(expected);
  });

  it.each(["a\nb", "a\r\nb", "a\tb", "a\u2028b", "a\u2029b"])(
    "may hold breaks and tabs only on several lines: %j",
    (text) => {
      expect(fault(text)).toBe("control-character");
      expect(fault(text, true)).toBeUndefined();
    },
  );
});

describe("a hidden character", () => {
  it("is named by its code point, the first one", () => {
    expect(hiddenCharacterIn("👩‍💻 Pay\u200Broll\u2060")).toBe("U+200B");
    expect(hiddenCharacterIn("👩‍💻 Payroll")).toBeUndefined();
  });
});

describe("a text that is taken whatever it holds", () => {
  it.each([
    ["a call", "a call"],
    [" Dear all,\r\n\r\n\tstop\u2028it ", "Dear all, stop it"],
    ["so\u00adft\u200b, \u200fRLM\u200e, ZW\u200cNJ \u200b \ufeffend", "soft, RLM, ZWNJ end"],
    ["\u202ebank\u0000\u001b[0m", "bank [0m"],
    ["lone \ud800", "lone \ufffd"],
    ["👨‍👩‍👧 Ops 💷\u200d💷", "👨‍👩‍👧 Ops 💷💷"],
    ["\u200b \u3164\n", ""],
  ])("is tidied: %j", (typed, text) => {
    expect(tidied(typed, 100)).toEqual({ text, isCut: false });
  });

  it("is cut, and says so, by what is left of it", () => {
    expect(tidied(`${"\u200b".repeat(50)}${"x".repeat(10)}`, 10).isCut).toBe(false);
    expect(tidied("😀".repeat(11), 10)).toEqual({ text: "😀".repeat(10), isCut: true });
    expect(tidied(`${"x".repeat(8)}👨‍👩‍👧`, 10)).toEqual({
      text: `${"x".repeat(8)}👨`,
      isCut: true,
    });
  });

  it("has no fault any more, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (typed) => {
        const { text } = tidied(typed, 40);
        expect([undefined, "empty"]).toContain(faultOfText(text, { max: 40 }));
      }),
      { numRuns: 500 },
    );
  });
});
