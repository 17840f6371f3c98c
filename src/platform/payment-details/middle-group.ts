import type { Span } from "./look-alike.ts";
import { isCaseFree, lowered, type PaymentDetail, printedText } from "./payment-detail.ts";

export interface MiddleGroup {
  /** Which group of four an approver is asked for, counted from one. */
  challenge: number;
  expected: string;
  isCaseFree: boolean;
}

/**
 * The group that an approver types from an independent source: none of the first or last two, which thieves match. Where
 * `differences` to a look-alike are given, one that holds a difference, since any other would be right for both values;
 * at an end only where the middle holds none. A value of three or four groups gives one from between the first and the
 * last; a shorter one has no middle, null. Throws a RangeError when the number is not between 0 and 1.
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
  const indices = groups.map((_, index) => index);
  const middle = indices.slice(margin, -margin);
  if (middle.length === 0) return null;
  const telling = indices.filter((index) =>
    differences.some(([start, end]) => start < index * 4 + 4 && end > index * 4),
  );
  const tellingMiddle = telling.filter((index) => middle.includes(index));
  const choice = [tellingMiddle, telling].find(({ length }) => length > 0) ?? middle;
  const index = choice[Math.min(choice.length - 1, Math.floor(random0to1 * choice.length))];
  const expected = index === undefined ? undefined : groups[index];
  if (index === undefined || expected === undefined) return null;
  return { challenge: index + 1, expected, isCaseFree: isCaseFree(detail) };
}

/** Right except for case, where that matters. */
export function isCaseSlip({ expected }: MiddleGroup, typed: string): boolean {
  return lowered(typed.trim()) === lowered(expected);
}

/** Exact except for blanks around it; case is ignored only if it carries no meaning. */
export function isGroupRight({ expected, isCaseFree }: MiddleGroup, typed: string): boolean {
  const given = typed.trim();
  return given === expected || (isCaseFree && lowered(given) === lowered(expected));
}
