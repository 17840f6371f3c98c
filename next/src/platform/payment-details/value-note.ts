import { chainNames, chainsOf } from "./chains.ts";
import type { DestinationValue } from "./destination-value.ts";
import { countryOfIban } from "./iban.ts";

/**
 * What it means that a value was taken, for the form and `/rail check`: never that anybody owns it.
 */
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
      const chains = chainsOf(value.address);
      const note = "Format not checked: compare every character.";
      return chains.length === 0
        ? note
        : `${note} It looks like an address of ${chainNames(chains)}.`;
    }
  }
}
