import type { KnownBlock, ModalView, RichTextBlockElement } from "@slack/types";
import {
  type DestinationValue,
  groupsOf,
} from "../../platform/payment-details/destination-value.ts";
import { lookAlikesOf } from "../../platform/payment-details/look-alike.ts";
import { actions, alert, context, input, ours } from "../../platform/slack/blocks/blocks.ts";
import { button, checkboxes, option } from "../../platform/slack/blocks/elements.ts";
import {
  bold,
  boldCode,
  type Leaf,
  preformatted,
  richText,
  section,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import type { Values } from "../../platform/slack/delivery.ts";
import { ageOf } from "../../platform/text/times.ts";
import { quoted, requesterQuote } from "../card/change-lines.ts";
import { approvedBy, expiry } from "../card/face-parts.ts";
import { type CardFacts, mayExist, numberOf } from "../card/facts.ts";
import { actor, countText, joined, named } from "../card/people.ts";
import { EARLIER, MOST_ALIKE, moreOfRoute, type Warned, warningTexts } from "../card/warnings.ts";
import { type Content, isSecondRail, isSent, valueIn, type Warning } from "../rules/content.ts";
import { digestOf } from "../rules/digest.ts";
import type { Request } from "../rules/request.ts";

/** What a kind adds to its review. */
export interface ReviewPart {
  /** `Rail`, for "Review Rail". */
  noun: string;
  /** Red, before the warnings. */
  alerts?: readonly string[];
  /** Each list is a paragraph. */
  paragraphs: readonly (readonly RichTextBlockElement[])[];
}

/**
 * The review: warnings first, then exactly what is approved. Submitting it asks, or approves.
 * `own`: before it is asked for. `isAgain`: it has changed since it was shown.
 */
export function reviewModal(
  facts: CardFacts,
  part: ReviewPart,
  frame: { id: string; metadata: string },
  own: { isAgain: boolean; note: string | null } | null = null,
): ModalView {
  const { request } = facts;
  const { content, requestedBy } = request;
  const quote = requesterQuote(content.change, requestedBy, "all");
  return modal({
    ...frame,
    title: own ? `Review ${part.noun}` : `Approve ${numberOf(request)}`,
    submit: own ? "Request approval" : "Approve",
    blocks: [
      own?.isAgain && alert("This changed since you saw it. Check it again."),
      mayExist(request) && alert(EARLIER),
      ...(part.alerts ?? []).map(alert),
      ...warningTexts(content, (warning) => detailOf(warning, content, facts.now)).map(alert),
      own?.note ? richText(section([own.note])) : null,
      facts.resume !== null && isSent(facts.request.content) && stopBlock(facts.resume),
      ...part.paragraphs.map((elements) => richText(...elements)),
      quote && richText(quote),
      ...(own ? requesterBlocks(facts) : approverBlocks(facts)),
    ],
  });
}

/** A warning with what a card has no room for; null where there is no more to say. */
export function detailOf(warning: Warning, { change, traits }: Warned, now: string) {
  if (warning.is === "second-rail") {
    const [name, age] = [quoted(warning.name), ageOf(warning.since, now)];
    const more = `${moreOfRoute(traits.warnings)}. A second one is permanent too.`;
    // The content is frozen, and the store knows more: it stays true whatever became of that one.
    return warning.isWaiting
      ? `This Rail was requested already, and may exist: ${name}, ${age} ago${more}`
      : `This Rail exists already: ${name}, ${age} old${more}`;
  }
  const value = valueIn(change);
  if (warning.is !== "looks-like" || !value) return null;
  const groups = differencesBetween(value, warning.value).map((index) => String(index + 1));
  return `Looks like ${quoted(warning.name)}: ${differText(groups)}`;
}

function differText(groups: readonly string[]): string {
  if (groups.length > 4) return `${groups.length} groups differ`;
  const [noun, verb] = groups.length === 1 ? ["group", "differs"] : ["groups", "differ"];
  return `only ${noun} ${joined(groups, "and")} ${verb}`;
}

/** Reviews and Home say that sending is stopped; waiting cards do not. */
export function stopBlock(resume: Request | null): Part<KnownBlock> {
  // Nobody vouches for a record that was changed.
  if (!resume) return richText(section(["🛑 ", bold("Sending is stopped"), "."]));
  const what = bold(`Sending is stopped (${numberOf(resume)})`);
  const wait = ". Approved requests wait.";
  return richText(section(["🛑 ", what, " by ", actor(resume.requestedBy), wait]));
}

function approverBlocks({ request, count, account }: CardFacts): Part<KnownBlock>[] {
  const progress = count.progress.map(countText).join(" · ");
  return [
    context(
      progress !== "" && progress,
      approvedBy(count.kept),
      expiry(request),
      `${account} · You approve exactly what is shown.`,
    ),
    request.content.change.kind !== "resume" &&
      actions(button("Deny", "deny", request.id, { says: `Deny ${numberOf(request)}` })),
  ];
}

function requesterBlocks({ request, count, account }: CardFacts): Part<KnownBlock>[] {
  const { content } = request;
  // Two of the same people are met by the same approvals.
  const different = new Map(
    count.progress.map((each) => [[each.needed, ...each.awaited].join(), each]),
  );
  const needs = [...different.values()].flatMap(({ needed, awaited }, index) => [
    `${index === 0 ? "Needs" : " and"} ${needed} of `,
    ...named(awaited, ","),
  ]);
  const tick = checkboxes(SECOND, [option("I still want another", "yes")]);
  return [
    context(
      needs.length > 0 ? ours(...needs) : "Nobody can approve this: no requirement applies.",
      account,
    ),
    isSecondRail(content.traits) && input(tickOf(content), "A second Rail?", tick),
  ];
}

const SECOND = "second-rail";

/** A tick counts only for what it stood beside: Slack keeps it while the block's id stays. */
const tickOf = (content: Content) => `${SECOND}-${digestOf(content).slice(0, 12)}`;

/** Whether the requester wants a second Rail, where it is one. Slack requires the tick as well. */
export function isTicked(content: Content, values: Values): boolean {
  return !isSecondRail(content.traits) || (values[tickOf(content)]?.[SECOND] ?? []).length > 0;
}

const differencesBetween = (value: DestinationValue, other: DestinationValue) =>
  lookAlikesOf(value, [{ value: other }])[0]?.differences ?? [];

/**
 * The whole value in groups of four, behind `lead`. Beside look-alikes what differs is in bold, and
 * each of them follows in a paragraph of its own, to compare.
 */
export function valueParagraphs(
  { change, traits }: Warned,
  lead: RichTextBlockElement,
): RichTextBlockElement[][] {
  const value = valueIn(change);
  if (!value) return [[lead]];
  const alike = traits.warnings.filter((each) => each.is === "looks-like").slice(0, MOST_ALIKE);
  if (alike.length === 0) {
    return [[lead, preformatted(...rowsOf(value).map((row) => row.join(" ")))]];
  }
  const differences = alike.map((each) => differencesBetween(value, each.value));
  return [
    [lead, markedValue(value, differences.flat())],
    ...alike.map((each, index) => [
      section([`${quoted(each.name)}, to compare`]),
      markedValue(each.value, differences[index] ?? []),
    ]),
  ];
}

/** Six groups a line, so that both values break alike. */
const ON_A_LINE = 6;

function rowsOf(value: DestinationValue): string[][] {
  const groups = groupsOf(value);
  const count = Math.ceil(groups.length / ON_A_LINE);
  return Array.from({ length: count }, (_, row) =>
    groups.slice(row * ON_A_LINE, (row + 1) * ON_A_LINE),
  );
}

function markedValue(value: DestinationValue, differences: readonly number[]) {
  const rows = rowsOf(value).map((row, at) =>
    row.flatMap((group, index): Leaf[] => [
      ...(index > 0 ? [" "] : []),
      differences.includes(at * ON_A_LINE + index) ? boldCode(group) : group,
    ]),
  );
  return section(...rows);
}
