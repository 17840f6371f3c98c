import { codePointOf, isHidden } from "./characters.ts";

/** The quotes, hyphens and spaces of all keyboards as the plain ones that commands know. */
export function foldTyped(text: string): string {
  return text
    .replace(/[\u201C-\u201F\u00AB\u00BB\u2033\u301D-\u301F\uFF02]/g, '"')
    .replace(/[\u2018-\u201B\u2039\u203A\u2032\u00B4\uFF07]/g, "'")
    .replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, "-")
    .replace(/\p{Zs}/gu, " ");
}

export interface TextRule {
  /** As the field is called on its form. */
  label: string;
  /** In code points. */
  max: number;
  /** Line breaks of any kind and tabs are taken. */
  isMultiline?: boolean;
}

/** Why a text that a person typed is not taken, and what to do; undefined when it is. */
export function faultOfText(
  text: string,
  { label, max, isMultiline = false }: TextRule,
): string | undefined {
  const again = "Type it again instead of pasting it.";
  if (!text.isWellFormed()) return `${label} has half a character, like a broken emoji. ${again}`;
  if (/^[\s\u115F\u1160\u2800\u3164\uFFA0]*$/.test(text)) return `${label} is empty.`;
  if (!isMultiline && /[\n\r\t\u0085\p{Zl}\p{Zp}]/u.test(text)) {
    return `${label} has a line break or a tab. Type it on one line.`;
  }
  // With one, two names look the same and are not. Those that make up an emoji hide nothing.
  const hidden = [...text.replace(EMOJI, "")].find(
    (character) => isHidden(character) && !/[\n\r\t]/.test(character),
  );
  if (hidden !== undefined) {
    return `${label} has a character that nobody can see (${codePointOf(hidden)}). ${again}`;
  }
  const { length } = [...text];
  if (length > max) return `${label} has ${length} characters. The most is ${max}.`;
  return undefined;
}

/** Only sequences that Unicode lists: any other joiner between pictures is a hidden one. */
const EMOJI = /\p{RGI_Emoji}/gv;
