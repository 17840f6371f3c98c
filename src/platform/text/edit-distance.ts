export interface Alignment {
  /** Characters changed, lost, added, or swapped with their neighbour. */
  edits: number;
  /** Pairs of indices at which both texts have the same character, in order. */
  matches: readonly (readonly [number, number])[];
}

/**
 * How one text becomes the other in at most `most` edits, a swap of neighbours counting as one (optimal string
 * alignment); undefined when it takes more. What both begin and end with is cut off; two unrelated texts cost one count
 * of their characters, and of the others only a band of `2 × most + 1` cells beside the diagonal is walked.
 */
export function alignment(one: string, other: string, most: number): Alignment | undefined {
  if (Math.abs(one.length - other.length) > most) return undefined;
  const start = equalStart(one, other);
  const end = Math.min(equalEnd(one, other), Math.min(one.length, other.length) - start);
  const inner = alignedInBand(
    one.slice(start, one.length - end),
    other.slice(start, other.length - end),
    most,
  );
  if (!inner) return undefined;
  const matches: [number, number][] = [];
  for (let at = 0; at < start; at++) matches.push([at, at]);
  for (const [first, second] of inner.matches) matches.push([first + start, second + start]);
  for (let left = end; left > 0; left--) matches.push([one.length - left, other.length - left]);
  return { edits: inner.edits, matches };
}

export function equalStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one.charCodeAt(count) === other.charCodeAt(count)) count++;
  return count;
}

export function equalEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (
    count < most &&
    one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)
  ) {
    count++;
  }
  return count;
}

/** Each edit mends at most one character that the other text has more often; some characters share a counter. */
function leastEdits(one: string, other: string): number {
  const surplus = new Int32Array(32);
  for (let at = 0; at < one.length; at++) {
    const counter = one.charCodeAt(at) & 31;
    surplus[counter] = (surplus[counter] ?? 0) + 1;
  }
  for (let at = 0; at < other.length; at++) {
    const counter = other.charCodeAt(at) & 31;
    surplus[counter] = (surplus[counter] ?? 0) - 1;
  }
  let [more, less] = [0, 0];
  for (const each of surplus) {
    if (each > 0) more += each;
    else less -= each;
  }
  return Math.max(more, less);
}

function alignedInBand(one: string, other: string, most: number): Alignment | undefined {
  if (leastEdits(one, other) > most) return undefined;
  const width = 2 * most + 1;
  const far = most + 1;
  // Row after row; what stands at column `at` of row `row` is in the band at `at - row + most`.
  const band = new Uint8Array((one.length + 1) * width).fill(far);
  for (let at = 0; at <= Math.min(other.length, most); at++) band[at + most] = at;

  for (let row = 1; row <= one.length; row++) {
    let least = far;
    const last = Math.min(other.length, row + most);
    for (let at = Math.max(0, row - most); at <= last; at++) {
      const place = row * width + at - row + most;
      let edits = far;
      if (at < row + most) edits = (band[place - width + 1] ?? far) + 1;
      if (at > 0) {
        const isEqual = one.charCodeAt(row - 1) === other.charCodeAt(at - 1);
        edits = Math.min(edits, (band[place - width] ?? far) + (isEqual ? 0 : 1));
        if (at > row - most) edits = Math.min(edits, (band[place - 1] ?? far) + 1);
        if (!isEqual && isSwap(one, other, row, at)) {
          edits = Math.min(edits, (band[place - 2 * width] ?? far) + 1);
        }
      }
      if (edits < far) band[place] = edits;
      if (edits < least) least = edits;
    }
    // No swap reaches back over such a row: from the one before it, a plain edit would have been as cheap.
    if (least > most) return undefined;
  }

  const cell: Cell = (row, at) =>
    Math.abs(at - row) > most ? far : (band[row * width + at - row + most] ?? far);
  const edits = cell(one.length, other.length);
  return edits > most ? undefined : { edits, matches: matchesOf(one, other, cell) };
}

type Cell = (row: number, at: number) => number;

function isSwap(one: string, other: string, row: number, at: number): boolean {
  return (
    row > 1 &&
    at > 1 &&
    one.charCodeAt(row - 1) === other.charCodeAt(at - 2) &&
    one.charCodeAt(row - 2) === other.charCodeAt(at - 1)
  );
}

function matchesOf(one: string, other: string, cell: Cell): [number, number][] {
  const matches: [number, number][] = [];
  let row = one.length;
  let at = other.length;
  while (row > 0 && at > 0) {
    const edits = cell(row, at);
    if (one[row - 1] === other[at - 1] && cell(row - 1, at - 1) === edits) {
      matches.push([--row, --at]);
    } else if (isSwap(one, other, row, at) && cell(row - 2, at - 2) + 1 === edits) {
      row -= 2;
      at -= 2;
    } else if (cell(row - 1, at - 1) + 1 === edits) {
      row--;
      at--;
    } else if (cell(row - 1, at) + 1 === edits) row--;
    else at--;
  }
  return matches.reverse();
}
