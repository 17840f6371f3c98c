import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignment } from "../../../src/platform/text/edit-distance.ts";

/** Few letters and small changes, so that near pairs and repeated letters are the rule. */
const near = fc
  .tuple(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 14 }), fc.nat(), fc.nat())
  .chain(([text, first, second]) =>
    fc.tuple(
      fc.constant(text),
      fc.constantFrom(
        text,
        `${text.slice(0, first % 15)}b${text.slice(first % 15)}`,
        text.slice(0, first % 15) + text.slice((first % 15) + 1),
        [...text.slice(0, 2)].reverse().join("") + text.slice(2, 9) + text.slice(9 + (second % 3)),
        [...text].sort().join(""),
      ),
    ),
  );

describe("the edits between two texts", () => {
  it.each([
    ["abcd", "abcd", 0],
    ["abcd", "abxd", 1],
    ["abcd", "acbd", 1],
    ["abcd", "abd", 1],
    ["abcd", "abbcd", 1],
    ["abcd", "badc", 2],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
  ])("from %s to %s are %i", (one, other, edits) => {
    expect(alignment(one, other, 3)?.edits).toBe(edits);
    expect(alignment(other, one, 3)?.edits).toBe(edits);
  });

  it("are not counted beyond what is asked for", () => {
    expect(alignment("kitten", "sitting", 2)).toBeUndefined();
    expect(alignment("aaaa", "bbbb", 3)).toBeUndefined();
    expect(alignment("a", "aaaaa", 3)).toBeUndefined();
  });

  it("are those of the whole table, for whatever is near", () => {
    fc.assert(
      fc.property(near, fc.integer({ min: 0, max: 4 }), ([one, other], most) => {
        const edits = editsByWholeTable(one, other);

        expect(alignment(one, other, most)?.edits).toBe(edits <= most ? edits : undefined);
      }),
      { numRuns: 3000 },
    );
  });

  it("match equal characters only, in order, and leave no more apart than there are edits", () => {
    fc.assert(
      fc.property(near, ([one, other]) => {
        const found = alignment(one, other, 4);
        if (!found) return;
        const { matches, edits } = found;

        expect(matches.every(([first, second]) => one[first] === other[second])).toBe(true);
        expect(matches).toEqual([...matches].sort(([first], [second]) => first - second));
        expect(new Set(matches.map(([, second]) => second)).size).toBe(matches.length);
        // A swap sets two characters apart.
        expect(one.length - matches.length).toBeLessThanOrEqual(edits * 2);
      }),
      { numRuns: 1000 },
    );
  });
});

/** The textbook's optimal string alignment, with nothing left out. */
function editsByWholeTable(one: string, other: string): number {
  const table = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_, at) => (row === 0 ? at : at === 0 ? row : 0)),
  );
  const cell = (row: number, at: number) => table[row]?.[at] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row++) {
    for (let at = 1; at <= other.length; at++) {
      const cost = one[row - 1] === other[at - 1] ? 0 : 1;
      const isSwap = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const costs = [cell(row - 1, at) + 1, cell(row, at - 1) + 1, cell(row - 1, at - 1) + cost];
      if (row > 1 && at > 1 && isSwap) costs.push(cell(row - 2, at - 2) + 1);
      table[row]?.splice(at, 1, Math.min(...costs));
    }
  }
  return cell(one.length, other.length);
}
