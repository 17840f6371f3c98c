import type { KnownBlock, RichTextBlock } from "@slack/types";
import { alerts } from "../../platform/slack/blocks/alerts.ts";
import { header } from "../../platform/slack/blocks/blocks.ts";
import { bold, richText, verbatim } from "../../platform/slack/blocks/rich-text.ts";
import type { Room } from "../change-kind.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { requestName } from "../words.ts";
import type { Drawn } from "./change-facts.ts";
import { blockOf, changeContext, changeFacts } from "./change-facts.ts";
import { lookAlikeLines, siblingLine } from "./known-value-lines.ts";
import type { RequestFacts } from "./request-facts.ts";
import { progress, requestPeople } from "./request-people.ts";
import { statusDetails, statusSign, statusTitle } from "./request-status.ts";
import { knownAs, requestWarnings } from "./request-warnings.ts";

interface BodyRoom extends Room {
  /** How many people or groups of a policy are named in one place; more are counted. */
  mostNamed: number;
}

/** Leaves room for a message's buttons, and for what is beside the body. */
const ON_A_CARD: BodyRoom = { most: 2, mostNamed: 10, size: 10_900 };

/** The digest and a line of facts are beside the body. */
export const IN_DETAILS: BodyRoom = { most: 2, mostNamed: 10, size: 10_200 };

/** A view may be much larger, and an approver should see them all. */
export const IN_A_REVIEW: BodyRoom = { most: 20, mostNamed: 200, size: 100_000 };

/**
 * Everything a request says about itself: the status, then the warnings, then what people wrote. `room` is for all of
 * it. A review is drawn like a finished request: without the status and the list of awaited approvers.
 */
export function requestBody(
  facts: RequestFacts,
  room: BodyRoom = ON_A_CARD,
  drawn: Drawn = "card",
): KnownBlock[] {
  const { request, currentPolicy } = facts;
  const isReview = drawn === "review";
  const warnings = requestWarnings(facts);
  const status = isReview
    ? []
    : [richText([bold(statusTitle(request, currentPolicy)), ...progress(facts)])];
  const top = [header(`${statusSign(facts)} ${requestName(request)}`)];
  const details = isReview ? [] : blockOf(statusDetails(request, facts));
  const people = isReview ? [] : blockOf(requestPeople(request, currentPolicy));
  const small = { most: room.mostNamed, size: 0 };
  const foot = changeContext(facts, small);
  const beside = JSON.stringify([top, status, warnings, details, people, foot]).length;
  const body = changeFacts(facts, { most: room.mostNamed, size: room.size - beside }, drawn);
  const left = room.size - beside - JSON.stringify(body).length;
  const known = knownAs(facts, left);
  const size = left - JSON.stringify(known).length;
  const alike = lookAlikeLines(facts.lookAlikes, { ...room, size });
  const red = isReview
    ? [...alerts(warnings), ...blockOf([...known, ...alike])]
    : blockOf([...warnings, ...known, ...alike]);
  const ours = siblingLine(facts.lookAlikes);
  return [...top, ...status, ...red, ...details, ...body, ...people, ...ours, foot];
}

/** The digest that an approval is bound to, in full. */
export function digestBlock({ digest }: Pick<ChangeRequest, "digest">): RichTextBlock {
  return richText(["Digest of what is approved (SHA-256):"], verbatim(digest));
}
