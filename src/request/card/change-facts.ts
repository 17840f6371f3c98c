import type { RichTextBlockElement } from "@slack/types";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { ago, date, lines, mentions, quote, user } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { Room } from "../change-kind.ts";
import { kindOf } from "../change-kind.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { isWaitingToSend } from "../rules/status.ts";
import { person } from "../words.ts";
import type { RequestFacts } from "./request-facts.ts";

/** The change, its requester and reason, with the full value that money depends on; the same before and after its end. */
export function changeFacts(facts: RequestFacts, { most, size }: Room): RichTextBlockElement[] {
  const { request } = facts;
  const { change } = request.content;
  const kind = kindOf(change);
  const why = [lines(["Reason:"]), quote(shortened(change.reason, 1_000, "(none)"))];
  // Each difference of a long policy has the room that the rest leaves.
  const rest = JSON.stringify([lines(askedLine(request, [kind.title(change)])), why]).length;
  const part = kind.card(change, facts, { most, size: size - rest });
  const { asked, below = [], body, consequences = [] } = part;
  return [
    lines(askedLine(request, asked), ...below),
    ...body,
    ...why,
    ...(consequences.length === 0 ? [] : [lines(...consequences.map((each) => [each]))]),
  ];
}

function askedLine(
  { requestedBy, requestedAt, expiresAt, state }: ChangeRequest,
  what: readonly Leaf[],
): Leaf[] {
  return [
    ...what,
    " · asked by ",
    user(requestedBy),
    ...(isWaitingToSend({ state }) ? [" · expires ", date(expiresAt)] : [", ", date(requestedAt)]),
  ];
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
