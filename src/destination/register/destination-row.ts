import type { KnownBlock, RichTextBlockElement, RichTextSection } from "@slack/types";
import { destinationKey } from "../../platform/payment-details/payment-detail.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
import { actions, button, context, header } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import {
  ago,
  bold,
  copyBlock,
  date,
  lines,
  mentions,
  named,
  richText,
  user,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { buttonValue } from "../../request/card/button-value.ts";
import { unproven } from "../../request/card/request-warnings.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { destinationFacts, whyUnusable } from "../../request/rules/destination.ts";
import { networkName, person } from "../../request/words.ts";
import type { RegisterEntry, RegisterRow } from "./register-list.ts";
import { factsOf } from "./register-list.ts";

/**
 * An entry of the register, opened: its state, risk, value and history. Its last button leads back to the list, narrowed
 * by these words.
 */
export function destinationRow(row: RegisterRow, now: string, words: string): KnownBlock[] {
  const { name, serviceId } = factsOf(row);
  return [
    header(row.is === "unregistered" ? `“${shortened(name, 60)}”` : shortened(name, 60)),
    richText(...registerFacts(row, now)),
    ...(serviceId === null
      ? []
      : [context(`Id at the Rail service: ${shortened(serviceId, 255)}`)]),
    actions(...nextSteps(row), button("All destinations", action.showDestinations, words || "all")),
  ];
}

/** Its state, what is wrong with it, its value, and who brought it there. */
export function registerFacts(row: RegisterRow, now: string): RichTextBlockElement[] {
  const { network, value } = factsOf(row);
  return [
    lines([...entryState(row, now), ` · ${whatItIs(network)}`]),
    ...warnings(row),
    ...copyBlock(value),
    ...(value === "" ? [lines(["The Rail service does not show its IBAN."])] : []),
    lines(...history(row)),
  ];
}

/** `✅ Ready to use` */
export function entryState(entry: RegisterEntry, now: string): Line {
  switch (entry.is) {
    case "registered":
      return destinationState(entry.destination, now);
    case "waiting":
      return [`⏳ Waiting: ${numberOf(entry.request)}`];
    case "unregistered":
      return ["🔴 Not approved here"];
  }
}

function warnings(row: RegisterRow): RichTextSection[] {
  switch (row.is) {
    case "registered": {
      const { destination } = row;
      const isUnproven = destination.provenAt === null;
      return [...contradiction(destination), ...(isUnproven ? [unproven(destination)] : [])];
    }
    case "waiting":
      return [];
    case "unregistered": {
      const details = row.rails.flatMap(({ destination }) => destination.detail ?? []);
      const isAmbiguous = new Set(details.map(destinationKey)).size > 1;
      return isAmbiguous
        ? [warningLine("the Rail service shows this id with more than one value.", LAST_SEEN)]
        : [];
    }
  }
}

const LAST_SEEN = " The one below was seen last.";

function history(row: RegisterRow): Lines {
  switch (row.is) {
    case "registered": {
      const { destination, railsInto } = row;
      const names = railsInto.map(({ name, railId }) => name ?? railId);
      const { provenAt } = destination;
      return [
        provenance(destination),
        provenAt !== null && ["Confirmed by the Rail service ", date(provenAt)],
        [names.length === 0 ? "Not used yet" : `Used by ${railNames(names)}`],
        ...openRequest(row),
      ];
    }
    case "waiting": {
      const { content, requestedBy, requestedAt } = row.request;
      const what = content.change.kind === "import-destination" ? "Import" : "Whitelisting";
      return [[`${what} requested by `, user(requestedBy), ", ", date(requestedAt)]];
    }
    case "unregistered": {
      const latest = row.rails[0]?.lastSeenAt;
      const rails = railNames(row.rails.map(({ railId }) => railId));
      return [
        [`Used by ${rails}, created outside Signalbox`],
        latest !== undefined && ["Last seen ", ago(latest)],
        ...openRequest(row),
      ];
    }
  }
}

function openRequest({ openRequest: number }: { openRequest: number | null }): Lines {
  return number === null ? [] : [[`R-${number} about it is open.`]];
}

function nextSteps(row: RegisterRow) {
  switch (row.is) {
    case "registered": {
      const { destination } = row;
      const isOpen = destination.retiredAt === null && row.openRequest === null;
      return isOpen ? [button("Retire…", action.retireDestination, destination.id)] : [];
    }
    case "waiting":
      return [button("Open request", action.showRequest, buttonValue(row.request))];
    case "unregistered": {
      const { serviceId } = row.end;
      return row.openRequest === null && isUsableId(serviceId)
        ? [button("Import…", action.importDestination, JSON.stringify({ serviceId }))]
        : [];
    }
  }
}

/** Only a wallet has a network. */
function whatItIs(network: string | null): string {
  return network === null ? "Bank account" : `Wallet on ${networkName(network)}`;
}

const MOST_NAMED = 3;

/** `Rails “Payroll”, “Float” and 4 more` */
function railNames(names: readonly string[]): string {
  const first = names.slice(0, MOST_NAMED).map((name) => `“${shortened(name, 40)}”`);
  const more = names.length - first.length;
  return `${names.length === 1 ? "Rail" : "Rails"} ${first.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** `Treasury cold wallet · Wallet on Solana (devnet) · ✅ Ready to use` */
export function destinationTitle(destination: Destination, now: string): Line {
  const { name, network } = destinationFacts(destination);
  const isUnproven = destination.provenAt === null;
  return [
    named(name),
    ` · ${whatItIs(network)} · `,
    ...destinationState(destination, now),
    ...(isUnproven ? [" · ", bold("unproven")] : []),
  ];
}

function destinationState(destination: Destination, now: string): Line {
  switch (whyUnusable(destination, now)) {
    case undefined:
      return ["✅ Ready to use"];
    case "cooling-down":
      return ["⏳ Ready from ", date(destination.usableFrom)];
    case "contradicted":
      return [bold("🛑 Contradicted, do not use")];
    case "retired":
      return ["⛔ Retired ", destination.retiredAt && date(destination.retiredAt)];
  }
}

/** The red line of one of which the service shows something else under its id. */
export function contradiction(destination: Destination): RichTextSection[] {
  const { contradictedAt, kind } = destination;
  if (contradictedAt === null) return [];
  const what = kind === "wallet" ? "address or network" : "IBAN";
  return [
    warningLine(
      "do not send money to it.",
      ` The Rail service has shown another ${what} for its id, first `,
      date(contradictedAt),
      ". An administrator has to ask the Rail service why.",
    ),
  ];
}

/** More approvers than this are counted instead of named. */
const MOST_APPROVERS = 5;

/** `Requested by @ana, approved by @ben, @cal, registered 12 days ago` */
export function provenance({ addedBy, approvedBy, addedAt }: Destination): Line {
  const approvers = mentions(approvedBy, MOST_APPROVERS);
  return [
    "Requested by ",
    person(addedBy),
    ...(approvedBy.length === 0 ? [] : [", approved by ", ...approvers]),
    ", registered ",
    ago(addedAt),
  ];
}
