import type { KnownBlock } from "@slack/types";
import { context } from "../../platform/slack/blocks/blocks.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { date, link, named, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { isTime } from "../../platform/text/times.ts";
import { code, connectionName, networkName, TYPE_NAMES } from "../../request/words.ts";
import type { RailFacts } from "../screens/rail-facts.ts";

export const NOT_APPROVED = "🔴 Not approved in Signalbox";

/** Above everything that the Rail service or a person wrote. */
export const NOT_APPROVED_LINE = warningLine(
  "nobody approved this Rail.",
  " It was created outside Signalbox. Ask the approvers before you pay.",
);

/** `On-ramp · approved as R-142 · created …` */
export function originLine({ rail, requestNumber, requestLink }: RailFacts): Line {
  const request = requestNumber === undefined ? undefined : `R-${requestNumber}`;
  return [
    `${TYPE_NAMES[rail.type]} · `,
    ...(request === undefined
      ? ["created outside Signalbox"]
      : ["approved as ", requestLink === undefined ? request : link(requestLink, request)]),
    ...(isTime(rail.createdAt) ? [" · created ", date(rail.createdAt)] : []),
  ];
}

export function railContext({ rail, workspaceName, environment }: RailFacts): KnownBlock {
  const id = shortened(rail.id ?? "", 255, "without an id");
  return context(`Rail ${id} · ${connectionName(workspaceName, environment)}`);
}

export type Named = Pick<RailFacts, "destinationName" | "isDestinationApproved">;

/** Bold only where the register has it. */
export function arrivalLine(
  { destination }: RailFacts["rail"],
  { destinationName, isDestinationApproved }: Named,
): Line {
  const network =
    destination.kind === "crypto" ? ` on ${networkName(destination.wallet.network)}` : "";
  return [
    `Arrives as ${code(destination.asset)} in `,
    ...(isDestinationApproved
      ? [named(destinationName), network]
      : [`“${shortened(destinationName, 60)}”${network} (not approved in Signalbox)`]),
  ];
}

export function valueAt({ destination }: RailFacts["rail"]): string | null {
  return destination.kind === "crypto" ? destination.wallet.address : destination.bankAccount.iban;
}
