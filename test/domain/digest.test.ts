import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Content } from "../../src/domain/change.ts";
import { canonicalJson, canonicalText, digestOf } from "../../src/domain/digest.ts";
import { aChange, aContent, anOffRampSpec } from "../support/builders.ts";
import { altered, leavesOf } from "./leaves.ts";

const digest = (content: Content) => digestOf(canonicalText(content));

describe.each([
  aContent({ change: aChange({ reference: "PAY-7" }) }),
  aContent({ change: aChange({ spec: anOffRampSpec() }) }),
])("the digest of a request for an $change.spec.type", (content) => {
  it.each(leavesOf(content))("covers %s", (path) => {
    expect(digest(altered(content, path))).not.toBe(digest(content));
  });

  it("covers a field that nobody has thought of yet", () => {
    const wider = { ...content, change: { ...content.change, limit: "1000" } };

    expect(digest(wider)).not.toBe(digest(content));
  });

  it("does not depend on the order in which the fields were written", () => {
    const turned = JSON.parse(canonicalText(content), (_, value) =>
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

it.each([undefined, Number.NaN, "\ud800"])("refuses what JSON cannot say: %j", (value) => {
  expect(() => canonicalJson(value)).toThrow();
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const);
  return { entries: entries.sort(([a], [b]) => (a < b ? -1 : 1)) };
}
