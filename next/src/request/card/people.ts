import type { MrkdwnElement, RichTextUserMention } from "@slack/types";
import { ours } from "../../platform/slack/blocks/blocks.ts";
import { bold, type Line, user } from "../../platform/slack/blocks/rich-text.ts";
import { cleanText } from "../../platform/text/shown-text.ts";
import type { Progress } from "../rules/may.ts";
import { SIGNALBOX } from "../rules/request.ts";

/** Beyond so many, a number says how many more there are. */
const MOST_NAMES = 3;

export type Mentions = readonly (string | RichTextUserMention)[];

/** `@Cal, @Dee or @Hal`; `@Cal, @Dee, @Hal and 4 more`. */
export function named(people: readonly string[], last: string, most = MOST_NAMES): Mentions {
  const shown = people.slice(0, most);
  const more = people.length - shown.length;
  return [
    ...shown.flatMap((person, at) => {
      const isLast = more === 0 && at === shown.length - 1;
      const before = at === 0 ? [] : [isLast && last !== "," ? ` ${last} ` : ", "];
      return [...before, user(person)];
    }),
    ...(more > 0 ? [` and ${more} more`] : []),
  ];
}

/** Who did something: a person, or the app itself. */
export function actor(by: string): string | RichTextUserMention {
  return by === SIGNALBOX ? "Signalbox" : user(by);
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

/** `Treasury 1 of 2`. */
export function countText({ name, needed, given }: Progress): string {
  return `${cleanText(name, 60)} ${Math.min(given.length, needed)} of ${needed}`;
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

/** `Approved by @Ben, @Cal`; null where nobody's approval counts. */
export function approvedBy(people: readonly string[]): MrkdwnElement | null {
  return people.length === 0 ? null : ours("Approved by ", ...named(people, ","));
}

/** Names of requirements in a sentence: `Treasury or CFO`. */
export function requirementNames(progress: readonly Progress[], last: "and" | "or"): string {
  const names = progress.map(({ name }) => cleanText(name, 60));
  return names.length === 0 ? "Nobody" : joined(names, last);
}

/** Everyone who may still approve, each once. */
export function awaitedPeople(progress: readonly Progress[]): string[] {
  const unmet = progress.filter(({ needed, given }) => given.length < needed);
  return [...new Set(unmet.flatMap(({ awaited }) => awaited))];
}

/** `3, 5 and 8`. */
export function joined(parts: readonly string[], last: "and" | "or"): string {
  const before = parts.slice(0, -1).join(", ");
  return [before, ...parts.slice(-1)].filter((part) => part !== "").join(` ${last} `);
}
