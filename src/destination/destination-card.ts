import type { RichTextSection } from "@slack/types";
import type { ReadAddress } from "../platform/payment-details/address.ts";
import { readAddress } from "../platform/payment-details/address.ts";
import { chainsOf } from "../platform/payment-details/chains.ts";
import { readIban } from "../platform/payment-details/iban.ts";
import { ADDRESS_FAMILIES } from "../platform/payment-details/payment-detail.ts";
import { chainNames } from "../platform/payment-details/value-faults.ts";
import { warningLine } from "../platform/slack/blocks/rich-text.ts";
import { counted } from "../platform/text/times.ts";
import type { RequestFacts } from "../request/card/request-facts.ts";
import type {
  DestinationDetails,
  ImportDestination,
  WhitelistDestination,
} from "../request/rules/change.ts";
import { networkName } from "../request/words.ts";

/** Only while it is open: afterwards the register says when it may be used. */
export function coolDown({ request, coolDownHours }: RequestFacts, done: Done): string[] {
  const { status } = request.state;
  const isOpen =
    status === "pending" ||
    status === "approved" ||
    status === "blocked" ||
    status === "sending" ||
    status === "needs-a-person";
  return isOpen ? [usableSentence(coolDownHours, done)] : [];
}

type Done = "whitelisted" | "imported";

/** The time runs from its registration, which may come long after its approval. */
export function usableSentence(hours: number, done: Done): string {
  const from = hours === 0 ? "as soon as" : `${counted(hours, "hour")} after`;
  return `Rails can pay it ${from} it is ${done}.`;
}

/** The form of a checked address says which family it was checked for: no two families share one. */
export function unchecked({
  details,
  isFormatChecked,
}: WhitelistDestination | ImportDestination): RichTextSection[] {
  if (details.kind === "bank-account") return [];
  const { network: id, address } = details;
  const chains = isFormatChecked ? chainsOf(address) : [];
  const family = ADDRESS_FAMILIES.find((each) => chains.includes(each)) ?? null;
  const reading = readAddress(address, { id, family });
  return reading.ok ? addressWarnings(reading, id) : [];
}

/** Warns about an address whose form is right, or could not be checked. */
export function addressWarnings(reading: ReadAddress, network: string): RichTextSection[] {
  switch (reading.family) {
    case "ethereum":
      return [];
    case "solana":
      return reading.isOnCurve ? [] : [NO_KEY];
    case null: {
      const { resembles } = reading;
      const resemblance =
        resembles.length === 0 ? "" : ` It looks like an address of ${chainNames(resembles)}.`;
      return [
        warningLine(
          `the format of addresses on ${networkName(network)} is not checked. A typing error would not be noticed: compare every character.${resemblance}`,
        ),
      ];
    }
  }
}

const NO_KEY = warningLine(
  "no private key can exist for this address.",
  " It belongs to a program, token account or vault, or is mistyped. Money sent there may be lost. Ask the owner to confirm it.",
);

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
