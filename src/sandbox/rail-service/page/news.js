import { amountInWords } from "./amount.js";
import { STATES } from "./words.js";

/** Announces changes of deposits in words, for people who do not see the page. */
export function newsOf(deposits, before) {
  const known = new Map(before.map(({ id, state }) => [id, state]));
  return deposits
    .filter(({ id, state }) => known.get(id) !== state)
    .map((deposit) => `${STATES[deposit.state]}: ${amountInWords(deposit.delivered ?? deposit)}`)
    .join(". ");
}
