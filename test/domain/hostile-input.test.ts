import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddress } from "../../src/domain/address.ts";
import { readIban } from "../../src/domain/iban.ts";
import { faultOfText } from "../../src/domain/text.ts";
import { ETHEREUM, IBANS, OTHERS, SOLANA } from "./payment-vectors.ts";

/** Ten thousand things that nobody should type, most of them a step away from what is right. */

const CHARACTERS = [
  ..."09azAZfFoOlI1-.:<`",
  ..."АВеоОα０ａＡ𝟎²①٠",
  ..." \t\n\r\u00a0\u2009\u3000\u2028",
  ..."\u200b\u200d\u2060\ufeff\u00ad\u202e\u0000\u001b\ufe0f\u0301",
  "\ud800",
];
const VALUES = [...IBANS, ...ETHEREUM, ...SOLANA, ...OTHERS.map(([address]) => address)];

interface Step {
  act: "put" | "replace" | "remove" | "swap" | "flip";
  at: number;
  character: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("put", "replace", "remove", "swap", "flip"),
  at: fc.nat({ max: 120 }),
  character: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...CHARACTERS) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
  ),
});

const nearlyRight = fc
  .tuple(
    fc.constantFrom(...VALUES),
    fc.constantFrom("as it is", "small", "capitals", "grouped"),
    fc.array(step, { maxLength: 3 }),
  )
  .map(([value, spelling, steps]) => steps.reduce(taken, spelled(value, spelling)));

const hostile = fc.oneof(
  { weight: 12, arbitrary: nearlyRight },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(..."01aA1zZ"), maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("__proto__", "constructor", "toString29", "x".repeat(50_000)),
  },
);

function spelled(value: string, spelling: string): string {
  if (spelling === "small") return value.toLowerCase();
  if (spelling === "capitals") return value.toUpperCase();
  return spelling === "grouped" ? value.replace(/(.{4})/g, "$1 ") : value;
}

function taken(text: string, { act, at: anywhere, character }: Step): string {
  const at = anywhere % (text.length + 1);
  const [before, here, behind] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  switch (act) {
    case "put":
      return before + character + here + behind;
    case "replace":
      return before + character + behind;
    case "remove":
      return before + behind;
    case "swap":
      return before + behind.charAt(0) + here + behind.slice(1);
    case "flip":
      return (
        before + (here === here.toLowerCase() ? here.toUpperCase() : here.toLowerCase()) + behind
      );
  }
}

const withoutBlanks = (text: string) => text.replace(/[ \t]/g, "");

