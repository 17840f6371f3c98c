import type { KnownBlock } from "@slack/types";
import type { BankAccount, Rail } from "../../platform/rail-api/rules/rail.ts";
import { context } from "../../platform/slack/blocks/blocks.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { date, link, named, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import { isCopyable, shortened } from "../../platform/text/shown-text.ts";
import { isTime } from "../../platform/text/times.ts";
import { code, connectionName, networkName, TYPE_NAMES } from "../../request/words.ts";
import type { RailFacts } from "../screens/rail-facts.ts";

export const NOT_APPROVED = "🔴 Not approved in Signalbox";

/** Above everything that the Rail service or a person wrote. True of an adopted Rail that has changed, too. */
export const NOT_APPROVED_LINE = warningLine(
  "nobody approved this Rail as it is now.",
  " It was created outside Signalbox. Ask the approvers before you pay.",
);

/** `On-ramp · approved as R-142 · created …`. Nobody approved the name of an adopted Rail that has changed. */
export function originLine({ rail, name, requestNumber, requestLink }: RailFacts): Line {
  const request = requestNumber === undefined ? undefined : `R-${requestNumber}`;
  return [
    `${TYPE_NAMES[rail.type]} · `,
    ...(request === undefined
      ? ["created outside Signalbox"]
      : [
          name === null ? "adopted in " : "approved as ",
          requestLink === undefined ? request : link(requestLink, request),
          ...(name === null ? [", changed since"] : []),
        ]),
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

/** A field of the document, and what the service shows in it: null for nothing, or for blanks only. */
export type Fact = readonly [label: string, value: string | null];

/**
 * The end that money goes into, or the end where it arrives: every field of the document, in the order in which banks
 * ask.
 */
export function factsOf(side: Rail["source"] | Rail["destination"]): Fact[] {
  if (side.kind === "fiat") return accountFacts(side.bankAccount);
  const { displayName, network, address } = side.wallet;
  const filledNetwork = filled(network);
  return [
    ["Network", filledNetwork === null ? null : networkName(filledNetwork)],
    ["Address", filled(address)],
    ["Wallet name", filled(displayName)],
  ];
}

export const REFERENCE = "Reference";

export function accountFacts(account: Omit<BankAccount, "id">): Fact[] {
  return [
    ["Account name", filled(account.displayName)],
    ["IBAN", filled(account.iban)],
    ["Sort code", filled(account.sortCode)],
    ["Account number", filled(account.accountNumber)],
    ["BIC", filled(account.bicSwift)],
    [REFERENCE, filled(account.reference)],
    ["Currency", filled(account.currency)],
  ];
}

/** Byte for byte. */
function filled(value: string | null): string | null {
  return value === null || value.trim() === "" ? null : value;
}

export const PROBLEM_REPORTED = "a problem was reported. Don't pay until the approvers decide.";

/** How to pay into a Rail as text for other programs: only what the service shows, and nothing that hides something. */
export function instructionsText({
  rail,
  name,
  reportedAt,
}: Pick<RailFacts, "rail" | "name" | "reportedAt">): string {
  const facts = factsOf(rail.source).flatMap(([label, value]) =>
    value !== null && isCopyable(value) ? [`${label}: ${value}`] : [],
  );
  const title = name !== null && isCopyable(name) ? [`Pay into ${name}`] : [];
  const warning = reportedAt === null ? [] : [`Warning: ${PROBLEM_REPORTED}`];
  return [...warning, ...title, ...facts].join("\n");
}
