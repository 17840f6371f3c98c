/** Numbers that follow from a seed alone, so that every schedule can be played again. */
export interface Random {
  /** From 0 up to 1, without 1. */
  next(): number;
  /** A whole number from 0 up to `below`, without it. */
  below(below: number): number;
  chance(probability: number): boolean;
  pick<Each>(from: readonly Each[]): Each;
  /** In the form of a UUID. */
  uuid(): string;
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
    next,
    below,
    chance: (probability) => next() < probability,
    pick(from) {
      const [first] = from;
      if (first === undefined) throw new Error("Nothing to pick from");
      return from[below(from.length)] ?? first;
    },
    uuid() {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join("");
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
    },
  };
}

/** A seed for one of many: neighbours have nothing in common. */
export function seedFor(seed: number, number: number): number {
  const mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
