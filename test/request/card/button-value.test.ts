import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buttonValue, readButtonValue } from "../../../src/request/card/button-value.ts";
import { aRequest } from "../../support/builders.ts";

describe("the value of a request's buttons", () => {
  it("says which request, and what of it was shown", () => {
    const request = aRequest({ version: 7 });

    expect(readButtonValue(buttonValue(request))).toEqual({
      requestId: request.id,
      version: 7,
      digest: request.digest,
    });
  });

  it("fits into Slack's 2,000 characters", () => {
    expect(buttonValue(aRequest({ version: Number.MAX_SAFE_INTEGER })).length).toBeLessThan(2_000);
  });

  it.each([
    undefined,
    "",
    "{",
    "null",
    "[]",
    "{}",
    JSON.stringify({ requestId: "", version: 1, digest: "0".repeat(64) }),
    JSON.stringify({ requestId: "r", version: -1, digest: "0".repeat(64) }),
    JSON.stringify({ requestId: "r", version: 1.5, digest: "0".repeat(64) }),
    JSON.stringify({ requestId: "r", version: 1, digest: "0".repeat(63) }),
    JSON.stringify({ requestId: "r", version: 1, digest: "0".repeat(64), by: "U0BEN00001" }),
  ])("is not read from %s", (text) => {
    expect(readButtonValue(text)).toBeUndefined();
  });

  it("is read without fail, whatever comes back", () => {
    const texts = fc.oneof(fc.string(), fc.json(), fc.stringMatching(/^[a-z]+ \S*$/));
    fc.assert(
      fc.property(texts, (text) => {
        const read = readButtonValue(text);
        // An option of a menu names a request, and shows nothing of it: no version, no digest.
        return read === undefined || (/^\S{1,255}$/.test(read.requestId) && read.digest === "");
      }),
    );
  });
});
