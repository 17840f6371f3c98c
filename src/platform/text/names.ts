import { plainTwin } from "./characters.ts";
import { foldTyped } from "./typed-text.ts";

/**
 * A name without what nobody means by it: compatibility forms (NFKC, so full-width letters too),
 * case, kinds of quotes and dashes, hidden characters, and how many spaces there are.
 */
export function foldName(name: string): string {
  return foldTyped(name.normalize("NFKC"))
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replace(/[\s\p{Cc}\u2800]+/gu, " ")
    .trim()
    .toLowerCase()
    .normalize("NFKC");
}

/** The same name: it is taken. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}

/** People would take one name for the other. True for the same name too. */
export function isAlikeName(one: string, other: string): boolean {
  return isSameName(one, other) || skeletonOf(one) === skeletonOf(other);
}

/** All names that look alike have one skeleton; nobody ever sees it. */
function skeletonOf(name: string): string {
  const plain = [...name.normalize("NFKD").replace(/\p{M}/gu, "")].map(
    // A small т is drawn like a small T, though only the capital Т is its twin.
    (character) => plainTwin(character) ?? plainTwin(character.toUpperCase()) ?? character,
  );
  return foldName(plain.join(""))
    .replace(/[i1|]/g, "l")
    .replaceAll("0", "o")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}
