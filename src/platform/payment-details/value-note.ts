import { chainOf } from "./chains.ts";
import type { DestinationValue } from "./destination-value.ts";
import { countryOfIban } from "./iban.ts";

/** What it means that a value was taken, for the form: never that anybody owns it. */
export function valueNote(value: DestinationValue): string {
  if (value.kind === "account") {
    return `Valid IBAN (${countryOfIban(value.iban)}). This does not confirm who owns it.`;
  }
  switch (value.family) {
    case "solana":
      return "Valid format. Solana addresses cannot catch typos: compare every character.";
    case "ethereum":
      return "Valid format. This does not confirm who owns it: compare every character.";
    case "unknown": {
      const chain = chainOf(value.address);
      const likeness = chain === null ? "" : ` It looks like an address of ${chain}.`;
      return `Format not checked: compare every character.${likeness}`;
    }
  }
}
