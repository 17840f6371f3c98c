import { describe, expect, it } from "vitest";
import { faultOfText, foldTyped } from "../../../src/platform/text/typed-text.ts";

const fault = (text: string, isMultiline = false) =>
  faultOfText(text, { label: "The name", max: 10, isMultiline });

describe("what phones make of quotes and dashes", () => {
  it.each([
    ["show „Payroll float“", 'show "Payroll float"'],
    ["show “Payroll float”", 'show "Payroll float"'],
    ["show «Payroll float»", 'show "Payroll float"'],
    ["show ＂Payroll float＂", 'show "Payroll float"'],
    ["show ‘Payroll float’", "show 'Payroll float'"],
    ["show ‚Payroll float‘", "show 'Payroll float'"],
    ["show ‹Payroll float›", "show 'Payroll float'"],
    ["R–2 R—2 R‑2 R−2 R－2", "R-2 R-2 R-2 R-2 R-2"],
    ["2026–Q3", "2026-Q3"],
    ["show\u00a0R-2\u202fand\u3000more", "show R-2 and more"],
    ['show "Payroll float" R-2', 'show "Payroll float" R-2'],
  ])("becomes what commands are read with: %s", (typed, folded) => {
    expect(foldTyped(typed)).toBe(folded);
  });

  it("changes nothing else, seen or unseen", () => {
    const text = "Ünïcödé…\u200b 工资 R_2 Ａ\n`code`";
    expect(foldTyped(text)).toBe(text);
  });
});

describe("a text typed by a person", () => {
  it.each([
    "Payroll",
    "Ünïcödé",
    "工资",
    "a".repeat(10),
    "😀".repeat(10),
    "<!channel>",
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
    expect(fault(text, true)).toBeUndefined();
  });

  it.each([
    ["", "The name is empty."],
    ["   ", "The name is empty."],
    ["\u00a0", "The name is empty."],
    ["\u3164\u3164", "The name is empty."],
    ["\u2800 \uffa0\u1160", "The name is empty."],
    ["a".repeat(11), "The name has 11 characters. The most is 10."],
    ["😀".repeat(11), "The name has 11 characters. The most is 10."],
    ["a\ud800", "The name has half a character"],
    ["\udc00a", "The name has half a character"],
    ["a\u0000", "nobody can see (U+0000)"],
    ["\u202ebank", "nobody can see (U+202E)"],
    ["Pay\u200Broll", "nobody can see (U+200B)"],
    ["Pay\u00ADroll", "nobody can see (U+00AD)"],
    ["Pay\u3164roll", "nobody can see (U+3164)"],
    ["Payroll\uFE0F", "nobody can see (U+FE0F)"],
    ["Pay\u{E0070}roll", "nobody can see (U+E0070)"],
    ["💷\u200D💷", "nobody can see (U+200D)"],
    ["🏴\u{E0061}\u{E0062}\u{E007F}", "nobody can see (U+E0061)"],
  ])("is refused: %j, because %s", (text, reason) => {
    expect(fault(text)).toContain(reason);
    expect(fault(text, true)).toContain(reason);
  });

  it.each(["a\nb", "a\r\nb", "a\tb", "a\u2028b", "a\u2029b"])(
    "may hold breaks and tabs only on several lines: %j",
    (text) => {
      expect(fault(text)).toContain("The name has a line break or a tab.");
      expect(fault(text, true)).toBeUndefined();
    },
  );
});
