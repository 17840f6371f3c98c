import { describe, expect, it } from "vitest";
import { readToken } from "../../../src/workspace/connection/token-text.ts";

describe("a pasted token", () => {
  it.each(["acme-token", "  acme-token\n", "\tacme-token\r\n"])(
    "is read without blanks around: %j",
    (pasted) => {
      expect(readToken(pasted)).toEqual({ ok: true, token: "acme-token" });
    },
  );

  it.each([
    ["", "empty"],
    [" \n ", "empty"],
    ['"acme-token"', "quoted"],
    ["acme-token’", "quoted"],
    ["Bearer acme-token", "bearer"],
    ["Authorization: bearer acme-token", "bearer"],
    ["acme\ntoken-of-two-lines", "spaces"],
    ["acme token-in-two", "spaces"],
    ["acme-tokén-1234", "strange"],
    ["acme-token\u200B1234", "strange"],
    ["acme-token\u0000123", "strange"],
    ["acme", "too-short"],
    ["x".repeat(4_097), "too-long"],
  ])("is not taken as %j, since it is %s", (pasted, because) => {
    expect(readToken(pasted)).toEqual({ ok: false, because });
  });
});
