import type { KnownBlock, RichTextBlock, RichTextBlockElement } from "@slack/types";
import { header } from "../../platform/slack/blocks/blocks.ts";
import { bold, lines, richText, verbatim } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { Room } from "../change-kind.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { environmentName } from "../words.ts";
import { changeFacts } from "./change-facts.ts";
import { lookAlikeLines } from "./known-value-lines.ts";
import type { RequestFacts } from "./request-facts.ts";
import { requestPeople } from "./request-people.ts";
import { statusDetails, statusTitle } from "./request-status.ts";
import { knownAs, requestWarnings } from "./request-warnings.ts";

interface BodyRoom extends Room {
  /** How many people or groups of a policy are named in one place; more are counted. */
  mostNamed: number;
}

/** Leaves room for the buttons of a message, and for what stands beside the body. */
const ON_A_CARD: BodyRoom = { most: 2, mostNamed: 10, size: 10_900 };

/** Beside the body stand the digest and a line of facts. */
export const IN_DETAILS: BodyRoom = { most: 2, mostNamed: 10, size: 10_200 };

/** A view may be much larger, and whoever approves is to see them all. */
export const IN_A_REVIEW: BodyRoom = { most: 20, mostNamed: 200, size: 100_000 };

/** Everything a request says of itself, the same before and after its end. `room` is for all of it. */
export function requestBody(facts: RequestFacts, room: BodyRoom = ON_A_CARD): KnownBlock[] {
  const { request, currentPolicy, workspaceName } = facts;
  const { change, connection } = request.content;
  const place = `${shortened(workspaceName, 60)} · ${environmentName(connection.environment)}`;
  const warnings = requestWarnings(facts);
  const people = requestPeople(request, currentPolicy);
  const top = [
    header(`${numberOf(request)} · ${shortened(change.name, 60)}`),
    richText(
      lines([bold(statusTitle(request, currentPolicy)), ` · ${place}`]),
      ...statusDetails(request, facts),
    ),
  ];
  const beside = JSON.stringify([top, warnings, people]).length;
  const setupRoom = { most: room.mostNamed, size: room.size - beside };
  const above = [...top, richText(...changeFacts(facts, setupRoom))];
  const left = room.size - JSON.stringify([above, warnings, people]).length;
  const known = knownAs(facts, left);
  const size = left - JSON.stringify(known).length;
  const alike = lookAlikeLines(facts.lookAlikes, { ...room, size });
  return [...above, ...blockOf([...warnings, ...known, ...alike]), ...blockOf(people)];
}

function blockOf(parts: readonly RichTextBlockElement[]): KnownBlock[] {
  return parts.length === 0 ? [] : [richText(...parts)];
}

/** The digest that an approval is bound to, in full. */
export function digestBlock({ digest }: Pick<ChangeRequest, "digest">): RichTextBlock {
  return richText(lines(["Digest of what is approved (SHA-256):"]), verbatim(digest));
}
