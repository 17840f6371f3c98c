import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  escaped,
  folded,
  grouped,
  isCopyable,
  nameInText,
  searchable,
  shortened,
} from "../../../src/platform/text/shown-text.ts";
import { ageOf, utcText } from "../../../src/platform/text/times.ts";
import { ADDRESS, after, ETHEREUM_ADDRESS, IBAN, NOW } from "../../support/builders.ts";

describe("foreign text", () => {
  it("is folded onto one line", () => {
    expect(folded("payroll\nApproved: all")).toBe("payroll Approved: all");
    expect(folded("a\r\n\u2028\u2029\u0085b")).toBe("a b");
  });

  it("cannot wrap its way onto a line of its own with blanks, seen or unseen", () => {
    expect(folded(`a${" \u00A0\u2003\u3000\u2800\u3164".repeat(50)}b`)).toBe("a b");
  });

  it("shows where a hidden character stood", () => {
    expect(folded("pay\u202Ellor\u0000 \uD800")).toBe("pay\uFFFDllor\uFFFD \uFFFD");
  });

  it("is marked where it is shortened, in whole code points", () => {
    expect(shortened("x".repeat(61), 60)).toBe(`${"x".repeat(59)}…`);
    expect(shortened("😀".repeat(60), 60)).toBe("😀".repeat(60));
    expect(shortened(" \n ", 60)).toBe("(no name)");
  });

  it("is escaped where Slack would read markup", () => {
    expect(escaped("<!channel> & <https://evil|bank>")).toBe(
      "&lt;!channel&gt; &amp; &lt;https://evil|bank&gt;",
    );
  });

  it.each([IBAN, "GB29 NWBK 6016 1331 9268 19", ADDRESS, ETHEREUM_ADDRESS, "acc 12-34-56-78"])(
    "is left out of a notification when it is %j",
    (name) => {
      expect(nameInText(name)).toBe("(name left out)");
    },
  );

  it("stands in a notification when it is a plain name", () => {
    expect(nameInText("Payroll 2026-03 & <more>")).toBe("Payroll 2026-03 &amp; &lt;more&gt;");
  });
});

describe("a plain text", () => {
  const plain = fc.stringMatching(/^[!-~]+( [!-~]+)*$/);

  it("is read without a look at each character, and is what it would be with one", () => {
    fc.assert(
      fc.property(plain, (text) => {
        expect(folded(`${text} \n`)).toBe(`${folded(text)} `);
        expect(searchable(`\u00e9${text}`)).toBe(`e${searchable(text)}`);
        expect(shortened(`${text} `, 30)).toBe(shortened(text, 30));
        expect(isCopyable(`\u00e9${text}`)).toBe(isCopyable(`e${text}`));
      }),
    );
  });

  it("with a blank too many is folded", () => {
    expect(folded("two  blanks")).toBe("two blanks");
    expect(searchable(" Two  Blanks ")).toBe("two blanks");
  });
});

describe("a value that money depends on", () => {
  it.each([IBAN, ADDRESS, ETHEREUM_ADDRESS, "GB29 NWBK 6016 1331 9268 19", "20-20-15", "Zürich 7"])(
    "is copyable when all of it is seen: %j",
    (value) => {
      expect(isCopyable(value)).toBe(true);
    },
  );

  it.each([
    "",
    "  ",
    `${IBAN}\n`,
    `GB29\u200BNWBK`,
    `GB29\u202ENWBK`,
    `GB29\u00A0NWBK`,
    `GB29\u00ADNWBK`,
    `GB29\u2800NWBK`,
    "GB29\u0000",
    "\uD800",
    "\u{E0041}",
    "x".repeat(201),
  ])("is not copyable when something in it is not seen: %j", (value) => {
    expect(isCopyable(value)).toBe(false);
  });

  it("is grouped by four, and loses nothing but blanks by it", () => {
    expect(grouped(IBAN)).toBe("GB29 NWBK 6016 1331 9268 19");
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9]{1,60}$/), (value) => {
        expect(grouped(value).replaceAll(" ", "")).toBe(value);
      }),
    );
  });
});

describe("times", () => {
  it.each([
    [{ days: -12 }, "12 days"],
    [{ days: -1, hours: -23 }, "1 day"],
    [{ hours: -3 }, "3 hours"],
    [{ minutes: -1 }, "1 minute"],
    [{ ms: -10 }, "less than a minute"],
    [{ days: 1 }, "less than a minute"],
  ])("%j from now is %s old", (since, age) => {
    expect(ageOf(after(since), NOW)).toBe(age);
  });

  it("are read in UTC, whatever zone they were written in", () => {
    expect(utcText("2026-03-03T12:30:00+02:00")).toBe("2026-03-03 10:30 UTC");
  });
});
