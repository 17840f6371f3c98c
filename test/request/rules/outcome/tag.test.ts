import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf } from "../../../../src/request/rules/digest.ts";
import { readTag, tagText } from "../../../../src/request/rules/outcome/tag.ts";

const tag = { requestId: "0b9f8a52-6c1e-4f5e-9d3a-1f2e3d4c5b6a", digest: digestOf("content") };
const text = tagText(tag);

describe("the tag of a Rail", () => {
  it("is read as it was written, for every request and digest", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string(), (requestId, content) => {
        const one = { requestId, digest: digestOf(content) };

        expect(readTag([tagText(one)])).toEqual(one);
      }),
    );
  });

  it("is found wherever it stands among whatever the service keeps there", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(), (items, at) => {
        const metadata = items.toSpliced(at % (items.length + 1), 0, text);

        expect(readTag(metadata)).toEqual(tag);
      }),
    );
  });

  it("is the first of several, since ours is sent first", () => {
    const forged = tagText({ ...tag, requestId: "00000000-0000-4000-8000-000000000000" });

    expect(readTag([text, forged])).toEqual(tag);
  });

  it.each([
    ["no metadata", null],
    ["an empty list", []],
    ["a list in the list", [[text]]],
    ["an object", [{ tag: text }]],
    ["words around it", [`see ${text}`, `${text}.`, ` ${text}`, `${text}\n`]],
    ["another spelling", [text.toUpperCase()]],
    ["half of it", [text.slice(0, -1)]],
    ["too much of it", [`${text}0`]],
    ["another prefix", [text.replace("signalbox", "switchbox")]],
  ])("is not seen in %s", (_, metadata) => {
    expect(readTag(metadata)).toBeUndefined();
  });
});
