import { type DestinationValue, groupsOf, ignoresCase, lowered } from "./destination-value.ts";

/** The group of four that an approver types from their own records. */
export interface MiddleGroup {
  /** Which group it is, and which characters, all counted from 1. */
  number: number;
  first: number;
  last: number;
  expected: string;
  ignoresCase: boolean;
}

/**
 * Chooses a group that is none of the first or last two, which thieves match. `draw` is at least 0
 * and below 1, and unguessable. `differences` are the indices of groups in which a look-alike
 * differs: one of them is chosen, since the records of either value would pass any other, even an
 * end where the middle has none. A value of three or four groups (a Belgian or Norwegian IBAN)
 * gives one between its first and last; a shorter one null.
 */
export function middleGroupOf(
  value: DestinationValue,
  draw: number,
  differences: readonly number[] = [],
): MiddleGroup | null {
  const groups = groupsOf(value);
  if (groups.length < 3) return null;
  const margin = groups.length > 4 ? 2 : 1;
  const middle = [...groups.keys()].slice(margin, -margin);
  const telling = differences.filter((index) => index < groups.length);
  const tellingMiddle = middle.filter((index) => telling.includes(index));
  const choice = [tellingMiddle, telling].find(({ length }) => length > 0) ?? middle;
  const index = choice[Math.floor(draw * choice.length)] ?? 0;
  const expected = groups[index] ?? "";
  const first = index * 4 + 1;
  return {
    number: index + 1,
    first,
    last: first + expected.length - 1,
    expected,
    ignoresCase: ignoresCase(value),
  };
}

/** Exact but for spaces around it, and for case only where it carries no meaning. */
export function isGroupRight(group: MiddleGroup, typed: string): boolean {
  const given = typed.trim();
  return group.ignoresCase ? lowered(given) === lowered(group.expected) : given === group.expected;
}
