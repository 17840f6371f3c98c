import { bech32 } from "@scure/base";
import { describe, expect, it } from "vitest";
import type { AddressFault } from "../../../src/platform/payment-details/address.ts";
import { readAddress } from "../../../src/platform/payment-details/address.ts";
import { chainsOf, nearMissOf } from "../../../src/platform/payment-details/chains.ts";
import { lookAlikes } from "../../../src/platform/payment-details/look-alike.ts";
import type { AddressFamily } from "../../../src/platform/payment-details/payment-detail.ts";
import { ETHEREUM, OTHERS, SOLANA, withCharacter } from "../../domain/payment-vectors.ts";

const MIXED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
/** The account of the wallet below for USDC: derived so that nobody can hold its key. */
const OFF_CURVE = "C4PRXFV6Gf5mytVZb6RoeLsG8CjcFWzR2EJ3dvwPTUJH";
const WALLET = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";

const read = (typed: string, family: AddressFamily | null) =>
  readAddress(typed, { id: "SOME_NETWORK", family });

describe("an Ethereum address as it is typed", () => {
  it.each(ETHEREUM)("is taken unchanged with its checksum: %s", (address) => {
    const reading = read(address, "ethereum");

    expect(reading).toEqual({
      ok: true,
      address,
      cleaned: false,
      checked: true,
      family: "ethereum",
    });
  });

  it.each(ETHEREUM)("gets its checksum when typed in one case, and that is said: %s", (address) => {
    for (const digits of [address.slice(2).toLowerCase(), address.slice(2).toUpperCase()]) {
      for (const typed of [`0x${digits}`, `0X${digits}`]) {
        expect(read(typed, "ethereum")).toMatchObject({ address, cleaned: typed !== address });
      }
    }
  });

  it("loses the blanks around it, and that is said", () => {
    expect(read(` ${MIXED}\t`, "ethereum")).toMatchObject({ address: MIXED, cleaned: true });
  });

  it.each<[string, string, AddressFault]>([
    ["nothing", " ", { type: "empty" }],
    ["a blank inside", ` 0x5aAe ${MIXED.slice(6)}`, { type: "blank-inside", at: 7 }],
    ["a line break behind it", `${MIXED}\n`, { type: "line-break", codePoint: "U+000A", at: 42 }],
    [
      "a zero-width joiner",
      `0x5a\u200dAeb6053F3E94C9b9A09f33669435E7Ef1BeAed`,
      { type: "hidden-character", codePoint: "U+200D", at: 4 },
    ],
    [
      "a Cyrillic а",
      MIXED.replace("a", "а"),
      { type: "foreign-character", character: "а", codePoint: "U+0430", looksLike: "a", at: 3 },
    ],
    [
      "backticks of a copied code",
      `\`${MIXED}\``,
      { type: "foreign-character", character: "`", codePoint: "U+0060", looksLike: null, at: 0 },
    ],
    ["no prefix", MIXED.slice(2), { type: "missing-prefix", expected: "0x" }],
    [
      "a digit too few",
      MIXED.slice(0, -1),
      { type: "wrong-length", shortest: 42, longest: 42, found: 41 },
    ],
    [
      "a transaction's hash",
      `0x${"ab".repeat(32)}`,
      { type: "wrong-length", shortest: 42, longest: 42, found: 66 },
    ],
    [
      "a letter that is no digit",
      ` ${withCharacter(MIXED, 10, "g")}`,
      { type: "wrong-alphabet", character: "g", codePoint: "U+0067", at: 11 },
    ],
    ["a small letter made a capital", withCharacter(MIXED, 3, "A"), { type: "wrong-checksum" }],
  ])("is refused with the reason: %s", (_, typed, fault) => {
    expect(read(typed, "ethereum")).toEqual({ ok: false, fault });
  });

  it.each(ETHEREUM)("is refused with any one digit changed, or is a look-alike: %s", (address) => {
    const known = [{ kind: "address" as const, value: address }];
    for (let at = 2; at < address.length; at++) {
      for (const digit of "0123456789abcdefABCDEF") {
        const reading = read(withCharacter(address, at, digit), "ethereum");
        if (!reading.ok || reading.address === address) continue;
        const compared = lookAlikes({ kind: "address", value: reading.address }, known);
        expect(compared, reading.address).toMatchObject({ same: [], lookAlikes: [{ edits: 1 }] });
      }
    }
  });

  it("is refused with any one letter in the other case", () => {
    for (let at = 2; at < MIXED.length; at++) {
      const letter = MIXED.charAt(at);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      if (other === letter) continue;
      const reading = read(withCharacter(MIXED, at, other), "ethereum");
      expect(reading).toEqual({ ok: false, fault: { type: "wrong-checksum" } });
    }
  });
});

