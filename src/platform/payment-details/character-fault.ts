import { codePointOf, isHidden, plainTwin } from "../text/characters.ts";

export const COPY_AGAIN = "Copy it again from its source.";

/** Nobody types such a character by mistake. */
const ASK_AGAIN =
  "Someone may have put it there: ask for the value again in another way, and type it.";

/**
 * Says what is wrong with the first character that is not `allowed`; null when all are. What a
 * person cannot see is named by its place and code point. `rule` says which characters there may
 * be: "an IBAN has only letters and digits".
 */
export function characterFault(typed: string, allowed: RegExp, rule: string): string | null {
  const characters = [...typed];
  const at = characters.findIndex((each) => !allowed.test(each));
  const character = characters[at];
  if (character === undefined) return null;
  const place = at + 1;
  if (!character.isWellFormed()) {
    return `Character ${place} is only half of one, like a broken emoji. ${COPY_AGAIN}`;
  }
  if (/[\n\v\f\r\u0085\u2028\u2029]/.test(character)) {
    return `Character ${place} is a line break. Put the value on one line.`;
  }
  const named = namedCharacter(character, place);
  if (isHidden(character)) return `${named} cannot be seen, and ${rule}. ${ASK_AGAIN}`;
  const twin = plainTwin(character);
  return twin === null || twin === " "
    ? `${named} does not belong there: ${rule}. ${COPY_AGAIN}`
    : `${named} only looks like "${twin}", and ${rule}. ${ASK_AGAIN}`;
}

/** `"!" (character 23, U+0021)`; what joins its neighbour or shows nothing by place and code. */
export function namedCharacter(character: string, place: number): string {
  const isSeen = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && !isHidden(character);
  const codePoint = codePointOf(character);
  return isSeen
    ? `"${character}" (character ${place}, ${codePoint})`
    : `Character ${place} (${codePoint})`;
}
