import { describe, expect, it } from "vitest";
import {
  type DestinationValue,
  groupsOf,
  valueKey,
} from "../../../src/platform/payment-details/destination-value.ts";
import { isGroupRight, middleGroupOf } from "../../../src/platform/payment-details/middle-group.ts";
import { networkName } from "../../../src/platform/payment-details/network-name.ts";
import { valueNote } from "../../../src/platform/payment-details/value-note.ts";
import * as vectors from "./vectors.ts";

const { account, DE, GB, IBANS, inGroups, MIXED, OTHERS, SOL: WALLET, SOLANA } = vectors;
const { wallet, XK } = vectors;

const SOL = wallet(WALLET);
const on = (family: "solana" | "unknown", address: string) =>
  ({ kind: "wallet", network: "SOME_NETWORK", family, address }) as const;
const ALL_SMALL = "abc1deghjklmnpqrstuvwxyzdeghjkmnpqrstuvwxyz2";

describe("the key of a destination's value", () => {
  it.each<[DestinationValue, DestinationValue]>([
    [wallet(MIXED), wallet(MIXED.toLowerCase())],
    [wallet(MIXED), wallet(`0x${MIXED.slice(2).toUpperCase()}`)],
    [wallet(MIXED), on("unknown", MIXED)],
    [wallet(OTHERS[3][0]), wallet(OTHERS[3][0].toUpperCase())],
    [account(GB), account(inGroups(GB).toLowerCase())],
  ])("is the same for two spellings of one value: %j and %j", (one, other) => {
    expect(valueKey(one)).toBe(valueKey(other));
  });

  it.each<[string, DestinationValue, DestinationValue]>([
    ["another network", wallet(MIXED, "BASE"), wallet(MIXED, "ETHEREUM")],
    ["another kind", account("X"), wallet("X")],
    ["another case on Solana", SOL, wallet(WALLET.toLowerCase())],
    [
      "only small letters on Solana",
      on("solana", ALL_SMALL),
      on("solana", ALL_SMALL.toUpperCase()),
    ],
    ["a colon in the network", wallet("B:C", "A"), wallet("C", "A:B")],
    ["an escaped colon in the network", wallet("C", "A:B"), wallet("C", "A%3AB")],
    ["a Kelvin sign for a K", wallet("0x\u212a"), wallet("0xk")],
    ["a long s for an S", account("GBſ"), account("GBS")],
    ["a zero-width space", account(`GB29\u200b${GB.slice(4)}`), account(GB)],
  ])("differs with %s", (_, one, other) => {
    expect(valueKey(one)).not.toBe(valueKey(other));
  });
});

describe("what people read", () => {
  it("is a value in groups of four, an IBAN in electronic spelling", () => {
    expect(groupsOf(account("gb29 NWBK 60161331926819")).join(" ")).toBe(inGroups(GB));
    expect(groupsOf(SOL).join(" ")).toBe(inGroups(WALLET));
  });

  it.each([
    ["SOLANA_DEVNET", "Solana (devnet)"],
    ["ETHEREUM", "Ethereum"],
    ["BASE_TEST_NET", "Base (test net)"],
    ["eip155:1", "eip155:1"],
    ["", "(none)"],
    ["a\nb", "a b"],
    ["X".repeat(50), `X${"x".repeat(38)}…`],
  ])("is the network %j as %j", (network, name) => {
    expect(networkName(network)).toBe(name);
  });

  it.each([
    [account(DE), "Valid IBAN (Germany). This does not confirm who owns it."],
    [account(XK), "Valid IBAN (Kosovo). This does not confirm who owns it."],
    [SOL, "Valid format. Solana addresses cannot catch typos: compare every character."],
    [wallet(MIXED), "Valid format. This does not confirm who owns it: compare every character."],
    [wallet("0.0.1234"), "Format not checked: compare every character."],
    [
      wallet(OTHERS[0][0]),
      "Format not checked: compare every character. It looks like an address of Bitcoin.",
    ],
  ])("is what a value that was taken proves, and no more: %j", (value, note) => {
    expect(valueNote(value)).toBe(note);
  });
});

const DRAWS = Array.from({ length: 100 }, (_, at) => at / 100);
const asked = (value: DestinationValue, differences?: readonly number[]) =>
  [...new Set(DRAWS.map((draw) => middleGroupOf(value, draw, differences)?.number))].sort();

describe("the middle group that is asked for", () => {
  it.each<[string, DestinationValue, number[] | undefined, (number | undefined)[]]>([
    ["none of the first or last two", account(GB), undefined, [3, 4]],
    ["any other", SOL, undefined, [3, 4, 5, 6, 7, 8, 9]],
    ["between the ends of four groups", account("NO9386011117947"), undefined, [2, 3]],
    ["between the ends of three", wallet("0.0.1234567"), undefined, [2]],
    ["none of a value that is too short", wallet("0.0.1234"), undefined, [undefined]],
    ["one that differs from the look-alike", SOL, [5], [6]],
    ["one of those, in the middle", SOL, [0, 5, 7, 10], [6, 8]],
    ["at an end only where the middle is the same", SOL, [0, 10], [1, 11]],
    ["any where only the other is longer", SOL, [11], [3, 4, 5, 6, 7, 8, 9]],
  ])("is %s", (_, value, differences, numbers) => {
    expect(asked(value, differences)).toEqual(numbers.sort());
  });

  it("is what stands there when the value is written in fours", () => {
    for (const value of [...IBANS.map(account), ...SOLANA.map((each) => wallet(each))]) {
      for (const draw of DRAWS) {
        const { number, first, last, expected } = middleGroupOf(value, draw) ?? { number: 0 };
        const groups = groupsOf(value);
        expect(expected).toBe(groups[number - 1]);
        expect(groups.join("").slice(Number(first) - 1, last)).toBe(expected);
      }
    }
  });

  it.each([
    ["W87d", SOL, 0, true],
    [" W87d\u00a0\n", SOL, 0, true],
    ["w87d", SOL, 0, false],
    ["W87", SOL, 0, false],
    ["W87d9", SOL, 0, false],
    ["W87\u200bd", SOL, 0, false],
    ["", SOL, 0, false],
    // Case is checked only where it carries a meaning.
    ["053f", wallet(MIXED), 0, true],
    ["mtlc", account("MT84MALT011000012345MTLCAST001S"), 0.99, true],
    // It only becomes the same letter in another case.
    ["\u212aKKK", wallet(`0x${"K".repeat(38)}`), 0, false],
  ])("is answered by %j", (typed, value, draw, isRight) => {
    const group = middleGroupOf(value, draw);
    expect(group && isGroupRight(group, typed)).toBe(isRight);
  });
});
