import { bech32 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { readAddress } from "../../../src/platform/payment-details/address.ts";
import { chainsOf } from "../../../src/platform/payment-details/chains.ts";
import type { AddressFamily } from "../../../src/platform/payment-details/destination-value.ts";
import { lookAlikesOf } from "../../../src/platform/payment-details/look-alike.ts";
import { ETHEREUM, OTHERS, SOLANA, wallet, withCharacter } from "./vectors.ts";

const MIXED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const [WALLET] = SOLANA;

const read = (typed: string, family: AddressFamily) =>
  readAddress(typed, { network: "SOME_NETWORK", family });

function reasonFor(typed: string, family: AddressFamily): string {
  const reading = read(typed, family);
  return reading.ok ? "taken" : reading.fault;
}

describe("an Ethereum address as it is typed", () => {
  it.each(ETHEREUM)("is taken unchanged with its checksum: %s", (address) => {
    const value = { kind: "wallet", network: "SOME_NETWORK", family: "ethereum", address };
    expect(read(address, "ethereum")).toEqual({ ok: true, value, cleaned: false });
  });

  it.each(ETHEREUM)("gets its checksum when typed in one case, and that is said: %s", (address) => {
    for (const digits of [address.slice(2).toLowerCase(), address.slice(2).toUpperCase()]) {
      for (const typed of [`0x${digits}`, `0X${digits}`]) {
        const cleaned = typed !== address;
        expect(read(typed, "ethereum")).toMatchObject({ ok: true, value: { address }, cleaned });
      }
    }
  });

  it.each([
    ["nothing", " ", "Paste the address."],
    ["a space inside", ` 0x5aAe ${MIXED.slice(6)}`, "Character 8 is a space"],
    ["a no-break space inside", `0x5aAe\u00a0${MIXED.slice(6)}`, "Character 7 is a space"],
    ["a line break behind it", `${MIXED}\n`, "Character 43 is a line break"],
    ["a zero-width joiner", `0x5a\u200d${MIXED.slice(4)}`, "Character 5 (U+200D) cannot be seen"],
    ["a change of direction", `${MIXED}\u202e`, "Character 43 (U+202E) cannot be seen"],
    ["a Cyrillic а", MIXED.replace("a", "а"), '(character 4, U+0430) only looks like "a"'],
    ["backticks of a copied code", `\`${MIXED}\``, '"`" (character 1, U+0060) does not belong'],
    ["no prefix", MIXED.slice(2), "begins with 0x, and this does not"],
    ["a digit too few", MIXED.slice(0, -1), "has 42 characters, and this has 41"],
    ["a transaction's hash", `0x${"ab".repeat(32)}`, "has 42 characters, and this has 66"],
    ["no digit", withCharacter(MIXED, 10, "g"), '"g" (character 11, U+0067) is in no address'],
    ["one letter's case changed", withCharacter(MIXED, 3, "A"), "Its checksum does not fit"],
  ])("is refused with the reason: %s", (_, typed, reason) => {
    expect(reasonFor(typed, "ethereum")).toContain(reason);
  });

  it.each(ETHEREUM)("is refused with any one digit changed, or looks alike: %s", (address) => {
    const known = [{ value: wallet(address) }];
    for (let at = 2; at < address.length; at++) {
      for (const digit of "0123456789abcdefABCDEF") {
        const reading = read(withCharacter(address, at, digit), "ethereum");
        if (!reading.ok || JSON.stringify(reading.value).includes(address)) continue;
        expect(lookAlikesOf(reading.value, known)).toMatchObject([{ edits: 1 }]);
      }
    }
  });

  it("is refused with any one letter in the other case", () => {
    for (let at = 2; at < MIXED.length; at++) {
      const letter = MIXED.charAt(at);
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
      if (other === letter) continue;
      expect(reasonFor(withCharacter(MIXED, at, other), "ethereum")).toContain("checksum");
    }
  });
});

describe("a Solana address as it is typed", () => {
  it.each(SOLANA)("is taken verbatim, without the spaces around it: %s", (address) => {
    const value = { address, family: "solana" };
    expect(read(address, "solana")).toMatchObject({ ok: true, value, cleaned: false });
    expect(read(` ${address}\u00a0`, "solana")).toMatchObject({ ok: true, value, cleaned: true });
  });

  it.each([
    ["a zero, which base58 has not", withCharacter(WALLET, 5, "0"), '"0" (character 6, U+0030)'],
    ["too short", WALLET.slice(0, 31), "has 32 to 44 characters, and this has 31"],
    ["too long", `${WALLET}1`, "has 32 to 44 characters, and this has 45"],
    ["two characters lost", WALLET.slice(0, 42), "has 32 bytes, and this has 31"],
    ["a byte too many", "z".repeat(44), "has 32 bytes, and this has 33"],
    ["grouped", "7xKX tg2C", "Character 5 is a space"],
  ])("is refused with the reason: %s", (_, typed, reason) => {
    expect(reasonFor(typed, "solana")).toContain(reason);
  });
});

describe("an address of another network", () => {
  it.each(OTHERS)("is recognised: %s is of %s", (address, chains) => {
    const reason = `This is an address of ${chains}. Sent to it here, money would be lost.`;

    expect(reasonFor(address, "ethereum")).toContain(reason);
    expect(reasonFor(address, "solana")).toContain(reason);
  });

  it("is recognised between Ethereum and Solana", () => {
    expect(reasonFor(WALLET, "ethereum")).toContain("an address of Solana.");
    expect(reasonFor(MIXED, "solana")).toContain("an address of Ethereum or a network like it.");
  });

  it.each(OTHERS)("is none any more with any one character changed: %s", (address) => {
    for (let at = 0; at < address.length; at++) {
      const other = address.charAt(at) === "3" ? "4" : "3";
      expect(chainsOf(withCharacter(address, at, other))).toEqual([]);
    }
  });

  it("is not seen in what only carries its checksum", () => {
    const payload = Uint8Array.from({ length: 25 }, (_, at) => at);
    const seed = "SBU2RRGLXH3E5CQHTD3ODLDF2BWDCYUSSBLLZ5GNW7JXHDIYKXZWHOKR";

    expect(chainsOf(bech32.encodeFromBytes("lnurl", payload))).toEqual([]);
    expect(chainsOf(bech32.encodeFromBytes("bc", payload))).toEqual([]);
    expect(chainsOf(seed)).toEqual([]);
  });
});

describe("an address on a network of unknown family", () => {
  it("is taken verbatim but for the spaces around it", () => {
    const small = MIXED.toLowerCase();
    const typed = " 0.0.1234567-vfmkw ";

    expect(read(typed, "unknown")).toMatchObject({
      ok: true,
      value: { family: "unknown", address: "0.0.1234567-vfmkw" },
      cleaned: true,
    });
    expect(read(small, "unknown")).toMatchObject({ value: { address: small }, cleaned: false });
  });

  it.each(["", "a b", "a\nb", "a\u200bb", "ａ", "<!channel>", "a".repeat(201)])(
    "is refused all the same: %j",
    (typed) => {
      expect(read(typed, "unknown")).toMatchObject({ ok: false });
    },
  );
});
