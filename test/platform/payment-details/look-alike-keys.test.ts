import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookAlikeKeys, lookAlikes } from "../../../src/platform/payment-details/look-alike.ts";
import type { PaymentDetail } from "../../../src/platform/payment-details/payment-detail.ts";
import { ETHEREUM, IBANS, SOLANA } from "../../domain/payment-vectors.ts";

function shareKey(one: PaymentDetail, other: PaymentDetail): boolean {
  const keys = lookAlikeKeys(other);
  return [...lookAlikeKeys(one)].some((key) => keys.has(key));
}

const isFound = (one: PaymentDetail, other: PaymentDetail) => {
  const { same, lookAlikes: alike } = lookAlikes(one, [other]);
  return same.length + alike.length > 0;
};

const detail = (value: string): PaymentDetail => ({
  kind: /^[A-Z]{2}[0-9]{2}/.test(value) ? "iban" : "address",
  value,
});

const known = fc.oneof(
  fc.constantFrom(...IBANS, ...ETHEREUM, ...SOLANA),
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.stringMatching(/^(GB29NWBK601613|BE68539|FR1420041010050500013M)[0-9]{8}$/),
);

/** An edit at a place, or everything between the ends of another value. */
const edit = fc.record({
  what: fc.constantFrom("change", "lose", "add", "swap", "case", "middle", "blank"),
  at: fc.nat(60),
  character: fc.constantFrom(..."0123456789abcXYZ é"),
});

function edited(
  value: string,
  { what, at: place, character }: typeof edit extends fc.Arbitrary<infer Edit> ? Edit : never,
) {
  const at = value.length === 0 ? 0 : place % value.length;
  const [before, after] = [value.slice(0, at), value.slice(at + 1)];
  switch (what) {
    case "change":
      return before + character + after;
    case "lose":
      return before + after;
    case "add":
      return before + character + value.slice(at);
    case "swap":
      return before + value.slice(at + 1, at + 2) + value.slice(at, at + 1) + value.slice(at + 2);
    case "case":
      return before + value.slice(at).toLowerCase();
    case "middle":
      return value.slice(0, 12) + value.slice(12, -4).replace(/./g, character) + value.slice(-4);
    case "blank":
      return `${before} ${value.slice(at)}`;
  }
}

describe("the keys of values that look alike", () => {
  it("have one in common, whatever was edited", () => {
    let found = 0;
    fc.assert(
      fc.property(known, fc.array(edit, { maxLength: 4 }), (value, edits) => {
        const [one, other] = [
          detail(value),
          { ...detail(value), value: edits.reduce(edited, value) },
        ];
        if (!isFound(one, other) && !isFound(other, one)) return;
        found += 1;
        expect(shareKey(one, other)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(found).toBeGreaterThan(1_500);
  });

  it("are few in common with others, also with accounts of the same bank", () => {
    const accounts = Array.from({ length: 2_000 }, (_, at) =>
      detail(`GB29NWBK601613${String((at * 48_271 * 16_807) % 99_999_989).padStart(8, "0")}`),
    );
    const first = accounts[7] ?? detail("");

    expect(accounts.filter((each) => shareKey(first, each)).length).toBeLessThan(100);
  });
});
