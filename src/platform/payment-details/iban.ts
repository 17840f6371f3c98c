import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { type CharacterFault, faultOfCharacters } from "../text/characters.ts";

export type IbanFault =
  | { type: "empty" }
  | CharacterFault
  | { type: "unknown-country"; country: string }
  | { type: "wrong-length"; country: string; expected: number; found: number }
  | { type: "wrong-structure"; country: string }
  /** `account`: the country's own check digits inside the account number. */
  | { type: "wrong-check-digits"; of: "iban" | "account" };

export type IbanReading =
  | {
      ok: true;
      /** Electronic spelling: upper case, no blanks. */
      iban: string;
      /** ISO 3166, such as `GB`. */
      country: string;
      /** In English; null for a code that the runtime has no name for. */
      countryName: string | null;
      /** The kept value differs from the typed one: blanks were removed or the case changed. */
      cleaned: boolean;
    }
  | { ok: false; fault: IbanFault };

/**
 * An IBAN as a person typed it, held against the length, the structure and the check digits of its country (ISO 13616).
 * Blanks and small letters are mended, and said to be; nothing else is.
 */
export function readIban(typed: string): IbanReading {
  const fault = faultOfCharacters(typed, /^[A-Za-z0-9 \t]$/);
  if (fault) return { ok: false, fault };

  const iban = typed.replace(/[ \t]/g, "").toUpperCase();
  if (iban === "") return { ok: false, fault: { type: "empty" } };
  const country = iban.slice(0, 2);
  const formFault = faultOfForm(iban, country);
  if (formFault) return { ok: false, fault: formFault };
  const countryName = COUNTRIES.of(country) ?? null;
  return { ok: true, iban, country, countryName, cleaned: iban !== typed };
}

/** How long an IBAN of the country is; undefined when the country has none. */
export function ibanLength(country: string): number | undefined {
  return Object.hasOwn(countrySpecs, country) ? countrySpecs[country]?.chars : undefined;
}

const COUNTRIES = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

function faultOfForm(iban: string, country: string): IbanFault | undefined {
  const expected = ibanLength(country);
  if (expected === undefined) return { type: "unknown-country", country };
  // The library's patterns for some countries have no anchors: only the length, looked at first, makes them whole.
  if (iban.length !== expected) {
    return { type: "wrong-length", country, expected, found: iban.length };
  }
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return undefined;
  const has = (code: ValidationErrorsIBAN) => errorCodes.includes(code);
  if (
    has(ValidationErrorsIBAN.WrongBBANFormat) ||
    // It has letters in place of the check digits.
    has(ValidationErrorsIBAN.ChecksumNotNumber)
  ) {
    return { type: "wrong-structure", country };
  }
  return {
    type: "wrong-check-digits",
    of: has(ValidationErrorsIBAN.WrongIBANChecksum) ? "iban" : "account",
  };
}
