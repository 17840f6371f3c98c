import type { PaymentDetail } from "./destination-key.ts";
import { isCaseFree, lowered, printedText } from "./destination-key.ts";
import type { Span } from "./look-alike.ts";

export interface MiddleGroup {
  /** Which group of four an approver is asked for, counted from one. */
  challenge: number;
  expected: string;
  isCaseFree: boolean;
}

/**
 * The group that an approver types from an independent source: never one of the first or last two, which thieves match.
 * Where `differences` to a look-alike are given, one that holds a difference, if there is one: any other would be right
 * for both values. A value of three or four groups gives one from between the first and the last; a shorter one has no
 * middle, null. Throws a RangeError when the number is not between 0 and 1.
 */
export function middleGroupOf(
  detail: PaymentDetail,
  random0to1: number,
  differences: readonly Span[] = [],
): MiddleGroup | null {
  if (!(random0to1 >= 0 && random0to1 <= 1)) throw new RangeError("Not between 0 and 1");
  const text = printedText(detail);
  const groups = text.match(/.{1,4}/gs) ?? [];
  const margin = groups.length > 4 ? 2 : 1;
  const middle = groups.map((_, index) => index).slice(margin, -margin);
  const telling = middle.filter((index) =>
    differences.some(([start, end]) => start < index * 4 + 4 && end > index * 4),
  );
  const choice = telling.length > 0 ? telling : middle;
  const index = choice[Math.min(choice.length - 1, Math.floor(random0to1 * choice.length))];
  const expected = index === undefined ? undefined : groups[index];
  if (index === undefined || expected === undefined) return null;
  return { challenge: index + 1, expected, isCaseFree: isCaseFree(detail) };
}

/** Exact but for blanks around it; small letters and capitals are one only where case carries no meaning. */
export function isGroupRight({ expected, isCaseFree }: MiddleGroup, typed: string): boolean {
  const given = typed.trim();
  return given === expected || (isCaseFree && lowered(given) === lowered(expected));
}
