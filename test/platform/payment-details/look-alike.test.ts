import { composeIBAN } from "ibantools";
import { describe, expect, it } from "vitest";
import type { Marked } from "../../../src/platform/payment-details/look-alike.ts";
import { lookAlikes } from "../../../src/platform/payment-details/look-alike.ts";
import type { PaymentDetail } from "../../../src/platform/payment-details/payment-detail.ts";
import { destinationKey } from "../../../src/platform/payment-details/payment-detail.ts";
import { IBANS, inGroups, withCharacter } from "../../domain/payment-vectors.ts";

const address = (value: string): PaymentDetail => ({ kind: "address", value });
const iban = (value: string): PaymentDetail => ({ kind: "iban", value });

const MIXED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const GB = "GB29NWBK60161331926819";

const isAlike = (one: PaymentDetail, other: PaymentDetail) =>
  lookAlikes(one, [other]).lookAlikes.length === 1;
const marks = ({ text, differences }: Marked) => differences.map((span) => text.slice(...span));
const ofGb = (bban: string) => iban(composeIBAN({ countryCode: "GB", bban }) ?? "");

describe("a known value", () => {
  it("is the same, and no look-alike, in another spelling that means the same", () => {
    const spellings: [PaymentDetail, PaymentDetail][] = [
      [address(MIXED), address(MIXED.toLowerCase())],
      [address(WALLET), address(WALLET)],
      [iban(GB), iban(inGroups(GB).toLowerCase())],
      [
        address("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
        address("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"),
      ],
    ];
    for (const [one, other] of spellings) {
      expect(lookAlikes(one, [other])).toEqual({ same: [other], lookAlikes: [] });
      expect(destinationKey(one)).toBe(destinationKey(other));
    }
  });

  it("is told once, also where several known ones have it", () => {
    const shared = { ...iban(GB), of: "one Rail" };
    const known = [shared, { ...iban(inGroups(GB)), of: "another" }];
    const alike = lookAlikes(iban(GB.replace("6819", "6918")), known).lookAlikes;

    expect(alike.map((each) => each.known)).toEqual([shared]);
  });

  it("is not the same in another case where case carries meaning, but looks like it", () => {
    const known = address(WALLET.toLowerCase());

    const { same, lookAlikes: found } = lookAlikes(address(WALLET), [known]);

    expect(same).toEqual([]);
    expect(found).toMatchObject([{ known, edits: 0 }]);
    expect(found[0] && marks(found[0].ofCandidate).join("")).toBe(WALLET.replace(/[^A-Z]/g, ""));
  });

  it("is not the same with a sign that only becomes the same letter in another case", () => {
    const kelvin = address(MIXED.replace("E", "K"));

    expect(destinationKey(address("0x\u212a"))).not.toBe(destinationKey(address("0xk")));
    expect(destinationKey(iban("GBſ"))).not.toBe(destinationKey(iban("GBS")));
    expect(isAlike(address(MIXED), kelvin)).toBe(true);
  });

  it("is not compared with a value of the other kind", () => {
    expect(lookAlikes(iban(GB), [address(GB)])).toEqual({ same: [], lookAlikes: [] });
  });

  it("keeps what the caller knows about it", () => {
    const known = { ...address(`${MIXED.slice(0, -1)}e`), label: { name: "Treasury" } };

    expect(lookAlikes(address(MIXED), [known]).lookAlikes[0]?.known).toBe(known);
  });
});

describe("an address looks like a known one", () => {
  it("when both ends are equal and the middle is not", () => {
    const forged = `${MIXED.slice(0, 5)}${"1234567890".repeat(4).slice(0, 34)}${MIXED.slice(-3)}`;

    const [found] = lookAlikes(address(forged), [address(MIXED)]).lookAlikes;

    expect(found).toMatchObject({ edits: null, sharedStart: 3, sharedEnd: 3 });
    expect(found?.ofCandidate.text).toBe(forged);
    expect(found?.ofCandidate.differences.at(0)?.[0]).toBe(5);
    expect(found?.ofCandidate.differences.at(-1)?.[1]).toBe(39);
    const [longer] = lookAlikes(address(`${forged.slice(0, 20)}9${forged.slice(20)}`), [
      address(MIXED),
    ]).lookAlikes;
    expect(longer?.ofCandidate.differences).toEqual([[5, 40]]);
    expect(longer?.ofKnown.differences).toEqual([[5, 39]]);
  });

  it("when both ends are equal but for case, also where case carries meaning", () => {
    const forged = `7xkxABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmgasu`;

    expect(isAlike(address(forged), address(WALLET))).toBe(true);
  });

  it.each([
    ["a character changed", withCharacter(WALLET, 20, "Z"), ["b"], ["Z"]],
    ["two neighbours swapped", WALLET.replace("JSDp", "JDSp"), ["SD"], ["DS"]],
    ["a character lost", WALLET.replace("kheT", "kh"), ["eT"], []],
    ["a character doubled", WALLET.replace("kheT", "khheT"), [], ["h"]],
  ])(
    "when there is %s, and the difference is marked on both",
    (_, forged, ofKnown, ofCandidate) => {
      const [found] = lookAlikes(address(forged), [address(WALLET)]).lookAlikes;

      expect(found && marks(found.ofKnown)).toEqual(ofKnown);
      expect(found && marks(found.ofCandidate)).toEqual(ofCandidate);
    },
  );

  it("even when the edits stand at the ends", () => {
    expect(isAlike(address(`9${WALLET.slice(1, -1)}9`), address(WALLET))).toBe(true);
  });

  it("not for what all addresses of its sort begin with", () => {
    const pairs: [string, string][] = [
      ["0x12aeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x12bc0000000000111111111111111111111eAed0"],
      ["bc1qaa8d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4q", "bc1qzz5zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz3t4q"],
      ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TR9abcdefghijkmnopqrstuvwxyzABCj6t"],
    ];
    for (const [one, other] of pairs) expect(isAlike(address(one), address(other))).toBe(false);
  });

  it("not when only one end is equal", () => {
    const start = `${WALLET.slice(0, 10)}${"z".repeat(34)}`;
    const end = `${"z".repeat(34)}${WALLET.slice(-10)}`;

    expect(isAlike(address(start), address(WALLET))).toBe(false);
    expect(isAlike(address(end), address(WALLET))).toBe(false);
  });

  it("not because both are short", () => {
    expect(isAlike(address("0.0.123"), address("0.0.456"))).toBe(false);
    expect(isAlike(address("0.0.1234567"), address("0.0.1234568"))).toBe(true);
  });
});

describe("an IBAN looks like a known one", () => {
  it("when one digit differs, though the check digits then differ too", () => {
    const known = ofGb("NWBK60161331926819");

    const forged = ofGb("NWBK60161331926919");

    expect(lookAlikes(forged, [known]).lookAlikes).toEqual([
      {
        known,
        edits: 1,
        sharedStart: 5,
        sharedEnd: 2,
        ofCandidate: {
          text: forged.value,
          differences: [
            [2, 4],
            [19, 20],
          ],
        },
        ofKnown: {
          text: known.value,
          differences: [
            [2, 4],
            [19, 20],
          ],
        },
      },
    ]);
  });

  it.each([
    ["two neighbours swapped", "NWBK60161331926891"],
    ["two digits changed", "NWBK60161331927919"],
    ["its account number kept at another branch", "NWBK60161431926819"],
    ["the account's beginning and end kept", "NWBK60161331900819"],
  ])("with %s", (_, bban) => {
    expect(isAlike(ofGb(bban), iban(GB))).toBe(true);
  });

  it("when the check digits and the last four are the same, as a shortened one is shown", () => {
    const known = iban(GB);
    const sameDigits = Array.from({ length: 200 }, (_, at) =>
      ofGb(`BARC2000${String(at).padStart(3, "0")}${"0536819"}`),
    ).find(({ value }) => value.startsWith("GB29"));

    expect(sameDigits && isAlike(sameDigits, known)).toBe(true);
  });

  it("when only the country differs", () => {
    const known = iban(IBANS[2]);
    const monaco = composeIBAN({ countryCode: "MC", bban: known.value.slice(4) });

    expect(isAlike(iban(monaco ?? ""), known)).toBe(true);
  });

  it("when one digit differs where two check digits of the account follow from it", () => {
    const bban = "539017547027";
    const other = iban(composeIBAN({ countryCode: "BE", bban }) ?? "");

    expect(lookAlikes(other, [iban("BE68539007547034")]).lookAlikes).toMatchObject([{ edits: 3 }]);
  });

  it("not for being of the same bank and branch", () => {
    expect(isAlike(ofGb("NWBK60161377405162"), iban(GB))).toBe(false);
  });

  it("not for the zeros with which its bank fills up account numbers", () => {
    const known = composeIBAN({ countryCode: "CY", bban: "002001280000001200527600" }) ?? "";
    const other = composeIBAN({ countryCode: "CY", bban: "002001280000003417819600" }) ?? "";

    expect(isAlike(iban(other), iban(known))).toBe(false);
  });

  it("not for any other of the registry's examples", () => {
    const known = IBANS.map(iban);
    for (const each of known) {
      expect(lookAlikes(each, known)).toEqual({ same: [each], lookAlikes: [] });
    }
  });
});

describe("several look-alikes", () => {
  it("stand in the order of how little they differ", () => {
    const byEnds = `7xKX${"z".repeat(36)}gAsU`;
    const byMoreOfTheEnds = `7xKXtg2C${"z".repeat(28)}uJosgAsU`;
    const byTwo = withCharacter(withCharacter(WALLET, 20, "Z"), 30, "Z");
    const byOne = withCharacter(WALLET, 20, "Z");
    const atTheEndsOnly = `9${WALLET.slice(1, -1)}9`;
    const known = [byEnds, atTheEndsOnly, byTwo, WALLET, byMoreOfTheEnds, byOne].map(address);

    const found = lookAlikes(address(WALLET), known);

    expect(found.same.map(({ value }) => value)).toEqual([WALLET]);
    expect(found.lookAlikes.map(({ known }) => known.value)).toEqual([
      byOne,
      byTwo,
      atTheEndsOnly,
      byMoreOfTheEnds,
      byEnds,
    ]);
  });

  it("are few among ten thousand unrelated values", () => {
    const known = Array.from({ length: 10_000 }, (_, at) => address(pseudoAddress(at + 1)));

    const forged = `${pseudoAddress(500).slice(0, 6)}${"1".repeat(32)}${pseudoAddress(500).slice(-4)}`;

    expect(lookAlikes(address(forged), known).lookAlikes.map(({ known }) => known)).toEqual([
      known[499],
    ]);
  });
});

/** A multiplicative sequence over a prime: no hash is needed for digits that have nothing to do with each other. */
function pseudoAddress(seed: number): string {
  const prime = (1n << 160n) - 47n;
  const power = (BigInt(seed) * 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn) % prime;
  return `0x${((power * power) % prime).toString(16).padStart(40, "0")}`;
}
