/** The decimals follow a point; commas separate all groups of three, or none. */
const TYPED = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;

/**
 * Reads a typed amount for the bank: "1,250.5" becomes "1250.5". Returns undefined if it is ambiguous, as "1.250,00" or
 * "1,25" are, or unreadable.
 */
export function readAmount(typed) {
  const text = typed.trim().replaceAll(/\s/g, "");
  if (!TYPED.test(text)) return undefined;
  return text.replaceAll(",", "").replace(/^0+(?=\d)/, "");
}

/** Writes "1250.00" as "1,250.00", from its digits and never as a number. */
export function amountInWords({ amount, asset }) {
  const [whole, decimals] = amount.split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${decimals === undefined ? grouped : `${grouped}.${decimals}`} ${asset}`;
}

/** True if the amount is zero. */
export const isNothing = ({ amount }) => !/[1-9]/.test(amount);
