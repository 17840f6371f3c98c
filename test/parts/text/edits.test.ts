import fc from "fast-check";
import { expect, it } from "vitest";
import { editsBetween } from "../../../src/platform/text/edits.ts";

/** Few letters and small changes, so that near pairs and repeated letters are the rule. */
const near = fc
  .tuple(fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 14 }), fc.nat(14), fc.nat(2))
  .chain(([text, at, lost]) =>
    fc.tuple(
      fc.constant(text),
      fc.constantFrom(
        text,
        `${text.slice(0, at)}b${text.slice(at)}`,
        text.slice(0, at) + text.slice(at + 1),
        [...text.slice(0, 2)].reverse().join("") + text.slice(2, 9) + text.slice(9 + lost),
        [...text].sort().join(""),
      ),
    ),
  );

it("counts the fewest edits that lead from one to the other, by a plain search", () => {
  fc.assert(
    fc.property(near, fc.nat(4), ([one, other], most) => {
      const edits = fewest(one, other);
      expect(editsBetween(one, other, most)).toBe(edits <= most ? edits : null);
    }),
    { numRuns: 1_000 },
  );
});

/** The definition, from the ends inwards, with nothing left out. */
function fewest(one: string, other: string, known = new Map<string, number>()): number {
  if (one === "" || other === "") return one.length + other.length;
  const key = `${one} ${other}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const [a, b] = [one.slice(0, -1), other.slice(0, -1)];
  const costs = [
    fewest(a, b, known) + (one.at(-1) === other.at(-1) ? 0 : 1),
    fewest(a, other, known) + 1,
    fewest(one, b, known) + 1,
  ];
  if (one.length > 1 && other.length > 1 && `${one.at(-1)}${one.at(-2)}` === other.slice(-2)) {
    costs.push(fewest(one.slice(0, -2), other.slice(0, -2), known) + 1);
  }
  const least = Math.min(...costs);
  known.set(key, least);
  return least;
}
