import { describe, expect, it } from "vitest";
import { canonicalBytes, digestOf, sha256 } from "../../src/request/rules/digest.ts";
import { isLikeTag, readTag, tagText } from "../../src/request/rules/tag.ts";
import { CHANGES, contentOf } from "./changes.ts";
import { altered, leavesOf, withValue } from "./leaves.ts";
import { TAG } from "./rails.ts";

describe.each(CHANGES)("the digest of a $kind", (change) => {
  const content = contentOf(change);

  it.each(leavesOf(content))("covers %s", (path) => {
    expect(digestOf(altered(content, path))).not.toBe(digestOf(content));
  });

  it.each(["limit", "change.limit", "traits.risk", "connection.region"])(
    "covers %s, which nobody has thought of yet",
    (path) => {
      expect(digestOf(withValue(content, path, "1"))).not.toBe(digestOf(content));
    },
  );
});

it("canonical bytes are those of RFC 8785, and digests of UTF-8 in lower-case hexadecimal", () => {
  const value = {
    ...{ string: '€$\u000F\nA\'B"\\\\"/', "\u20ac": 1, "\r": 2, "\ufb33": 3, "\u{1f600}": 4 },
    numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
    literals: [null, true, false],
  };
  expect(canonicalBytes(value)).toBe(
    '{"\\r":2,"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/","€":1,"😀":4,"\ufb33":3}',
  );
  const digest = "c4cc90ed3d26f12d4b08a75140970a7904035c31cbb4515a83f19b9003c00d1d";
  expect(sha256("€")).toBe(digest);
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY, "\ud800", undefined]) {
    expect(() => canonicalBytes(none)).toThrow();
  }
});

const text = tagText(TAG);

it.each<[string, readonly unknown[] | null, typeof TAG | null]>([
  ["alone", [text], TAG],
  ["behind other items of any type", [1, null, ["x"], "PAY-7", text], TAG],
  ["not in nothing", null, null],
  ["not in no items", [], null],
  ["not within a longer text", [`${text}0`, ` ${text}`, `${text}\n`], null],
  ["not in another case", [text.toUpperCase()], null],
  ["not within an item that is no text", [[text], { text }], null],
  ["not with a part missing", [`signalbox:${TAG.request}`, `signalbox::${TAG.digest}`], null],
])("a tag is read %s", (_, metadata, tag) => {
  expect(readTag(metadata)).toEqual(tag);
});

it("a tag is nothing that a requester may give as a reference", () => {
  expect([text, `x ${text}`, "SignalBox:1"].map(isLikeTag)).toEqual([true, true, true]);
  expect(["PAY-7", "signalbox", "signal box: 7"].map(isLikeTag)).toEqual([false, false, false]);
});
