import { composeIBAN } from "ibantools";
import { describe, expect, it } from "vitest";
import {
  type DestinationValue,
  groupsOf,
} from "../../../src/platform/payment-details/destination-value.ts";
import { lookAlikesOf } from "../../../src/platform/payment-details/look-alike.ts";
import { account, ETHEREUM, IBANS, inGroups, SOLANA, wallet, withCharacter } from "./vectors.ts";

const MIXED = ETHEREUM[4];
const [WALLET] = SOLANA;
const GB = account(IBANS[0]);

const ofCountry = (countryCode: string, bban: string) =>
  account(composeIBAN({ countryCode, bban }) ?? "");
const alike = (one: DestinationValue, other: DestinationValue) =>
  lookAlikesOf(one, [{ value: other }])[0];

describe("a known value", () => {
  it("is no look-alike in another spelling, nor on another network", () => {
    const pairs: [DestinationValue, DestinationValue][] = [
      [wallet(MIXED), wallet(MIXED.toLowerCase())],
      [wallet(WALLET), wallet(WALLET)],
      [wallet(MIXED, "BASE"), wallet(MIXED, "ETHEREUM")],
      [GB, account(inGroups(IBANS[0]).toLowerCase())],
    ];
    for (const [one, other] of pairs) expect(alike(one, other)).toBeUndefined();
  });

  it("looks alike on another network, as on its own", () => {
    const forged = withCharacter(WALLET, 20, "Z");

    expect(alike(wallet(forged, "SOLANA"), wallet(WALLET, "SOLANA_DEVNET"))).toBeDefined();
  });

  it("looks alike in another case where case carries meaning", () => {
    const lower = withCharacter(WALLET, 4, "T");

    expect(alike(wallet(lower), wallet(WALLET))).toMatchObject({ edits: 0, differences: [1] });
  });

  it("is not compared with a value of the other kind", () => {
    expect(alike(GB, wallet(IBANS[0]))).toBeUndefined();
    expect(alike(GB, wallet(withCharacter(IBANS[0], 9, "9")))).toBeUndefined();
  });

  it("comes once, and with what the caller knows about it", () => {
    const known = { value: wallet(withCharacter(WALLET, 20, "Z")), name: "Treasury" };
    const found = lookAlikesOf(wallet(WALLET), [known, { ...known, name: "Again" }]);

    expect(found.map((each) => each.known)).toEqual([known]);
  });
});

describe("an address looks like a known one", () => {
  it.each([
    ["a character changed", withCharacter(WALLET, 20, "Z"), 1, [5]],
    ["two neighbours swapped", WALLET.replace("JSDp", "JDSp"), 1, [4]],
    ["characters of two groups changed", WALLET.replace("W87d97TX", "W87e97TY"), 2, [2, 3]],
    ["a character lost", WALLET.replace("kheT", "khe"), 1, [7, 8, 9, 10]],
    ["a character doubled", WALLET.replace("JosgAsU", "JosggAsU"), 1, [10, 11]],
    ["both ends changed", `9${WALLET.slice(1, -1)}9`, 2, [0, 10]],
  ])("with %s; the groups that differ are named", (_, forged, edits, differences) => {
    expect(alike(wallet(forged), wallet(WALLET))).toMatchObject({ edits, differences });
  });

  it("when both ends are equal, case aside, and the middle is not", () => {
    const middle = "1234567890".repeat(4).slice(0, 34);
    const forged = `${MIXED.slice(0, 5)}${middle}${MIXED.slice(-3)}`;

    expect(alike(wallet(forged), wallet(MIXED))?.edits).toBeNull();
    const seen = wallet("7xkxABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmgasu");
    expect(alike(seen, wallet(WALLET))?.edits).toBeNull();
  });

  it("not for what all addresses of its sort begin with", () => {
    const pairs: [string, string][] = [
      ["0x12aeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x12bc0000000000111111111111111111111eAed0"],
      ["bc1qaa8d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4q", "bc1qzz5zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz3t4q"],
      ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TR7abcdefghijkmnopqrstuvwxyzABCj6t"],
    ];
    for (const [one, other] of pairs) expect(alike(wallet(one), wallet(other))).toBeUndefined();
  });

  it("not when only one end is equal", () => {
    const start = `${WALLET.slice(0, 10)}${"z".repeat(34)}`;
    const end = `${"z".repeat(34)}${WALLET.slice(-10)}`;

    expect(alike(wallet(start), wallet(WALLET))).toBeUndefined();
    expect(alike(wallet(end), wallet(WALLET))).toBeUndefined();
  });

  it("not because both are short", () => {
    expect(alike(wallet("0.0.123"), wallet("0.0.456"))).toBeUndefined();
    expect(alike(wallet("0.0.1234567"), wallet("0.0.1234568"))).toBeDefined();
    expect(alike(wallet("abc-0123456-xyz"), wallet("abc-7890789-xyz"))).toBeUndefined();
  });
});

