import { codePointOf, isHidden } from "./characters.ts";

export type TextFault =
  | "empty"
  | "too-long"
  | "not-unicode"
  | "control-character"
  | "hidden-direction"
  | "hidden-character";

/**
 * Says why a text typed by a person is not taken; undefined when it is. Counts code points. Line breaks, of whatever
 * kind, and tabs are taken where `isMultiline`; they are folded when shown.
 */
export function faultOfText(
  text: string,
  { max, isMultiline = false }: { max: number; isMultiline?: boolean },
): TextFault | undefined {
  if (!text.isWellFormed()) return "not-unicode";
  if (/^[\s\u115F\u1160\u2800\u3164\uFFA0]*$/.test(text)) return "empty";
  if ((isMultiline ? /[^\P{Cc}\n\r\t]/u : /[\p{Cc}\p{Zl}\p{Zp}]/u).test(text))
    return "control-character";
  if (/\p{Bidi_Control}/u.test(text)) return "hidden-direction";
  if (hiddenCharacterIn(text) !== undefined) return "hidden-character";
  if ([...text].length > max) return "too-long";
  return undefined;
}

/**
 * The first character that nobody sees, as `U+200B`: with one, two names look the same and are not. Those inside an emoji
 * are part of what is seen, and control characters have a fault of their own.
 */
export function hiddenCharacterIn(text: string): string | undefined {
  const hidden = [...text.replace(EMOJI, "")].find(
    (character) => isHidden(character) && !/\p{Cc}/u.test(character),
  );
  return hidden && codePointOf(hidden);
}

/**
 * What can be kept of a text that has to be taken whatever it holds: on one line, without what nobody sees, and cut to
 * `max` code points.
 */
export function tidied(text: string, max: number): { text: string; isCut: boolean } {
  const blanks = /[\s\p{Cc}\u115F\u1160\u2800\u3164\uFFA0]+/gu;
  const line = visibleOf(text.toWellFormed().replace(blanks, " ")).replace(/ +/g, " ").trim();
  const codePoints = [...line];
  if (codePoints.length <= max) return { text: line, isCut: false };
  // A cut in the middle of an emoji leaves a joiner behind.
  return { text: visibleOf(codePoints.slice(0, max).join("")).trim(), isCut: true };
}

/** Without invisible characters; those inside an emoji stay. */
export function visibleOf(text: string): string {
  return text.replace(EMOJI_OR_HIDDEN, (found) => (HIDDEN.test(found) ? "" : found));
}

const HIDDEN = /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;
const EMOJI_OR_HIDDEN = /\p{RGI_Emoji}|[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gv;

/** Only sequences that Unicode lists, so that nobody hides a joiner or tag between pictures that do not join. */
const EMOJI = /\p{RGI_Emoji}/gv;
