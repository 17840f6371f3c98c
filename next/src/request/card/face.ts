import type { ActionsBlock, MrkdwnElement, RichTextBlockElement } from "@slack/types";
import { button, option, overflow } from "../../platform/slack/blocks/elements.ts";
import { section } from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { MORE, optionValue, type Verb } from "../forms/ids.ts";
import type { Request } from "../rules/request.ts";
import { changeLines, requesterQuote } from "./change-lines.ts";
import { type CardFacts, mayExist, numberOf } from "./facts.ts";
import { approvedBy } from "./people.ts";
import { askAgainText } from "./warnings.ts";

/** What one state looks like; `body.ts` draws all alike, in this order. */
export interface Face {
  /** One sentence of ours: all that a phone's notification shows. */
  says: string;
  /** Red lines. */
  warnings: readonly string[];
  /** The imperative line or the question, and who said what. */
  lead: readonly RichTextBlockElement[];
  /** What the change is, and the requester's words. */
  facts: readonly RichTextBlockElement[];
  /** Who must act. */
  who: readonly RichTextBlockElement[];
  context: readonly Part<MrkdwnElement>[];
  buttons: ActionsBlock["elements"];
}

/** What most faces share: nothing to do but to look. */
export function plainFace(facts: CardFacts, says: string, whole = false): Face {
  const { request, settings, count } = facts;
  const { content, requestedBy, state } = request;
  const counted = state.is === "ready" ? count.kept : request.approvals;
  const lines = changeLines(content.change, settings.coolDownHours, whole);
  const quote = requesterQuote(content.change, requestedBy, whole);
  return {
    says: `${numberOf(request)} ${says}`,
    warnings: mayExist(request) ? [askAgainText(content.change)] : [],
    lead: [],
    facts: [...(lines.length > 0 ? [section(...lines)] : []), ...(quote ? [quote] : [])],
    who: [],
    context: [approvedBy(counted.map(({ by }) => by))],
    buttons: [press(request, "History", "history")],
  };
}

/** A button of a request, said in full to a screen reader. */
export function press(
  request: Request,
  label: string,
  verb: Verb,
  isPrimary = false,
  url?: string,
) {
  const says = `${label} ${numberOf(request)}`;
  return button(label, verb, request.id, { says, isPrimary, ...(url !== undefined && { url }) });
}

/** Secondary acts, behind three dots. */
export function more(request: Request, ...acts: readonly [label: string, verb: Verb][]) {
  return overflow(
    MORE,
    acts.map(([label, verb]) => option(label, optionValue(verb, request.id))),
  );
}
