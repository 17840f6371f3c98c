import { readIban } from "../../platform/payment-details/iban.ts";
import type { DestinationDetails } from "../../request/rules/change.ts";
import { networkName } from "../../request/words.ts";

/** `wallet on Solana (devnet)`, `bank account (United Kingdom)`. */
export function destinationText(details: DestinationDetails): string {
  switch (details.kind) {
    case "wallet":
      return `wallet on ${networkName(details.network)}`;
    case "bank-account": {
      const read = readIban(details.iban);
      const country = read.ok ? (read.countryName ?? read.country) : null;
      return country === null ? "bank account" : `bank account (${country})`;
    }
  }
}
