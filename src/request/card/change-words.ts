import { readIban } from "../../platform/payment-details/iban.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { setupText } from "../../workspace/set-up/setup-words.ts";
import type { Change, DestinationDetails } from "../rules/change.ts";
import type { ChangeRequest, MadeRail } from "../rules/change-request.ts";
import { code, routeText } from "../words.ts";

interface ChangeWords {
  nothingDone: string;
  nothingWillBeDone: string;
  /** What is done once there are enough approvals. */
  next: string;
  sending: string;
  /** What an approver can no longer do afterwards. */
  noWayBack: string;
  /** Its good end, in capitals. */
  inForce: string;
}

const WORDS: Record<Change["kind"], ChangeWords> = {
  "create-rail": {
    nothingDone: "No Rail was created.",
    nothingWillBeDone: "No Rail will be created.",
    next: "Sent to the Rail service next.",
    sending: "The Rail service is being asked to create the Rail.",
    noWayBack: "It cannot be taken back once the Rail is created.",
    inForce: "DONE",
  },
  "whitelist-destination": {
    nothingDone: "Nothing was whitelisted.",
    nothingWillBeDone: "Nothing will be whitelisted.",
    next: "Sent to the Rail service next.",
    sending: "The Rail service is being asked to whitelist it.",
    noWayBack: "It cannot be taken back once the Rail service has whitelisted it.",
    inForce: "WHITELISTED",
  },
  "import-destination": {
    nothingDone: "Nothing was put into the register.",
    nothingWillBeDone: "Nothing will be put into the register.",
    next: "Put into the register next.",
    sending: "It is being put into the register.",
    noWayBack:
      "Once there are enough approvals, it is in the register; to take it out again needs approvals too.",
    inForce: "IMPORTED",
  },
  "retire-destination": {
    nothingDone: "Nothing was retired.",
    nothingWillBeDone: "Nothing will be retired.",
    next: "Taken out of the forms next.",
    sending: "It is being taken out of the forms.",
    noWayBack: "Once there are enough approvals, it is retired, and no form offers it again.",
    inForce: "RETIRED",
  },
  "change-policy": {
    nothingDone: "The policy stayed as it was.",
    nothingWillBeDone: "The policy will stay as it is.",
    next: "Brought into force next.",
    sending: "It is being brought into force.",
    noWayBack:
      "Once there are enough approvals, it is in force; to change it back needs approvals under the new policy.",
    inForce: "IN FORCE",
  },
  "change-channel": {
    nothingDone: "The approvals channel stayed as it was.",
    nothingWillBeDone: "The approvals channel will stay as it is.",
    next: "Brought into force next.",
    sending: "It is being brought into force.",
    noWayBack:
      "Once there are enough approvals, requests are posted there; to change it back needs approvals too.",
    inForce: "IN FORCE",
  },
  "change-connection": {
    nothingDone:
      "The Rail connection stayed as it was, and the token entered for it is no longer kept.",
    nothingWillBeDone:
      "The Rail connection will stay as it is, and the token entered for it will no longer be kept.",
    next: "Brought into force next.",
    sending: "It is being brought into force.",
    noWayBack:
      "Once there are enough approvals, everything is asked of the new connection; to go back needs approvals too.",
    inForce: "IN FORCE",
  },
};

/** How a kind of change is spoken of, wherever a screen says what became of it or what will. */
export function wordsFor({ kind }: Pick<Change, "kind">): ChangeWords {
  return WORDS[kind];
}

/**
 * What an end without effect came to. An earlier attempt may have taken effect all the same: then no more is said than is
 * known of this one.
 */
export function nothingDone({
  content: { change },
  attempt,
  state,
}: Pick<ChangeRequest, "content" | "attempt" | "state">): string {
  const isAnswered = state.status === "failed" || state.status === "blocked";
  if (attempt <= (isAnswered ? 1 : 0)) return wordsFor(change).nothingDone;
  switch (change.kind) {
    case "create-rail":
      if (state.status === "voided" && state.made) return stillThere(state.made);
      return isAnswered
        ? "This attempt created no Rail."
        : "No Rail is known to have been created; what is known of each attempt stands in the thread under the card.";
    case "whitelist-destination":
      return "Nothing was put into the register. What is known of an earlier attempt at the Rail service stands in the thread under the card.";
    case "import-destination":
    case "retire-destination":
    case "change-policy":
    case "change-channel":
    case "change-connection":
      return wordsFor(change).nothingDone;
  }
}

/** A service that deletes nothing has it for ever. */
const stillThere = ({ railId }: MadeRail) =>
  `The Rail service has said that it created the Rail${railId === null ? "" : `, ${shortened(railId, 80)}`}: take it for live. Signalbox does not look after it.`;

/** `wallet on SOLANA_DEVNET`, `bank account (United Kingdom)`. */
export function destinationText(details: DestinationDetails): string {
  switch (details.kind) {
    case "wallet":
      return `wallet on ${code(details.network)}`;
    case "bank-account": {
      const read = readIban(details.iban);
      const country = read.ok ? (read.countryName ?? read.country) : null;
      return country === null ? "bank account" : `bank account (${country})`;
    }
  }
}

/** What is asked for, in a few words: `GBP → GBPA (SOLANA_DEVNET)`, `whitelist a wallet on SOLANA_DEVNET`. */
export function changeText(change: Change): string {
  switch (change.kind) {
    case "create-rail":
      return routeText(change.spec);
    case "whitelist-destination":
      return `whitelist a ${destinationText(change.details)}`;
    case "import-destination":
      return `import a ${destinationText(change.details)}`;
    case "retire-destination":
      return `retire a ${destinationText(change.details)}`;
    case "change-policy":
    case "change-channel":
    case "change-connection":
      return setupText(change);
  }
}

/** What the value is called: `address` or `IBAN`. */
export function valueName({ kind }: Pick<DestinationDetails, "kind">): string {
  switch (kind) {
    case "wallet":
      return "address";
    case "bank-account":
      return "IBAN";
  }
}