describe("a Solana address as it is typed", () => {
  it.each(SOLANA)("is taken verbatim: %s", (address) => {
    expect(read(address, "solana")).toMatchObject({ ok: true, address, cleaned: false });
    expect(read(`  ${address} `, "solana")).toMatchObject({ ok: true, address, cleaned: true });
  });

  it("is said to be on the curve or off it", () => {
    expect(read(WALLET, "solana")).toMatchObject({ isOnCurve: true });
    expect(read(OFF_CURVE, "solana")).toMatchObject({ isOnCurve: false });
  });

  it.each<[string, string, AddressFault]>([
    [
      "a zero, which base58 does not have",
      withCharacter(WALLET, 5, "0"),
      { type: "wrong-alphabet", character: "0", codePoint: "U+0030", at: 5 },
    ],
    [
      "too short",
      WALLET.slice(0, 31),
      { type: "wrong-length", shortest: 32, longest: 44, found: 31 },
    ],
    ["too long", `${WALLET}1`, { type: "wrong-length", shortest: 32, longest: 44, found: 45 }],
    ["a character lost", WALLET.slice(0, -1).slice(0, 42), { type: "not-32-bytes", found: 31 }],
    ["a byte too many", "z".repeat(44), { type: "not-32-bytes", found: 33 }],
    ["grouped", "7xKX tg2C", { type: "blank-inside", at: 4 }],
  ])("is refused with the reason: %s", (_, typed, fault) => {
    expect(read(typed, "solana")).toEqual({ ok: false, fault });
  });
});

describe("an address of another network", () => {
  it.each(OTHERS)("is recognised: %s is of %s", (address, chains) => {
    const fault = { type: "belongs-to", chains };

    expect(read(address, "ethereum")).toEqual({ ok: false, fault });
    expect(read(address, "solana")).toEqual({ ok: false, fault });
  });

  it("is recognised between Ethereum and Solana", () => {
    expect(read(WALLET, "ethereum")).toEqual({
      ok: false,
      fault: { type: "belongs-to", chains: ["solana"] },
    });
    expect(read(MIXED, "solana")).toEqual({
      ok: false,
      fault: { type: "belongs-to", chains: ["ethereum"] },
    });
  });

  it.each(OTHERS)("is none any more with any one character changed: %s", (address) => {
    for (let at = 0; at < address.length; at++) {
      const other = address.charAt(at) === "3" ? "4" : "3";
      expect(chainsOf(withCharacter(address, at, other))).toEqual([]);
    }
  });

  it.each(OTHERS.filter(([address]) => !/^[13mMDrX]/.test(address)))(
    "is nearly one with its last character changed: %s",
    (address, [chain]) => {
      const other = address.endsWith("3") ? "4" : "3";

      expect(nearMissOf(withCharacter(address, address.length - 1, other))).toBe(chain);
    },
  );

  it("is not named for what only carries its checksum", () => {
    const payload = Uint8Array.from({ length: 25 }, (_, at) => at);
    const seed = "SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR";

    expect(chainsOf(bech32.encodeFromBytes("lnurl", payload))).toEqual([]);
    expect(chainsOf(bech32.encodeFromBytes("bc", payload))).toEqual([]);
    expect(chainsOf(seed)).toEqual([]);
  });
});

describe("an address on a network of unknown family", () => {
  it("is taken verbatim, and said not to be checked", () => {
    expect(read(" 0.0.1234567-vfmkw ", null)).toEqual({
      ok: true,
      address: "0.0.1234567-vfmkw",
      cleaned: true,
      checked: false,
      family: null,
      resembles: [],
    });
  });

  it("is said to resemble what it could be", () => {
    expect(read(OTHERS[0][0], null)).toMatchObject({ checked: false, resembles: ["bitcoin"] });
    const small = MIXED.toLowerCase();
    expect(read(small, null)).toMatchObject({ address: small, resembles: ["ethereum"] });
  });

  it.each(["", "a b", "a\nb", "a\u200bb", "ａ", "<!channel>", "a".repeat(257)])(
    "is refused all the same: %j",
    (typed) => {
      expect(read(typed, null)).toMatchObject({ ok: false });
    },
  );
});
