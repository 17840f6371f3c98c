/** Numbers that follow from a seed alone, so that every schedule can be played again. */
export interface Random {
  /** A whole number from 0 up to `bound`, without it. */
  below(bound: number): number;
  chance(probability: number): boolean;
  pick<Each>(from: readonly Each[]): Each;
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** Numbers of its own: what one part draws does not move what another part draws. */
  fork(name: string): Random;
}

/** Mulberry32: small, well spread, and the same on every machine. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    below,
    chance: (probability) => next() < probability,
    pick(from) {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error("There is nothing to pick from");
      return picked;
    },
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
    fork: (name) => randomFrom(seedFor(seed, [...name].reduce(hash, 7))),
  };
}

/** A seed for one of many: neighbours have nothing in common. */
export function seedFor(seed: number, number: number): number {
  const mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

const hash = (sum: number, letter: string) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0;
