/** How many letters must be put in, left out, changed or swapped with their neighbour to turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swap = i > 1 && j > 1 && isSwap ? at(beforeLast, j - 2) + 1 : change;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, change, swap));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, to.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? 0;
