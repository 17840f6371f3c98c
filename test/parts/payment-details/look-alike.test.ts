import { composeIBAN } from "ibantools";
import { describe, expect, it } from "vitest";
import {
  type DestinationValue,
  groupsOf,
} from "../../../src/platform/payment-details/destination-value.ts";
import { lookAlikesOf } from "../../../src/platform/payment-details/look-alike.ts";
import * as vectors from "./vectors.ts";

const { account, DE, FR, GB: IBAN, IBANS, inGroups, MIXED, SOL: WALLET, wallet } = vectors;
const { withCharacter } = vectors;

const SOL = wallet(WALLET);
const GB = account(IBAN);

const ofCountry = (countryCode: string, bban: string) =>
  account(composeIBAN({ countryCode, bban }) ?? "");
const differencesOf = (one: DestinationValue, other: DestinationValue) =>
  lookAlikesOf(one, [{ value: other }])[0]?.differences;

/** Its middle has nothing in common with any vector's. */
const MIDDLE = "1234567890".repeat(4).slice(0, 34);
/** The check digits and the last four of `GB`. */
const SHORTENED_ALIKE = Array.from({ length: 200 }, (_, at) =>
  ofCountry("GB", `BARC2000${String(at).padStart(3, "0")}0536819`),
).find((each) => groupsOf(each)[0] === "GB29");

describe("a value looks like a known one", () => {
  it.each<[string, DestinationValue, DestinationValue]>([
    ["on another network", wallet(withCharacter(WALLET, 20, "Z"), "A"), wallet(WALLET, "B")],
    ["with its ends", wallet(`${MIXED.slice(0, 5)}${MIDDLE}${MIXED.slice(-3)}`), wallet(MIXED)],
    ["with its ends, case aside", wallet(`7xkx${MIDDLE.replaceAll("0", "z")}asu`), SOL],
    ["one edit away where it is short", wallet("0.0.1234567"), wallet("0.0.1234568")],
    ["with two neighbours swapped", ofCountry("GB", "NWBK60161331926891"), GB],
    ["with two digits changed", ofCountry("GB", "NWBK60161331927919"), GB],
    ["at another branch", ofCountry("GB", "NWBK60161431926819"), GB],
    ["with its account number's ends", ofCountry("GB", "NWBK60161331900819"), GB],
    ["when both are shortened", SHORTENED_ALIKE ?? wallet("none"), GB],
    ["with a longer number's ends", ofCountry("DE", "370400440532999000"), account(DE)],
    ["in another country", ofCountry("MC", FR.slice(4)), account(FR)],
    // Its own check digits follow from the one that differs.
    ["with one digit", ofCountry("BE", "539017547027"), account("BE68539007547034")],
  ])("%s", (_, one, other) => {
    expect(differencesOf(one, other)).toBeDefined();
  });

  it.each([
    ["a character changed", withCharacter(WALLET, 20, "Z"), [5]],
    ["two neighbours swapped", WALLET.replace("JSDp", "JDSp"), [4]],
    ["characters of two groups changed", WALLET.replace("W87d97TX", "W87e97TY"), [2, 3]],
    ["a character lost", WALLET.replace("kheT", "khe"), [7, 8, 9, 10]],
    ["a character doubled", WALLET.replace("JosgAsU", "JosggAsU"), [10, 11]],
    ["both ends changed", `9${WALLET.slice(1, -1)}9`, [0, 10]],
    ["another case, which has a meaning", withCharacter(WALLET, 4, "T"), [1]],
  ])("with %s; the groups that differ are named", (_, forged, differences) => {
    expect(differencesOf(wallet(forged), SOL)).toEqual(differences);
  });

  it("with one digit of an IBAN, whose check digits then differ too", () => {
    const forged = ofCountry("GB", "NWBK60161331926919");
    const groups = differencesOf(forged, GB)?.map((at) => groupsOf(forged)[at]);
    expect(groups).toEqual(["GB45", "9269"]);
  });
});

describe("a value does not look like a known one", () => {
  it.each<[string, DestinationValue, DestinationValue]>([
    ["that it is, in another spelling", wallet(MIXED), wallet(MIXED.toLowerCase())],
    ["that it is, as an IBAN is written", GB, account(inGroups(IBAN).toLowerCase())],
    ["that it is, on another network", wallet(MIXED, "BASE"), wallet(MIXED, "ETHEREUM")],
    ["of the other kind", GB, wallet(withCharacter(IBAN, 9, "9"))],
    [
      "for its 0x",
      wallet("0x12aeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
      wallet("0x12bc0000000000111111111111111111111eAed0"),
    ],
    [
      "for its bc1q",
      wallet("bc1qaa8d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4q"),
      wallet("bc1qzz5zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz3t4q"),
    ],
    [
      "for its T",
      wallet("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
      wallet("TR7abcdefghijkmnopqrstuvwxyzABCj6t"),
    ],
    ["for its beginning alone", wallet(`${WALLET.slice(0, 10)}${"z".repeat(34)}`), SOL],
    ["for its end alone", wallet(`${"z".repeat(34)}${WALLET.slice(-10)}`), SOL],
    ["for being short", wallet("0.0.123"), wallet("0.0.456")],
    ["for its ends where it is short", wallet("abc-0123456-xyz"), wallet("abc-7890789-xyz")],
    ["for its bank and branch", ofCountry("GB", "NWBK60161377405162"), GB],
    [
      "for the zeros with which its bank fills up account numbers",
      ofCountry("CY", "002001280000003417819600"),
      ofCountry("CY", "002001280000001200527600"),
    ],
  ])("%s", (_, one, other) => {
    expect(differencesOf(one, other)).toBeUndefined();
  });

  it("of the registry's examples", () => {
    const known = IBANS.map((iban) => ({ value: account(iban) }));
    for (const { value } of known) expect(lookAlikesOf(value, known)).toEqual([]);
  });
});

describe("several look-alikes", () => {
  it("come once each, in the order of how little they differ, as the caller knows them", () => {
    const byEnds = `7xKX${"z".repeat(36)}gAsU`;
    const byMoreOfTheEnds = `7xKXtg2C${"z".repeat(28)}uJosgAsU`;
    const byTwo = withCharacter(withCharacter(WALLET, 20, "Z"), 30, "Z");
    const byOne = withCharacter(WALLET, 20, "Z");
    const atTheEndsOnly = `9${WALLET.slice(1, -1)}9`;
    const all = [byEnds, atTheEndsOnly, byTwo, WALLET, byMoreOfTheEnds, byOne, byOne];
    const found = lookAlikesOf(
      SOL,
      all.map((address) => ({ value: wallet(address), address })),
    );
    const inOrder = [byOne, byTwo, atTheEndsOnly, byMoreOfTheEnds, byEnds];
    expect(found.map(({ known }) => known.address)).toEqual(inOrder);
  });

  it("are found among ten thousand unrelated values, and none of those", () => {
    const known = Array.from({ length: 10_000 }, (_, at) => pseudoAddress(at + 1));
    const model = known[499] ?? "";
    const forged = `${model.slice(0, 6)}${"1".repeat(32)}${model.slice(-4)}`;
    const found = lookAlikesOf(
      wallet(forged),
      known.map((address) => ({ value: wallet(address), address })),
    );
    expect(found.map((each) => each.known.address)).toEqual([model]);
  });
});

/** Digits that have nothing to do with each other: a multiplicative sequence over a prime. */
function pseudoAddress(seed: number): string {
  const prime = (1n << 160n) - 47n;
  const power = (BigInt(seed) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn) % prime;
  return `0x${((power * power) % prime).toString(16).padStart(40, "0")}`;
}
