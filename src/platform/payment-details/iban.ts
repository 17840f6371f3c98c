import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { COPY_AGAIN, characterFault } from "./character-fault.ts";
import type { ValueReading } from "./destination-value.ts";

/**
 * An IBAN as a person typed it or copied it from a bank's app, checked for its country's length,
 * structure and check digits (ISO 13616). Spaces of every kind, hyphens and zero-width characters
 * go and small letters become capitals: the check digits show that nothing else was lost. All else
 * that cannot be seen is refused.
 */
export function readIban(typed: string): ValueReading {
  const iban = typed.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
  const fault =
    characterFault(typed, ALLOWED, "an IBAN has only the letters A to Z and digits") ??
    formFault(iban);
  if (fault !== null) return { ok: false, fault };
  return { ok: true, value: { kind: "account", iban } };
}

/** The country of an IBAN in English; its code where the runtime has no name for it. */
export function countryOfIban(iban: string): string {
  const code = iban.slice(0, 2);
  return (/^[A-Z]{2}$/.test(code) ? COUNTRIES.of(code) : undefined) ?? code;
}

/** Letters, digits, spaces, hyphens, dashes, and zero-width characters that turn no direction. */
const ALLOWED =
  /^(?:[A-Za-z0-9\p{Zs}\t\-\u00AD\u2010-\u2015\u2212\u200B\u2060\uFEFF]|\u200C|\u200D)$/u;
const COUNTRIES = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
const CHECK_AGAIN = "Check for a typo and paste it again from the source.";

function formFault(iban: string): string | null {
  if (iban === "") return "Type or paste the IBAN.";
  const country = iban.slice(0, 2);
  const expected = countrySpecs[country]?.chars;
  if (expected === undefined) {
    return `No country with IBANs has the code "${country}". ${CHECK_AGAIN}`;
  }
  // The library's patterns for some countries have no anchors: only the length, checked first,
  // makes them whole.
  if (iban.length !== expected) {
    const has = `has ${expected} characters, and this has ${iban.length}`;
    return `An IBAN that begins with ${country} ${has}. ${COPY_AGAIN}`;
  }
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return null;
  const has = (...codes: ValidationErrorsIBAN[]) => codes.some((each) => errorCodes.includes(each));
  const { WrongBBANFormat, ChecksumNotNumber, WrongIBANChecksum } = ValidationErrorsIBAN;
  if (has(WrongBBANFormat, ChecksumNotNumber)) {
    const what = `one that begins with ${country} has letters and digits in other places`;
    return `Invalid IBAN: ${what}. ${CHECK_AGAIN}`;
  }
  return has(WrongIBANChecksum)
    ? `Invalid IBAN: its check digits do not fit. ${CHECK_AGAIN}`
    : `Invalid IBAN: the check digits in its account number do not fit. ${CHECK_AGAIN}`;
}
