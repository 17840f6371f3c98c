import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createSigner } from "../../../src/platform/web/signer.ts";

const [old, next, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];

it("knows what it has signed, and nothing else", () => {
  const signer = createSigner([old]);
  const signature = signer.sign("link:a");

  expect(signer.isOurs("link:a", signature)).toBe(true);
  for (const [text, given] of [
    ["link:b", signature],
    ["form:a", signature],
    ["link:a", ""],
    ["link:a", `${signature.slice(0, -2)}AA`],
    ["link:a", createSigner([other]).sign("link:a")],
  ] as const) {
    expect([text, given, signer.isOurs(text, given)]).toEqual([text, given, false]);
  }
});

it("goes on knowing it while keys are rotated, and not once the old key is gone", () => {
  const signature = createSigner([old]).sign("link:a");

  expect(createSigner([next, old]).isOurs("link:a", signature)).toBe(true);
  expect(createSigner([next]).isOurs("link:a", signature)).toBe(false);
});
