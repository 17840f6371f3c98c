import { amountInWords } from "./amount.js";
import { STATES } from "./words.js";

/** Tells in words, to whoever does not see the page, what became of deposits since they were shown last. */
export function newsOf(deposits, before) {
  const known = new Map(before.map(({ id, state }) => [id, state]));
  return deposits
    .filter(({ id, state }) => known.get(id) !== state)
    .map((deposit) => `${STATES[deposit.state]}: ${amountInWords(deposit.delivered ?? deposit)}`)
    .join(". ");
}
