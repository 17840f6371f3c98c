/** The words of the page, as people at a bank say them. */

export const STATES = {
  received: "Received",
  converted: "Converted",
  delivered: "Delivered",
  held: "Held",
  returned: "Returned",
};

export const REASONS = {
  "source-not-whitelisted": "It came from an account that is not whitelisted.",
  "wrong-asset": "It is not the asset that this Rail takes.",
  "wrong-network": "It came on another network than this Rail's.",
};

export const KINDS = {
  opening: "Opening balance",
  payment: "Payment",
  transfer: "Transfer",
  conversion: "Conversion",
  fee: "Fee",
  delivery: "Delivery",
  return: "Return",
};

/** Writes an IBAN in groups of four, as on paper, and an address as it is. */
export const numberOf = ({ iban, address }) => (iban === undefined ? address : inFours(iban));

const inFours = (iban) => iban.replaceAll(/(.{4})(?=.)/g, "$1 ");

/** Shortens an id to "rail_01k…9x4", which still tells Rails apart. */
export const shortId = (id) => (id.length > 17 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);

/** Writes "1 deposit" or "3 deposits". */
export const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });

/** Writes only the time of a moment today. */
export function timeInWords(at) {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? TIME.format(time) : `${DAY.format(time)}, ${TIME.format(time)}`;
}
