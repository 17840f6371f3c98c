import type { RichTextSection } from "@slack/types";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  ago,
  bold,
  date,
  mentions,
  named,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationFacts, whyUnusable } from "../../request/rules/destination.ts";
import { code, person } from "../../request/words.ts";

/** `Treasury cold wallet · Wallet on SOLANA_DEVNET · may be used` */
export function destinationTitle(destination: Destination, now: string): Leaf[] {
  const { name, network } = destinationFacts(destination);
  const kind = destination.kind === "wallet" ? "Wallet" : "Bank account";
  return [
    named(name),
    ` · ${kind}${network === null ? "" : ` on ${code(network)}`} · `,
    ...destinationState(destination, now),
    ...(destination.provenAt === null ? [" · ", bold("unproven")] : []),
  ];
}

function destinationState(destination: Destination, now: string): Leaf[] {
  switch (whyUnusable(destination, now)) {
    case undefined:
      return ["may be used"];
    case "cooling-down":
      return ["cooling down until ", date(destination.usableFrom)];
    case "contradicted":
      return [bold("contradicted")];
    case "retired":
      return [
        "retired",
        ...(destination.retiredAt === null ? [] : [" ", date(destination.retiredAt)]),
      ];
  }
}

/** The red line of one of which the service shows something else under its id. */
export function contradiction({ contradictedAt }: Destination, isBrief = false): RichTextSection[] {
  if (contradictedAt === null) return [];
  if (isBrief) return [warningLine("contradicted by the Rail service. Send nothing to it.")];
  return [
    warningLine(
      "contradicted. The Rail service has shown its id with another value, first ",
      date(contradictedAt),
      ". Send nothing to it; an administrator has to ask the Rail service why.",
    ),
  ];
}

/** More approvers than this are counted instead of named. */
const MOST_NAMED = 5;

/** `Asked for by @ana, approved by @ben, @cal, whitelisted 12 days ago` */
export function provenance(
  { addedBy, approvedBy, addedAt }: Destination,
  mostNamed = MOST_NAMED,
): Leaf[] {
  return [
    "Asked for by ",
    person(addedBy),
    ...(approvedBy.length === 0 ? [] : [", approved by ", ...mentions(approvedBy, mostNamed)]),
    ", whitelisted ",
    ago(addedAt),
  ];
}
