import type { KnownBlock } from "@slack/types";
import type {
  BankAccount,
  OffRampRail,
  OnRampRail,
  Rail,
} from "../../platform/rail-api/rules/rail.ts";
import { context } from "../../platform/slack/blocks/blocks.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  copyableInline,
  date,
  link,
  named,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { isCopyable, shortened } from "../../platform/text/shown-text.ts";
import { isTime } from "../../platform/text/times.ts";
import { code, connectionName, networkName, TYPE_NAMES } from "../../request/words.ts";
import type { RailFacts } from "../screens/rail-facts.ts";

export const NOT_APPROVED = "🔴 Not approved in Signalbox";

/**
 * Above everything that the Rail service or a person wrote.
 * @param requestNumber of the adoption, for a Rail that was adopted and has changed since.
 */
export const notApprovedLine = (requestNumber: number | undefined) =>
  warningLine(
    "nobody approved this Rail as it is now.",
    requestNumber === undefined
      ? " It was created outside Signalbox. Ask the approvers before you pay."
      : " It has changed since it was adopted. Don't pay: report a problem, so that the approvers look at it.",
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

/** Said before anything else. */
export function payingRule({ source }: OnRampRail | OffRampRail): string {
  if (source.kind === "crypto") {
    return `Send only ${code(source.asset)} on ${networkName(source.wallet.network)}. Anything else may be lost.`;
  }
  const rule = "Pay only from a company account that is whitelisted at the Rail service.";
  return hasReference(source) ? `${rule} Always include the reference.` : rule;
}

function hasReference(source: Rail["source"]): boolean {
  return factsOf(source).some(
    ([label, value]) => label === REFERENCE && value !== null && isCopyable(value),
  );
}

export const NOT_FILLED = "not shown by the service";
export const TEST_FIRST = "Send a small test amount first. Fees and timing aren't known to us.";

/** How to pay into a Rail as text for other programs: all that the message says, also what it does not show. */
export function instructionsText(props: RailFacts): string {
  const { rail, name, dispute, reportedAt, workspaceName, environment } = props;
  const route = `${code(rail.source.asset)} → ${code(rail.destination.asset)}`;
  const which = [
    `Pay into ${shortened(name ?? "", 60)}`,
    `${TYPE_NAMES[rail.type]} ${route} · ${connectionName(workspaceName, environment)}`,
  ];
  if (dispute !== null) return [DISPUTED, ...which].join("\n");
  const shown = (value: string | null) =>
    value === null ? NOT_FILLED : copyableInline(value).text;
  const arrival = arrivalLine(rail, props).map((leaf) => {
    if (typeof leaf === "string") return leaf;
    return leaf && leaf.type === "text" ? leaf.text : "";
  });
  return [
    ...(reportedAt === null ? [] : [`Warning: ${PROBLEM_REPORTED}`]),
    ...which,
    ...(rail.type === "EXCHANGE" ? [] : [payingRule(rail)]),
    ...factsOf(rail.source).map(([label, value]) => `${label}: ${shown(value)}`),
    `${arrival.join("")}, ${shown(filled(valueAt(rail)))}`,
    TEST_FIRST,
  ].join("\n");
}

const DISPUTED = "Warning: this Rail is disputed. Do not send money to it.";
