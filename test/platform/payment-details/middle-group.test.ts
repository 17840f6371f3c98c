import { describe, expect, it } from "vitest";
import { isGroupRight, middleGroupOf } from "../../../src/platform/payment-details/middle-group.ts";
import type { PaymentDetail } from "../../../src/platform/payment-details/payment-detail.ts";
import { IBANS, inGroups, SOLANA } from "../../domain/payment-vectors.ts";

const GB = { kind: "iban", value: "GB29NWBK60161331926819" } as const;
const ETH = { kind: "address", value: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" } as const;
const SOL = { kind: "address", value: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU" } as const;

const random = Array.from({ length: 101 }, (_, at) => at / 100);

describe("the middle group that is asked for", () => {
  it("is never one of the first or last two, and any other may be", () => {
    const asked = (detail: PaymentDetail) =>
      new Set(random.map((number) => middleGroupOf(detail, number)?.challenge));

    expect(asked(GB)).toEqual(new Set([3, 4]));
    expect(asked(SOL)).toEqual(new Set([3, 4, 5, 6, 7, 8, 9]));
  });

  it.each([...IBANS, ...SOLANA])("is what stands there in print, four characters: %s", (value) => {
    const kind = value.length > 34 || value.startsWith("1111") ? "address" : "iban";
    for (const number of random) {
      const group = middleGroupOf({ kind, value }, number);

      expect(group?.expected).toHaveLength(4);
      expect(inGroups(value).split(" ")[(group?.challenge ?? 0) - 1]).toBe(group?.expected);
    }
  });

  it("lies between the first and the last where there are only four", () => {
    const norway = { kind: "iban", value: "NO9386011117947" } as const;

    expect(middleGroupOf(norway, 0)?.challenge).toBe(2);
    expect(middleGroupOf(norway, 1)?.challenge).toBe(3);
  });

  it("does not exist in a value that is too short", () => {
    expect(middleGroupOf({ kind: "address", value: "0.0.123" }, 0.5)).toBeNull();
    expect(middleGroupOf({ kind: "address", value: "" }, 0.5)).toBeNull();
  });

  it("holds a difference to the look-alike, at an end only where the middle holds none", () => {
    const asked = random.map((number) => middleGroupOf(SOL, number, [[17, 18]])?.challenge);
    const both = random.map(
      (number) =>
        middleGroupOf(SOL, number, [
          [0, 3],
          [17, 18],
        ])?.challenge,
    );
    const atTheEnds = random.map((number) => middleGroupOf(SOL, number, [[0, 3]])?.challenge);

    expect(new Set(asked)).toEqual(new Set([5]));
    expect(new Set(both)).toEqual(new Set([5]));
    expect(new Set(atTheEnds)).toEqual(new Set([1]));
  });

  it.each([-0.1, 1.1, Number.NaN])("cannot be chosen by %d", (number) => {
    expect(() => middleGroupOf(SOL, number)).toThrow(RangeError);
  });
});

describe("the group that an approver types", () => {
  const right = (detail: PaymentDetail, typed: string) => {
    const group = middleGroupOf(detail, 0);
    return group !== null && isGroupRight(group, typed);
  };

  it("is right exactly, and with blanks around it", () => {
    expect(right(SOL, "W87d")).toBe(true);
    expect(right(SOL, " W87d\n")).toBe(true);
  });

  it("is right in another case only where case carries no meaning", () => {
    expect(right(SOL, "w87d")).toBe(false);
    expect(right(ETH, "053f")).toBe(true);
    const malta = { kind: "iban", value: "MT84MALT011000012345MTLCAST001S" } as const;
    const letters = middleGroupOf(malta, 1);
    expect(letters?.expected).toBe("MTLC");
    expect(letters && isGroupRight(letters, "mtlc")).toBe(true);
  });

  it.each(["", "W87", "W87d9", "W8 7d", "W87\u200bd", "Ｗ87d"])("is wrong: %j", (typed) => {
    expect(right(SOL, typed)).toBe(false);
  });

  it("is wrong with a sign that only becomes the same letter in another case", () => {
    expect(isGroupRight({ challenge: 3, expected: "KKKK", isCaseFree: true }, "\u212aKKK")).toBe(
      false,
    );
  });
});