describe("ten thousand hostile inputs", () => {
  it("are no IBANs unless the sum says so, and none is changed in silence", () => {
    let accepted = 0;
    fc.assert(
      fc.property(hostile, (typed) => {
        const reading = readIban(typed);
        if (!reading.ok) {
          expect(reading.fault.type).toMatch(/^[a-z0-9-]+$/);
          return;
        }
        accepted++;

        const { iban, cleaned } = reading;
        expect(iban).toMatch(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/);
        expect(sumOf(iban)).toBe(1n);
        expect(IBANS.find((each) => each.startsWith(iban.slice(0, 2)))).toHaveLength(iban.length);
        expect(cleaned).toBe(iban !== typed);
        expect(iban).toBe(withoutBlanks(typed).replace(/[a-z]/g, (letter) => letter.toUpperCase()));
      }),
      { numRuns: 3000 },
    );
    // Else nothing was tried.
    expect(accepted).toBeGreaterThan(100);
  });

  it("are no Ethereum addresses unless form and case say so, and none is changed in silence", () => {
    let accepted = 0;
    fc.assert(
      fc.property(hostile, (typed) => {
        const reading = readAddress(typed, { id: "ETHEREUM_SEPOLIA", family: "ethereum" });
        if (!reading.ok) {
          expect(reading.fault.type).toMatch(/^[a-z0-9-]+$/);
          return;
        }
        accepted++;

        const { address, cleaned } = reading;
        const given = typed.replace(/^[ \t]+|[ \t]+$/g, "");
        expect(given).toMatch(/^0[xX][0-9a-fA-F]{40}$/);
        expect(address.toLowerCase()).toBe(given.toLowerCase());
        expect(cleaned).toBe(address !== typed);
        // Those with capitals of their own must have come through as they are.
        if (/[a-f]/.test(given) && /[A-F]/.test(given))
          expect(address.slice(2)).toBe(given.slice(2));
        expect(readAddress(address, { id: "", family: "ethereum" })).toMatchObject({
          cleaned: false,
        });
      }),
      { numRuns: 2500 },
    );
    // Else nothing was tried.
    expect(accepted).toBeGreaterThan(40);
  });

  it("are no Solana addresses unless they are 32 bytes, on the curve as the equation says", () => {
    let accepted = 0;
    fc.assert(
      fc.property(hostile, (typed) => {
        const reading = readAddress(typed, { id: "SOLANA_DEVNET", family: "solana" });
        if (!reading.ok) {
          expect(reading.fault.type).toMatch(/^[a-z0-9-]+$/);
          return;
        }
        accepted++;

        const { address, cleaned } = reading;
        expect(address).toBe(typed.replace(/^[ \t]+|[ \t]+$/g, ""));
        expect(cleaned).toBe(address !== typed);
        const bytes = bytesOfBase58(address);
        expect(bytes).toHaveLength(32);
        expect(reading).toMatchObject({ isOnCurve: solvesEd25519(bytes) });
      }),
      { numRuns: 1500 },
    );
    // Else nothing was tried.
    expect(accepted).toBeGreaterThan(10);
  });

  it("are kept unchecked on an unknown network only if they are plain characters", () => {
    let accepted = 0;
    fc.assert(
      fc.property(hostile, (typed) => {
        const reading = readAddress(typed, { id: "SOMEWHERE", family: null });
        if (!reading.ok) {
          expect(reading.fault.type).toMatch(/^[a-z0-9-]+$/);
          return;
        }
        accepted++;

        expect(reading.address).toMatch(/^[!-~]{1,256}$/);
        expect(reading.address).toBe(typed.replace(/^[ \t]+|[ \t]+$/g, ""));
        expect(reading).toMatchObject({ cleaned: reading.address !== typed, checked: false });
      }),
      { numRuns: 1000 },
    );
    // Else nothing was tried.
    expect(accepted).toBeGreaterThan(100);
  });

  it("are no names when they hold what cannot be shown in one line", () => {
    fc.assert(
      fc.property(hostile, (typed) => {
        if (faultOfText(typed, { max: 80 }) !== undefined) return;

        expect(typed.trim()).not.toBe("");
        expect([...typed].length).toBeLessThanOrEqual(80);
        for (const character of typed) {
          const code = character.codePointAt(0) ?? 0;
          expect(code < 0x20 || (code >= 0x7f && code < 0xa0)).toBe(false);
          expect((code >= 0x202a && code <= 0x202e) || (code >= 0xd800 && code < 0xe000)).toBe(
            false,
          );
        }
      }),
      { numRuns: 2000 },
    );
  });
});

/** ISO 7064, by the arithmetic of the standard: everything as one number, modulo 97. */
function sumOf(iban: string): bigint {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((each) => Number.parseInt(each, 36));
  return BigInt(digits.join("")) % 97n;
}

/** As one number written to the base of 58, each leading `1` being a zero byte. */
function bytesOfBase58(text: string): number[] {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let number = [...text].reduce((sum, each) => sum * 58n + BigInt(alphabet.indexOf(each)), 0n);
  const bytes: number[] = [];
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 255n));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return [...Array.from({ length: zeros }, () => 0), ...bytes];
}

/** RFC 8032, 5.1.3: x² = (y² - 1) / (d y² + 1) has a root, by Euler's criterion. */
function solvesEd25519(bytes: readonly number[]): boolean {
  const prime = (1n << 255n) - 19n;
  const power = (base: bigint, exponent: bigint): bigint => {
    let [result, square] = [1n, base % prime];
    for (let left = exponent; left > 0n; left >>= 1n) {
      if (left & 1n) result = (result * square) % prime;
      square = (square * square) % prime;
    }
    return result;
  };
  const whole = bytes.toReversed().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const y = (whole & ((1n << 255n) - 1n)) % prime;
  const d = (prime - 121665n) * power(121666n, prime - 2n);
  const square = (y * y - 1n + prime) * power(d * y * y + 1n, prime - 2n);
  return power(square, (prime - 1n) / 2n) !== prime - 1n;
}
