import type { ActionsBlock, MrkdwnElement } from "@slack/types";
import { button, option, select } from "../../platform/slack/blocks/elements.ts";
import { bold, type Line, type RichPart } from "../../platform/slack/blocks/rich-text.ts";
import type { Part } from "../../platform/slack/blocks/text.ts";
import { LIMITS } from "../../platform/slack/limits.ts";
import type { Request } from "../rules/request.ts";
import { quoted } from "./change-lines.ts";
import { type CardFacts, numberOf } from "./facts.ts";

/** A request's state on every screen: a sign beside its word. Red means that money is at risk. */
export interface Mark {
  sign: "⏳" | "✅" | "⚠️" | "🔴" | "🛑" | "⚪️";
  state: string;
}

/** What one state looks like; `body.ts` draws all alike, in this order. */
export interface Face {
  /** One sentence of ours: all that a phone's notification shows. */
  says: string;
  /** Red lines. */
  warnings: readonly string[];
  /** The imperative line or the question, and who said what. */
  lead: readonly Part<RichPart>[];
  /** What the change is, and the requester's words. */
  facts: readonly Part<RichPart>[];
  /** Who must act. */
  who: readonly Part<Line>[];
  context: readonly Part<MrkdwnElement>[];
  /** Those of this state; every card has its history as well. */
  buttons: ActionsBlock["elements"];
  /** Secondary acts. */
  more: readonly (readonly [label: string, verb: string])[];
}

/** The `action_id` of the three dots: an option's value is a verb, `:`, and the request's id. */
export const MORE = "more";

/** What everybody has to read, and what it means for them. */
export const leadLine = (imperative: string, ...rest: Line): Line => [
  bold(imperative),
  rest.length > 0 && " ",
  ...rest,
];

/** A button of a request, said in full to a screen reader. */
export function press(
  request: Request,
  label: string,
  verb: string,
  { isPrimary = false, url }: { isPrimary?: boolean; url?: string | null } = {},
) {
  const says = `${label} ${numberOf(request)}`;
  return button(label, verb, request.id, { says, isPrimary, ...(url && { url }) });
}

/** A link to the card; false for a review, and where others cannot open the card. */
export const openCard = ({ request, links: { card: url } }: CardFacts) =>
  url !== null && press(request, "Open card", "open-card", { url });

/** A menu of rows; null for none. A Rail whose id is too long for one can be shown by its id. */
export function menuOf(
  verb: string,
  label: string,
  rows: readonly { value: string; noun: string; name: string | null; route: string }[],
) {
  const options = rows
    .filter(({ value }) => value.length <= LIMITS.option.value[1])
    .map(({ value, noun, name, route }) =>
      option(`${noun} · ${name === null ? route : quoted(name)}`, value),
    );
  return options.length > 0 ? select(verb, options, null, label) : null;
}
