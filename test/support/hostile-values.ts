import fc from "fast-check";
import { ETHEREUM, IBANS, OTHERS, SOLANA } from "../domain/payment-vectors.ts";

/** What is typed for an IBAN or address by those who mean harm or do not look, and what is right, told without our code. */

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

/** Ten thousand of them are things that nobody should type, most of them a step away from what is right. */
export const hostile = fc.oneof(
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

/** ISO 7064, by the arithmetic of the standard: everything as one number, modulo 97. */
export function sumOf(iban: string): bigint {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((each) => Number.parseInt(each, 36));
  return BigInt(digits.join("")) % 97n;
}

/** As one number written to the base of 58, each leading `1` being a zero byte. */
export function bytesOfBase58(text: string): number[] {
  const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let number = [...text].reduce((sum, each) => sum * 58n + BigInt(alphabet.indexOf(each)), 0n);
  const bytes: number[] = [];
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 255n));
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return [...Array.from({ length: zeros }, () => 0), ...bytes];
}
