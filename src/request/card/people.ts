import type { RichTextUserMention } from "@slack/types";
import { bold, type Line, user } from "../../platform/slack/blocks/rich-text.ts";
import { cleanText } from "../../platform/text/shown-text.ts";
import type { Progress } from "../rules/may.ts";
import { SIGNALBOX } from "../rules/request.ts";

/** Beyond so many, a number says how many more there are. */
const MOST_NAMES = 3;

type Mentions = readonly (string | RichTextUserMention)[];

const LISTS = {
  and: new Intl.ListFormat("en-GB", { type: "conjunction" }),
  or: new Intl.ListFormat("en-GB", { type: "disjunction" }),
  ",": new Intl.ListFormat("en-GB", { type: "unit" }),
} as const;

/** `3, 5 and 8`. */
export function joined(parts: readonly string[], last: keyof typeof LISTS): string {
  return LISTS[last].format(parts);
}

/** `@Cal, @Dee or @Hal`; `@Cal, @Dee, @Hal and 4 more`. */
export function named(
  people: readonly string[],
  last: keyof typeof LISTS,
  most = MOST_NAMES,
): Mentions {
  const more = people.length - most;
  const shown = LISTS[more > 0 ? "," : last]
    .formatToParts(people.slice(0, most))
    .map(({ type, value }) => (type === "element" ? user(value) : value));
  return more > 0 ? [...shown, ` and ${more} more`] : shown;
}

/** Who did something: a person, or the app itself. */
export function actor(by: string): string | RichTextUserMention {
  return by === SIGNALBOX ? "Signalbox" : user(by);
}

/** `Treasury 1 of 2`. */
export function countText({ name, needed, given }: Progress): string {
  return `${cleanText(name, 60)} ${Math.min(given.length, needed)} of ${needed}`;
}

/** `**Treasury 1 of 2** · ✓ @Ben · needs @Cal or @Dee`. */
export function requirementLine(progress: Progress, most = MOST_NAMES): Line {
  const { needed, given, awaited } = progress;
  const left = needed - given.length;
  return [
    bold(countText(progress)),
    ...(given.length > 0 ? [" · ✓ ", ...named(given, ",", most)] : []),
    ...(left > 0 ? [" · ", ...needs(left, awaited, most)] : []),
  ];
}

/** *And* where everyone named must approve, *or* where one is enough, else how many of them. */
function needs(left: number, awaited: readonly string[], most: number): Mentions {
  if (awaited.length === 0) return ["nobody is left to approve"];
  const isAll = awaited.length === left;
  if (awaited.length <= most && (isAll || left === 1)) {
    return ["needs ", ...named(awaited, isAll ? "and" : "or", most)];
  }
  return [`needs ${left} of `, ...named(awaited, ",", most)];
}
