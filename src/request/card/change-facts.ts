import type { KnownBlock, MrkdwnElement, RichTextBlockElement } from "@slack/types";
import { context, ourLine } from "../../platform/slack/blocks/blocks.ts";
import {
  ago,
  bold,
  date,
  lines,
  mentions,
  richText,
  shownExactly,
  user,
} from "../../platform/slack/blocks/rich-text.ts";
import { factTable } from "../../platform/slack/blocks/table.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { Fact, NextEnd, Room } from "../change-kind.ts";
import { kindOf } from "../change-kind.ts";
import type { DestinationDetails } from "../rules/change.ts";
import { isDestinationChange } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { railIdOf } from "../rules/change-request.ts";
import { paymentDetailOf } from "../rules/destination.ts";
import { subjectOf } from "../rules/kind-rules.ts";
import { isWaitingToSend } from "../rules/status.ts";
import { connectionName, person } from "../words.ts";
import type { RequestFacts } from "./request-facts.ts";

/** `card`: a table and the value to copy. `review`: the value in groups. `list`: neither, for what may stand in a modal. */
export type Drawn = "card" | "review" | "list";

/** The requested change, with the full value that money depends on, and the reason. A finished one takes fewer facts. */
export function changeFacts(facts: RequestFacts, room: Room, drawn: Drawn): KnownBlock[] {
  const { request } = facts;
  const { change } = request.content;
  const why: Fact = ["Reason", [`“${shortened(change.reason, 1_000, "none")}”`]];
  // Each difference of a long policy gets the room that the rest leaves.
  const size = room.size - JSON.stringify(why).length;
  const { facts: all, body = [] } = kindOf(change).card(change, facts, { ...room, size });
  if (drawn === "card" && request.state.status === "done") return [factTable(all.slice(0, 2))];
  const subject = subjectOf(request);
  const value = subject && shownExactly(paymentDetailOf(subject.details).value, drawn === "review");
  const below = [...(value ? [value] : []), ...body];
  if (drawn === "card" && request.state.status === "in-force" && isDestinationChange(change))
    return [factTable(all.slice(0, 1)), ...blockOf(below)];
  return drawn === "card"
    ? [factTable([...all, why]), ...blockOf(below)]
    : blockOf([...inLines(all.slice(0, 2)), ...below, ...inLines([...all.slice(2), why])]);
}

const inLines = (facts: readonly Fact[]): RichTextBlockElement[] =>
  facts.length === 0 ? [] : [lines(...facts.map(([name, value]) => [bold(`${name}: `), ...value]))];

export function blockOf(parts: readonly RichTextBlockElement[]): KnownBlock[] {
  return parts.length === 0 ? [] : [richText(...parts)];
}

/** The requester, the time left, the origin of the destination, the workspace, and the Rail's id. */
export function changeContext(facts: RequestFacts, room: Room): KnownBlock {
  const { request, workspaceName } = facts;
  const { requestedBy, requestedAt, expiresAt, content, approvals } = request;
  const { context: origin } = kindOf(content.change).card(content.change, facts, room);
  const isWaiting = isWaitingToSend(request);
  const { state } = request;
  const by = state.status === "pending" ? [] : approvals.map((each) => each.by);
  const id = state.status === "in-force" ? state.serviceId : railIdOf(request);
  return context(
    ourLine(
      "Requested by ",
      user(requestedBy),
      isWaiting ? " · expires " : ", ",
      date(isWaiting ? expiresAt : requestedAt),
      by.length > 0 && " · approved by ",
      ...mentions(by, MOST_APPROVERS),
    ),
    state.status !== "done" && origin,
    connectionName(workspaceName, content.connection.environment),
    id != null && shortened(id, 80),
  );
}

const MOST_APPROVERS = 30;

/** More approvers than this are counted instead of named. */
const MOST_NAMED = 5;

/** `Registered 12 days ago by @dan, approved by @ben, @cal`: whitelisted or imported. */
export function registered({
  addedBy,
  approvedBy,
  addedAt,
}: Pick<
  NonNullable<RequestFacts["destination"]>,
  "addedBy" | "approvedBy" | "addedAt"
>): MrkdwnElement {
  return ourLine(
    "Registered ",
    ago(addedAt),
    " by ",
    person(addedBy),
    approvedBy.length > 0 && ", approved by ",
    ...mentions(approvedBy, MOST_NAMED),
  );
}

/**
 * The meaning of an end without effect, or of the `next` one. An earlier attempt may still have taken effect: then this
 * says only what is known.
 */
export function nothingDone(
  request: Pick<ChangeRequest, "content" | "attempt" | "state">,
  next?: NextEnd,
): string {
  const { change } = request.content;
  const { words, nothingElse } = kindOf(change);
  const usual = next ? words.nothingWillBeDone : words.nothingDone;
  return nothingElse?.(change, request, next) ?? usual;
}

export const NOTHING_MORE =
  "Nothing more will be sent. See the thread under the card for earlier attempts.";

export function valueName({ kind }: Pick<DestinationDetails, "kind">): string {
  switch (kind) {
    case "wallet":
      return "address";
    case "bank-account":
      return "IBAN";
  }
}
