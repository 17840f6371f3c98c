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
  date,
  type Leaf,
  preformatted,
  richText,
  section,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { modal } from "../../platform/slack/blocks/views.ts";
import { ageOf } from "../../platform/text/times.ts";
import { quoted, requesterQuote } from "../card/change-lines.ts";
import { type Account, accountText, type CardFacts, mayExist, numberOf } from "../card/facts.ts";
import { actor, countText, joined, named } from "../card/people.ts";
import { MOST_ALIKE, warningTexts } from "../card/warnings.ts";
import type { Content, Warning } from "../rules/content.ts";
import { valueIn } from "../rules/content.ts";
import type { Count } from "../rules/may.ts";
import type { Request } from "../rules/request.ts";
import type { Settings } from "../rules/settings.ts";
import { requirementsFor } from "../rules/settings.ts";
import { FIELDS } from "./ids.ts";

/** All that a review is drawn from: the requester's and the approvers' alike. */
export interface ReviewFacts {
  content: Content;
  requestedBy: string;
  settings: Settings;
  /** The open `resume` request; null while sending is not stopped. */
  resume: Request | null;
  account: Account;
  now: string;
  /** Of a `create-rail`: the request that registered its destination. */
  destination: Request | null;
  /** Of a `resume`: numbers of the requests that were being sent, or may have been. */
  sending: readonly number[];
  /** What approvers have done so far; null in the requester's review. */
  asked: { request: Request; count: Count } | null;
}

/** What the view is called and carries. `isAgain`: it has changed since it was shown. */
export interface Frame {
  id: string;
  metadata: string;
  isAgain?: boolean;
}

/** What a kind adds to its review. */
export interface ReviewPart {
  /** `Rail`, for "Review Rail". */
  noun: string;
  /** Red, before the warnings. */
  alerts?: readonly string[];
  /** Each list is a paragraph. */
  paragraphs: readonly (readonly RichTextBlockElement[])[];
}

export function toReviewFacts(facts: CardFacts): ReviewFacts {
  const { request, count } = facts;
  const { content, requestedBy } = request;
  return { ...facts, content, requestedBy, asked: { request, count } };
}

/** The review: warnings first, then exactly what is approved. Submitting it asks, or approves. */
export function reviewModal(facts: ReviewFacts, part: ReviewPart, frame: Frame): ModalView {
  const { content, requestedBy, asked } = facts;
  const quote = requesterQuote(content.change, requestedBy, "all");
  return modal({
    id: frame.id,
    title: asked ? `Approve ${numberOf(asked.request)}` : `Review ${part.noun}`,
    submit: asked ? "Approve" : "Request approval",
    metadata: frame.metadata,
    blocks: [
      frame.isAgain === true && alert("This changed since you saw it. Check it again."),
      asked && mayExist(asked.request) && alert("An earlier attempt may have done this already"),
      ...(part.alerts ?? []).map(alert),
      ...warningTexts(content, (warning) => detailOf(warning, facts)).map(alert),
      stopBlock(facts),
      ...part.paragraphs.map((elements) => richText(...elements)),
      quote && richText(quote),
      ...(asked ? approverBlocks(asked, facts) : requesterBlocks(facts)),
    ],
  });
}

function detailOf(warning: Warning, { content, now }: ReviewFacts): string | null {
  if (warning.is === "second-rail") {
    const age = `${quoted(warning.name)}, ${ageOf(warning.since, now)} old`;
    return `You already have this Rail: ${age}. A second one is permanent too.`;
  }
  const value = valueIn(content.change);
  if (warning.is !== "looks-like" || !value) return null;
  const groups = differencesBetween(value, warning.value).map((index) => String(index + 1));
  return `Looks like ${quoted(warning.name)}: ${differText(groups)}`;
}

const MOST_GROUPS = 4;

function differText(groups: readonly string[]): string {
  if (groups.length > MOST_GROUPS) return `${groups.length} groups differ`;
  const [noun, verb] = groups.length === 1 ? ["group", "differs"] : ["groups", "differ"];
  return `only ${noun} ${joined(groups, "and")} ${verb}`;
}

/** Reviews say that sending is stopped; waiting cards do not. */
function stopBlock({ resume, content }: ReviewFacts): Part<KnownBlock> {
  if (!resume || resume.id === content.request) return null;
  const what = bold(`Sending is stopped (${numberOf(resume)})`);
  const wait = ". Approved requests wait.";
  return richText(section(["🛑 ", what, " by ", actor(resume.requestedBy), wait]));
}

function approverBlocks(
  { request, count }: NonNullable<ReviewFacts["asked"]>,
  { account }: ReviewFacts,
): Part<KnownBlock>[] {
  const { expiresAt } = request;
  const progress = count.progress.flatMap((each, index): Leaf[] => [
    `${index > 0 ? " · " : ""}${countText(each)}`,
    ...(each.given.length > 0 ? [": ", ...named(each.given, ",")] : []),
  ]);
  return [
    progress.length > 0 && richText(section(progress)),
    context(
      expiresAt !== null && ours("Expires ", date(expiresAt)),
      `${accountText(account)} · You approve exactly what is shown.`,
    ),
    request.content.change.kind !== "resume" &&
      actions(button("Deny", "deny", request.id, { says: `Deny ${numberOf(request)}` })),
  ];
}

function requesterBlocks({ content, settings, requestedBy, account }: ReviewFacts) {
  const needs = requirementsFor(content, settings).flatMap(({ needed, people }, index) => {
    const others = people.filter((person) => person !== requestedBy);
    return [`${index === 0 ? "Needs" : " and"} ${needed} of `, ...named(others, ",")];
  });
  const hasSecond = content.traits.warnings.some(({ is }) => is === "second-rail");
  const tick = option("I still want another", "yes");
  return [
    context(
      needs.length > 0 ? ours(...needs) : "Nobody can approve this: no requirement applies.",
      accountText(account),
    ),
    hasSecond && input(FIELDS.secondRail, "A second Rail?", checkboxes(FIELDS.secondRail, [tick])),
  ];
}

const differencesBetween = (value: DestinationValue, other: DestinationValue) =>
  lookAlikesOf(value, [{ value: other }])[0]?.differences ?? [];

/**
 * The whole value in groups of four, behind `lead`. Beside look-alikes what differs is in bold, and
 * each of them follows in a paragraph of its own, to compare.
 */
export function valueParagraphs(
  { change, traits }: Content,
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
