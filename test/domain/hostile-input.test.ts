import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddress } from "../../src/platform/payment-details/address.ts";
import { readIban } from "../../src/platform/payment-details/iban.ts";
import { faultOfText } from "../../src/platform/text/typed-text.ts";
import { bytesOfBase58, hostile, sumOf } from "../support/hostile-values.ts";
import { IBANS } from "./payment-vectors.ts";

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

        expect(reading.address).toMatch(/^[!-~]{1,200}$/);
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
