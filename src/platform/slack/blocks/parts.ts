/** Something drawn, or the condition that leaves it out. */
export type Part<T> = T | false | null | undefined;

export function present<T extends object | string>(parts: readonly Part<T>[]): T[] {
  return parts.filter(isPresent);
}

const isPresent = <T extends object | string>(part: Part<T>): part is T =>
  part !== false && part !== null && part !== undefined;
