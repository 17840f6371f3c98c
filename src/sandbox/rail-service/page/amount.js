/** A decimal point before the last digits, and commas between groups of three or none at all. */
const TYPED = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;

/**
 * What a person typed, as the bank takes it: "1,250.5" is "1250.5". Undefined where it could be read in two ways, as
 * "1.250,00" or "1,25", or in none.
 */
export function readAmount(typed) {
  const text = typed.trim().replaceAll(/\s/g, "");
  if (!TYPED.test(text)) return undefined;
  return text.replaceAll(",", "").replace(/^0+(?=\d)/, "");
}

/** "1250.00" as "1,250.00": the digits themselves, never counted as a number. */
export function amountInWords({ amount, asset }) {
  const [whole, decimals] = amount.split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${decimals === undefined ? grouped : `${grouped}.${decimals}`} ${asset}`;
}

/** Whether decimals are nothing but zeros. */
export const isNothing = ({ amount }) => !/[1-9]/.test(amount);
