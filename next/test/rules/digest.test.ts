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

it("SHA-256 is over the UTF-8 bytes, in lower-case hexadecimal digits", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("€")).toBe("c4cc90ed3d26f12d4b08a75140970a7904035c31cbb4515a83f19b9003c00d1d");
});

describe("canonical bytes are those of RFC 8785", () => {
  it("in the example of its section 3.2.2", () => {
    const value = {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalBytes(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("in the order of its section 3.2.3, by UTF-16 code units", () => {
    const names = [..."\r1\u0080\u00f6\u20ac\u{1f600}\ufb33"];
    const value = Object.fromEntries(names.toReversed().map((name) => [name, name.codePointAt(0)]));
    const order = [...canonicalBytes(value).matchAll(/:(\d+)/g)].map(([, code]) => Number(code));
    expect(order).toEqual([0x0d, 0x31, 0x80, 0xf6, 0x20ac, 0x1f600, 0xfb33]);
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
    expect(canonicalBytes(Buffer.from(bits, "hex").readDoubleBE())).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, "\ud800", undefined])(
    "and there are none of what JSON cannot say: %j",
    (value) => {
      expect(() => canonicalBytes(value)).toThrow();
    },
  );
});

describe("a tag", () => {
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
  ])("is read %s", (_, metadata, tag) => {
    expect(readTag(metadata)).toEqual(tag);
  });

  it("is nothing that a requester may give as a reference", () => {
    expect([text, `x ${text}`, "SignalBox:1"].map(isLikeTag)).toEqual([true, true, true]);
    expect(["PAY-7", "signalbox", "signal box: 7"].map(isLikeTag)).toEqual([false, false, false]);
  });
});
