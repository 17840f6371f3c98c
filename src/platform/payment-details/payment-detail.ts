/** A place that money can go to, without its name: an IBAN, or an address on some blockchain. */
export interface PaymentDetail {
  kind: "iban" | "address";
  value: string;
}

/** The forms of address that are checked, as the operator names them behind a network in `RAIL_NETWORKS`. */
export const ADDRESS_FAMILIES = ["ethereum", "solana"] as const;
export type AddressFamily = (typeof ADDRESS_FAMILIES)[number];

/**
 * Two values with the same key are one account or one address (on whatever network): an IBAN in electronic spelling, an
 * address without the case that carries no meaning.
 */
export function destinationKey(detail: PaymentDetail): string {
  const text = printedText(detail);
  return isCaseFree(detail) ? lowered(text) : text;
}

/** The value as it is shown, compared and marked: an IBAN in electronic spelling, an address verbatim. */
export function printedText({ kind, value }: PaymentDetail): string {
  if (kind === "address" || !ASCII.test(value)) return value;
  return value.replace(/[ \t]/g, "").toUpperCase();
}

/** The form of a family's addresses if they mean the same in any case; null if they do not. */
const CASE_FREE: Record<AddressFamily, RegExp | null> = {
  // EIP-55 is only a checksum.
  ethereum: /^0x[0-9a-f]+$/i,
  solana: null,
};

/** An IBAN, an address of these families and bech32 mean the same in any case. */
export function isCaseFree({ kind, value }: PaymentDetail): boolean {
  if (kind === "iban" || Object.values(CASE_FREE).some((form) => form?.test(value))) return true;
  return value.length > 14 && (BECH32.test(value) || BECH32_CAPITALS.test(value));
}

/** In small letters if it is ASCII: beyond it the Kelvin sign would become a `k`, and `İ` two characters. */
export function lowered(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : text;
}

const ASCII = /^[\t\n\r -~]*$/;
const BECH32 = /^[a-z][a-z_]*1[02-9ac-hj-np-z]+$/;
const BECH32_CAPITALS = /^[A-Z][A-Z_]*1[02-9AC-HJ-NP-Z]+$/;
