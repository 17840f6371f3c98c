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

/**
 * People would take one name for the other. True for the same name too. A character beyond ASCII
 * may look like any of ours: no table has them all.
 */
export function isAlikeName(one: string, other: string): boolean {
  if (isSameName(one, other)) return true;
  const [own, theirs] = [skeletonOf(one), skeletonOf(other)];
  const isForeign = (character = "") => character > "\u007f";
  const same = own.filter((character, at) => character === theirs[at]);
  return (
    own.length === theirs.length &&
    same.length * 2 >= own.length &&
    own.every((each, at) => each === theirs[at] || isForeign(each) !== isForeign(theirs[at]))
  );
}

/** All names that look alike to us have one skeleton; nobody ever sees it. */
function skeletonOf(name: string): string[] {
  const plain = [...name.normalize("NFKD").replace(/\p{M}/gu, "")].map(
    // A small т is drawn like a small T, though only the capital Т is its twin.
    (character) => plainTwin(character) ?? plainTwin(character.toUpperCase()) ?? character,
  );
  const drawn = foldName(plain.join(""))
    .replace(/[i1|!]/g, "l")
    .replace(/[\p{P}\p{C}\p{Lm}]/gu, "")
    .replaceAll("0", "o")
    .replaceAll("rn", "m")
    .replaceAll("cl", "d")
    .replaceAll("vv", "w");
  return [...drawn];
}
