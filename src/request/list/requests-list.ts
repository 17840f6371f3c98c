import { DESTINATION_KINDS } from "../../authority/kinds.ts";
import { header, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { date, user } from "../../platform/slack/blocks/rich-text.ts";
import type { ButtonArgs } from "../../platform/slack/intake/listeners.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { requestAnswer } from "../card/approval-card.ts";
import { statusTitle } from "../card/request-status.ts";
import { kindOf } from "../change-kind.ts";
import type { Command } from "../command.ts";
import { takesNothing } from "../command.ts";
import type { Context } from "../context.ts";
import { findPolicy } from "../queries/companies.ts";
import { findRequest, listRequests } from "../queries/requests.ts";
import type { Policy } from "../rules/approval/policy.ts";
import { policyNow } from "../rules/approval/policy.ts";
import type { Change } from "../rules/change.ts";
import { isSetupChange } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf, railIdsOf } from "../rules/change-request.ts";
import { destinationFacts, paymentDetailOf } from "../rules/destination.ts";
import { subjectOf } from "../rules/kind-rules.ts";
import type { ListRow } from "../rules/list-row.ts";
import { endedInVain, hasEnded, isWithPeople } from "../rules/status.ts";
import { GONE, pressedRequest } from "../screens/whose-request.ts";
import type { List } from "./list.ts";
import { listAnswer, listButtons, listCommand } from "./narrow.ts";

export interface RequestRow extends ListRow {
  request: ChangeRequest;
  policy: Policy;
}

const TYPES = { rail: "Rail", destination: "Destination", dispute: "Dispute", setup: "Set-up" };

const STATES = {
  pending: "Open",
  review: "Needs review",
  done: "Done",
  ended: "Ended without effect",
};

export const requestList: List<RequestRow> = {
  name: "requests",
  words: { verb: "requests", types: TYPES, states: STATES },
  noun: ["request", "requests"],
  usualSort: "age",
  codes: "asset",
  columns: ["Request", "Status", "What", "Requested by", "When"],
  async read({ db }, { workspaceId }) {
    const policy = await findPolicy(db, workspaceId);
    return {
      rows: (await listRequests(db, workspaceId)).map((each) => requestRowOf(each, policy)),
    };
  },
  cells: ({ name, request, policy }) => [
    name,
    statusTitle(request, policyNow(request, policy)),
    kindOf(request.content.change).title(request.content.change),
    [user(request.requestedBy)],
    [date(request.requestedAt)],
  ],
  fileColumns: ["Reason", "Rail ids", "Digest"],
  fileCells: ({ request }) => [
    request.content.change.reason,
    railIdsOf(request).join(" "),
    request.digest,
  ],
  async open(context, { workspaceId }, requestId) {
    const request = await findRequest(context.db, { workspaceId, requestId });
    return request ? requestAnswer(context, request) : GONE;
  },
  noneIn: { pending: "No open requests" },
  nothing: (command) => [header("No requests yet"), section(`Request a Rail with ${command} new.`)],
};

export const requestsCommand = listCommand(
  requestList,
  "lists all requests; words narrow it: pending, done, by me, since march, part of a name",
);

export const pendingCommand: Command<undefined> = {
  verb: "pending",
  usage: { takes: "", does: "lists open requests" },
  act: () => "look",
  parse: takesNothing("pending"),
  answer: (context, _, { workspaceId, userId }) =>
    listAnswer(context, { workspaceId, userId }, requestList, "pending"),
};

export const requestListButtons = listButtons(requestList, [action.showPending]);

export function requestRowOf(request: ChangeRequest, policy: Policy): RequestRow {
  const { change } = request.content;
  const subject = subjectOf(request);
  return {
    ...{ request, policy },
    ref: request.id,
    name: `${numberOf(request)} · ${shortened(change.name, 50)}`,
    type: typeOf(change),
    states: statesOf(request),
    assets: kindOf(change).traits(change).assets,
    to: destinationNameOf(change),
    by: request.requestedBy,
    at: request.requestedAt,
    values: [
      numberOf(request),
      ...railIdsOf(request),
      ...(subject ? [paymentDetailOf(subject.details).value, subject.serviceId ?? ""] : []),
    ],
  };
}

function destinationNameOf(change: Change): string | null {
  if (change.kind === "adopt-rail") return change.destinationName;
  return change.kind === "create-rail" ? destinationFacts(change.spec.destination).name : null;
}

function typeOf(change: Change): keyof typeof TYPES {
  if (isSetupChange(change)) return "setup";
  if (DESTINATION_KINDS.some((kind) => kind === change.kind)) return "destination";
  return change.kind === "end-dispute" ? "dispute" : "rail";
}

function statesOf(request: ChangeRequest): (keyof typeof STATES)[] {
  if (endedInVain(request)) return ["ended"];
  if (hasEnded(request)) return ["done"];
  return isWithPeople(request) ? ["pending", "review"] : ["pending"];
}

/** [Open] beside a request in any other list. */
export async function showRequest(context: Context, args: ButtonArgs): Promise<void> {
  const request = await pressedRequest(context, args);
  if (request) await args.respond(privately(await requestAnswer(context, request)));
}
