/**
 * How many characters have to be changed, left out, added, or swapped with their neighbour to make
 * one text the other (optimal string alignment); null when it takes more than `most`. Two texts
 * without likeness cost a few rows.
 */
export function editsBetween(one: string, other: string, most: number): number | null {
  if (Math.abs(one.length - other.length) > most) return null;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const cells = [row];
    for (let at = 1; at <= other.length; at++) {
      const isEqual = one[row - 1] === other[at - 1];
      const isSwap = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      cells.push(
        Math.min(
          cell(last, at - 1) + (isEqual ? 0 : 1),
          cell(last, at) + 1,
          cell(cells, at - 1) + 1,
          isSwap ? cell(beforeLast, at - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    // No swap reaches back over such a row: a plain edit from the row before it was as cheap.
    if (cells.every((edits) => edits > most)) return null;
    beforeLast = last;
    last = cells;
  }
  const edits = cell(last, other.length);
  return edits > most ? null : edits;
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Number.POSITIVE_INFINITY;
}
