import type { RichTextBlockElement } from "@slack/types";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  ago,
  copyable,
  copyableInline,
  date,
  lines,
  mentions,
  named,
  quote,
  user,
} from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { SetupRoom } from "../../workspace/set-up/setup-change-facts.ts";
import { setupFacts } from "../../workspace/set-up/setup-change-facts.ts";
import { setupText } from "../../workspace/set-up/setup-words.ts";
import { person } from "../person.ts";
import type { CreateRail, DestinationChange } from "../rules/change.ts";
import type { ChangeRequest, SetupRequest } from "../rules/change-request.ts";
import { isSetupRequest } from "../rules/change-request.ts";
import { paymentDetailOf } from "../rules/destination.ts";
import { deliveryOf, routeText, TYPE_NAMES } from "../words.ts";
import { destinationText } from "./change-words.ts";
import type { RequestFacts } from "./request-facts.ts";

/** What is asked for, by whom and why, with the full value that money depends on; the same before and after its end. */
export function changeFacts(facts: RequestFacts, room: SetupRoom): RichTextBlockElement[] {
  const { request } = facts;
  const { change } = request.content;
  switch (change.kind) {
    case "create-rail":
      return [
        lines(askedLine(request, railText(change)), deliveryLine(facts, change)),
        ...copyable(deliveryOf(change.spec).value),
        ...(change.reference === null
          ? []
          : [lines(["Your reference: ", `“${shortened(change.reference, 100, "blank")}”`])]),
        ...reason(change),
        lines(["Standing route: no amount limit, cannot be undone at the service."]),
      ];
    case "whitelist-destination":
    case "import-destination":
    case "retire-destination":
      return [
        lines(askedLine(request, destinationLeaves(change)), ...registeredLine(facts)),
        ...copyable(paymentDetailOf(change.details).value),
        ...reason(change),
        lines(...consequences(change, facts).map((sentence) => [sentence])),
      ];
    case "change-policy":
    case "change-channel":
    case "change-connection":
      return isSetupRequest(request) ? setupChange(request, facts, room) : [];
  }
}

/** What it would change has the room that the rest leaves. */
function setupChange(
  request: SetupRequest,
  facts: RequestFacts,
  { most, size }: SetupRoom,
): RichTextBlockElement[] {
  const { change } = request.content;
  const asked = lines(askedLine(request, [capitalised(setupText(change))]));
  const why = reason(change);
  const left = size - JSON.stringify([asked, why]).length;
  return [asked, ...setupFacts(request, facts, { most, size: left }), ...why];
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function reason(change: { reason: string }): RichTextBlockElement[] {
  return [lines(["Reason:"]), quote(shortened(change.reason, 1_000, "(none)"))];
}

function railText({ spec }: CreateRail): Leaf[] {
  return [`${TYPE_NAMES[spec.type]} ${routeText(spec)}`];
}

function destinationLeaves(change: DestinationChange): Leaf[] {
  const what = destinationText(change.details);
  switch (change.kind) {
    case "whitelist-destination":
      return [`Whitelist a ${what}`];
    case "import-destination":
      return [`Import a ${what} into the register, as `, copyableInline(change.serviceId)];
    case "retire-destination":
      return [`Retire a ${what}, `, copyableInline(change.serviceId)];
  }
}

function askedLine(
  { requestedBy, requestedAt, expiresAt, state }: ChangeRequest,
  what: readonly Leaf[],
): Leaf[] {
  const mayExpire =
    state.status === "pending" || state.status === "approved" || state.status === "blocked";
  return [
    ...what,
    " · asked by ",
    user(requestedBy),
    ...(mayExpire ? [" · expires ", date(expiresAt)] : [", ", date(requestedAt)]),
  ];
}

function deliveryLine({ destination }: RequestFacts, { spec }: CreateRail): Leaf[] {
  return [
    "To ",
    named(deliveryOf(spec).name),
    ...(destination === null ? [] : [" (", ...whitelisted(destination), ")"]),
  ];
}

/** A new destination is not in the register yet, and once it is, the register would only repeat the card. */
function registeredLine({ request, destination }: RequestFacts): Leaf[][] {
  const isRetirement = request.content.change.kind === "retire-destination";
  return isRetirement && destination !== null
    ? [["In the register: ", ...whitelisted(destination)]]
    : [];
}

/** More approvers than this are counted instead of named. */
const MOST_NAMED = 5;

/** `whitelisted 12 days ago by @dan, approved by @ben, @cal, used by 3 Rails` */
export function whitelisted({
  addedBy,
  approvedBy,
  addedAt,
  usedByRails,
}: Pick<
  NonNullable<RequestFacts["destination"]>,
  "addedBy" | "approvedBy" | "addedAt" | "usedByRails"
>): Leaf[] {
  return [
    "whitelisted ",
    ago(addedAt),
    " by ",
    person(addedBy),
    ...(approvedBy.length === 0 ? [] : [", approved by ", ...mentions(approvedBy, MOST_NAMED)]),
    `, used by ${usedByRails === 0 ? "no Rail yet" : counted(usedByRails, "Rail")}`,
  ];
}

/** What an approval brings about, and what it does not. */
function consequences(change: DestinationChange, facts: RequestFacts): string[] {
  switch (change.kind) {
    case "whitelist-destination":
      return [
        "Once whitelisted, Rails may deliver into it. The service documents no way to take that back; it can be retired here.",
        ...coolDown(facts, "whitelisted"),
      ];
    case "import-destination":
      return [
        "Nothing is sent to the Rail service. Once in the register, Rails may deliver into it; it can be retired here.",
        ...coolDown(facts, "imported"),
      ];
    case "retire-destination":
      return [
        "No new Rail can be asked for into it, and those that wait for approval end. It stays in the register's history.",
        "Rails that deliver into it stay live: the service documents no way to stop them.",
      ];
  }
}

/** Only while it is open: afterwards the register says when it may be used. */
function coolDown({ request, coolDownHours }: RequestFacts, done: string): string[] {
  const { status } = request.state;
  const isOpen =
    status === "pending" ||
    status === "approved" ||
    status === "blocked" ||
    status === "sending" ||
    status === "needs-a-person";
  if (!isOpen) return [];
  return coolDownHours === 0
    ? [`It may be used at once when it is ${done}.`]
    : [`It may be used ${counted(coolDownHours, "hour")} after it was ${done}.`];
}
