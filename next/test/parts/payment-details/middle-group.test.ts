import { describe, expect, it } from "vitest";
import {
  type DestinationValue,
  groupsOf,
} from "../../../src/platform/payment-details/destination-value.ts";
import {
  hasMiddle,
  isGroupRight,
  middleGroupOf,
} from "../../../src/platform/payment-details/middle-group.ts";
import { account, ETHEREUM, IBANS, SOLANA, wallet } from "./vectors.ts";

const SOL = wallet(SOLANA[0]);
const draws = Array.from({ length: 100 }, (_, at) => at / 100);
const asked = (value: DestinationValue, differences?: readonly number[]) =>
  new Set(draws.map((draw) => middleGroupOf(value, draw, differences)?.number));

describe("the middle group that is asked for", () => {
  it("is never one of the first or last two, and any other may be", () => {
    expect(asked(account(IBANS[0]))).toEqual(new Set([3, 4]));
    expect(asked(SOL)).toEqual(new Set([3, 4, 5, 6, 7, 8, 9]));
    expect(asked(wallet(ETHEREUM[4]))).toEqual(new Set([3, 4, 5, 6, 7, 8, 9]));
  });

  it.each([...IBANS.map(account), ...SOLANA.map((each) => wallet(each))])(
    "is what stands there when the value is written in fours: %j",
    (value) => {
      expect(hasMiddle(value)).toBe(true);
      for (const draw of draws) {
        const group = middleGroupOf(value, draw);
        if (!group) throw new Error("There is no group");
        expect(group.expected).toBe(groupsOf(value)[group.number - 1]);
        expect(
          groupsOf(value)
            .join("")
            .slice(group.first - 1, group.last),
        ).toBe(group.expected);
        expect(group.expected).toHaveLength(4);
      }
    },
  );

  it("lies between the first and the last where there are only three or four", () => {
    expect(asked(account("NO9386011117947"))).toEqual(new Set([2, 3]));
    expect(asked(wallet("0.0.1234567"))).toEqual(new Set([2]));
  });

  it("does not exist in a value that is too short", () => {
    for (const value of [wallet("0.0.1234"), wallet("")]) {
      expect(hasMiddle(value)).toBe(false);
      expect(middleGroupOf(value, 0.5)).toBeNull();
    }
  });

  it("differs from the look-alike, at an end only where the middle is the same", () => {
    expect(asked(SOL, [5])).toEqual(new Set([6]));
    expect(asked(SOL, [0, 5, 7, 10])).toEqual(new Set([6, 8]));
    expect(asked(SOL, [0, 10])).toEqual(new Set([1, 11]));
    expect(asked(SOL, [11])).toEqual(asked(SOL));
  });

  it.each([-0.1, 1, Number.NaN])("cannot be chosen by %d", (draw) => {
    expect(() => middleGroupOf(SOL, draw)).toThrow(RangeError);
  });
});

describe("the group that an approver types", () => {
  const isRight = (value: DestinationValue, typed: string, draw = 0) => {
    const group = middleGroupOf(value, draw);
    return group !== null && isGroupRight(group, typed);
  };

  it("is right exactly, and with spaces around it", () => {
    expect(isRight(SOL, "W87d")).toBe(true);
    expect(isRight(SOL, " W87d\u00a0\n")).toBe(true);
  });

  it("is right in another case only where case carries no meaning", () => {
    expect(isRight(SOL, "w87d")).toBe(false);
    expect(isRight(wallet(ETHEREUM[4]), "053f")).toBe(true);
    expect(isRight(account("MT84MALT011000012345MTLCAST001S"), "mtlc", 0.99)).toBe(true);
  });

  it.each(["", "W87", "W87d9", "W8 7d", "W87\u200bd", "Ｗ87d"])("is wrong: %j", (typed) => {
    expect(isRight(SOL, typed)).toBe(false);
  });

  it("is wrong with a sign that only becomes the same letter in another case", () => {
    const group = { number: 3, first: 9, last: 12, expected: "KKKK", ignoresCase: true };
    expect(isGroupRight(group, "\u212aKKK")).toBe(false);
  });
});