describe("an IBAN looks like a known one", () => {
  it("when one digit differs, though the check digits then differ too", () => {
    const forged = ofCountry("GB", "NWBK60161331926919");
    const found = alike(forged, GB);

    expect(found).toMatchObject({ edits: 1, differences: [0, 4] });
    expect(found?.differences.map((at) => groupsOf(forged)[at])).toEqual(["GB45", "9269"]);
  });

  it.each([
    ["two neighbours swapped", "NWBK60161331926891"],
    ["two digits changed", "NWBK60161331927919"],
    ["its account number kept at another branch", "NWBK60161431926819"],
    ["the account's beginning and end kept", "NWBK60161331900819"],
  ])("with %s", (_, bban) => {
    expect(alike(ofCountry("GB", bban), GB)).toBeDefined();
  });

  it("when check digits and the last four are the same, as a shortened one is shown", () => {
    const candidates = Array.from({ length: 200 }, (_, at) =>
      ofCountry("GB", `BARC2000${String(at).padStart(3, "0")}0536819`),
    );
    const same = candidates.find((each) => groupsOf(each)[0] === "GB29");

    expect(same && alike(same, GB)).toMatchObject({ edits: null });
  });

  it("when a longer account number keeps its beginning and end", () => {
    const other = ofCountry("DE", "370400440532999000");

    expect(alike(other, account(IBANS[1]))).toMatchObject({ edits: null });
  });

  it("when only the country differs", () => {
    expect(alike(ofCountry("MC", IBANS[2].slice(4)), account(IBANS[2]))).toBeDefined();
  });

  it("when two check digits of the account follow from one that differs", () => {
    const other = ofCountry("BE", "539017547027");

    expect(alike(other, account("BE68539007547034"))).toMatchObject({ edits: 3 });
  });

  it("not for being of the same bank and branch", () => {
    expect(alike(ofCountry("GB", "NWBK60161377405162"), GB)).toBeUndefined();
  });

  it("not for the zeros with which its bank fills up account numbers", () => {
    const known = ofCountry("CY", "002001280000001200527600");

    expect(alike(ofCountry("CY", "002001280000003417819600"), known)).toBeUndefined();
  });

  it("not for any other of the registry's examples", () => {
    const known = IBANS.map((iban) => ({ value: account(iban) }));
    for (const { value } of known) expect(lookAlikesOf(value, known)).toEqual([]);
  });
});

describe("several look-alikes", () => {
  it("stand in the order of how little they differ", () => {
    const byEnds = `7xKX${"z".repeat(36)}gAsU`;
    const byMoreOfTheEnds = `7xKXtg2C${"z".repeat(28)}uJosgAsU`;
    const byTwo = withCharacter(withCharacter(WALLET, 20, "Z"), 30, "Z");
    const byOne = withCharacter(WALLET, 20, "Z");
    const atTheEndsOnly = `9${WALLET.slice(1, -1)}9`;
    const known = [byEnds, atTheEndsOnly, byTwo, WALLET, byMoreOfTheEnds, byOne].map((address) => ({
      value: wallet(address),
      address,
    }));
    const found = lookAlikesOf(wallet(WALLET), known);

    expect(found.map((each) => each.known.address)).toEqual([
      byOne,
      byTwo,
      atTheEndsOnly,
      byMoreOfTheEnds,
      byEnds,
    ]);
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
