import type { RichTextSection } from "@slack/types";
import type { LookAlike, Marked } from "../../platform/payment-details/look-alike.ts";
import type { PaymentDetail } from "../../platform/payment-details/payment-detail.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { copyableInline, lines } from "../../platform/slack/blocks/rich-text.ts";
import { folded, isCopyable } from "../../platform/text/shown-text.ts";

/**
 * A value above the known one that a person may take it for, in groups of four. Marks show the differences, and words
 * say them for people who do not see the marks.
 */
export function compared({
  ofCandidate,
  ofKnown,
}: Pick<LookAlike<PaymentDetail>, "ofCandidate" | "ofKnown">): RichTextSection[] {
  return [
    lines(
      ["This one: ", ...inMarkedGroups(ofCandidate)],
      ["Known: ", ...inMarkedGroups(ofKnown)],
      [inWords(ofCandidate, ofKnown)],
    ),
  ];
}

/** An eye follows this many marks; beyond that, whole groups or one stretch are marked. */
const MOST_MARKS = 8;

function inMarkedGroups({ text, differences }: Marked): Line {
  if (!isCopyable(text)) return [copyableInline(text)];
  const differs = (start: number, end: number) =>
    differences.some((span) => span[0] < end && span[1] > start);
  const first = Math.min(...differences.map(([start]) => start));
  const last = Math.max(...differences.map(([, end]) => end));
  const finest = [
    runs(text, differs),
    runs(text, (start) => differs(groupAt(start) * GROUP, (groupAt(start) + 1) * GROUP)),
    runs(text, (start) => start >= first && start < last),
  ];
  const shown = finest.find((each) => each.filter(isMarked).length <= MOST_MARKS) ?? [];
  return shown.map((run) => ({
    type: "text",
    text: folded(run.text),
    ...(isMarked(run) && { style: { bold: true, code: true } }),
  }));
}

interface Run {
  text: string;
  isMarked: boolean;
}

const isMarked = (run: Run): boolean => run.isMarked;

/** Stretches of the grouped text that are marked or not. A blank between two marked groups is marked with them. */
function runs(text: string, differs: (start: number, end: number) => boolean): Run[] {
  const found: Run[] = [];
  let at = 0;
  // Whole characters, so that none is split; groups count in UTF-16 units, as the differences do.
  for (const character of text) {
    const isDifferent = differs(at, at + character.length);
    const startsGroup = at > 0 && groupAt(at) !== groupAt(at - 1);
    const shown = character === " " ? "␣" : character;
    const last = found.at(-1);
    if (last?.isMarked === isDifferent) last.text += startsGroup ? ` ${shown}` : shown;
    else {
      const isBlankAhead = startsGroup && last?.isMarked === false;
      if (last && isBlankAhead) last.text += " ";
      found.push({
        text: startsGroup && !isBlankAhead ? ` ${shown}` : shown,
        isMarked: isDifferent,
      });
    }
    at += character.length;
  }
  return found;
}

/** Nobody reads more, and a value longer than any account number would name hundreds. */
const MOST_STRETCHES = 12;

const GROUP = 4;
const groupAt = (at: number): number => Math.floor(at / GROUP);

function inWords(candidate: Marked, known: Marked): string {
  const [first, second] = [differingGroups(candidate), differingGroups(known)];
  const isOnlyCase =
    candidate.text !== known.text && candidate.text.toLowerCase() === known.text.toLowerCase();
  const how = isOnlyCase ? "in capitals and small letters, which matter here, " : "";
  if (first === second) return `They differ ${how}in ${first}.`;
  return `They differ in ${first} of the first and in ${second} of the second.`;
}

/** `group 3`, `groups 3, 5 and 7 to 9`; `no group` if nothing in the value matches the other's difference. */
function differingGroups({ differences }: Marked): string {
  const groups = new Set<number>();
  for (const [start, end] of differences) {
    for (let group = groupAt(start); group <= groupAt(end - 1); group += 1) groups.add(group + 1);
  }
  const stretches: { from: number; to: number }[] = [];
  for (const group of [...groups].sort((one, other) => one - other)) {
    const last = stretches.at(-1);
    if (last?.to === group - 1) last.to = group;
    else stretches.push({ from: group, to: group });
  }
  const named = stretches.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  if (named.length === 0) return "no group";
  if (named.length > MOST_STRETCHES) return `many groups from ${Math.min(...groups)} on`;
  const list = [...named.slice(0, -2), named.slice(-2).join(" and ")].join(", ");
  return `${groups.size === 1 ? "group" : "groups"} ${list}`;
}
