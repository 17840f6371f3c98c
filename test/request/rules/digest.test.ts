import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Content } from "../../../src/request/rules/change.ts";
import { canonicalJson, digestOf } from "../../../src/request/rules/digest.ts";
import { altered, leavesOf } from "../../domain/leaves.ts";
import {
  aChange,
  aContent,
  anImport,
  anOffRampSpec,
  aRetirement,
  aWhitelisting,
  IBAN,
} from "../../support/builders.ts";

const digest = (content: Content) => digestOf(canonicalJson(content));

describe.each([
  aContent({ change: aChange({ reference: "PAY-7" }) }),
  aContent({ change: aChange({ spec: anOffRampSpec() }) }),
  aContent({ change: aWhitelisting() }),
  aContent({ change: aWhitelisting({ details: { kind: "bank-account", iban: IBAN } }) }),
  aContent({ change: anImport() }),
  aContent({ change: aRetirement() }),
])("the digest of a request of the kind $change.kind", (content) => {
  it.each(leavesOf(content))("covers %s", (path) => {
    expect(digest(altered(content, path))).not.toBe(digest(content));
  });

  it("covers a field that nobody has thought of yet", () => {
    const wider = { ...content, change: { ...content.change, limit: "1000" } };

    expect(digest(wider)).not.toBe(digest(content));
  });

  it("does not depend on the order in which the fields were written", () => {
    const turned = JSON.parse(canonicalJson(content), (_, value) =>
      typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    );

    expect(JSON.stringify(turned)).not.toBe(JSON.stringify(content));
    expect(digest(turned)).toBe(digest(content));
  });
});

it("is SHA-256 of the UTF-8 bytes, in lower-case hex", () => {
  expect(digestOf("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(digestOf("€")).toBe("c4cc90ed3d26f12d4b08a75140970a7904035c31cbb4515a83f19b9003c00d1d");
});

it("gives equal text to equal values only", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const isSame = canonicalJson(one) === canonicalJson(other);
      expect(canonicalJson(JSON.parse(canonicalJson(one)))).toBe(canonicalJson(one));
      expect(isSame).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)));
    }),
  );
});

describe("canonical JSON is that of RFC 8785", () => {
  it("in the example of its section 3.2.2", () => {
    const value = {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };

    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("in the order of its section 3.2.3, by UTF-16 code units", () => {
    const value = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };

    const names = [...canonicalJson(value).matchAll(/:"([^"]*)"/g)].map(([, name]) => name);

    expect(names).toEqual([
      "Carriage Return",
      "One",
      "Control",
      "Latin Small Letter O With Diaeresis",
      "Euro Sign",
      "Emoji: Grinning Face",
      "Hebrew Letter Dalet With Dagesh",
    ]);
  });

  it.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("for the number %s of its appendix B", (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, "hex").readDoubleBE())).toBe(text);
  });

  it.each(["7fffffffffffffff", "7ff0000000000000"])("and has no text for %s", (bits) => {
    expect(() => canonicalJson(Buffer.from(bits, "hex").readDoubleBE())).toThrow();
  });
});

it.each([undefined, Number.NaN, "\ud800"])("refuses what JSON cannot say: %j", (value) => {
  expect(() => canonicalJson(value)).toThrow();
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const);
  return { entries: entries.sort(([a], [b]) => (a < b ? -1 : 1)) };
}
