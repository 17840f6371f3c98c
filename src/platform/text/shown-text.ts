/** Stands where a character was that nobody sees, or that would move its neighbours. */
const REPLACED = "\u{FFFD}";

/**
 * Foreign text on one line: each run of blanks and line breaks becomes one space (a long run would
 * wrap into what looks like a line of ours); control characters, changes of direction, lone
 * surrogates and marks piled so high that they would cover other lines become a visible sign.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\u0085\u115F\u1160\u2800\u3164\uFFA0]+/g, " ")
    .replace(/[\p{Cc}\p{Bidi_Control}]|(?<=\p{M}{4})\p{M}+/gu, REPLACED);
}

/**
 * The same, without spaces around it, and ended with "…" beyond `max` code points. Empty if it
 * shows nothing.
 */
export function cleanText(text: string, max: number): string {
  const codePoints = [...oneLine(text).trim()];
  return codePoints.length <= max
    ? codePoints.join("")
    : `${codePoints.slice(0, max - 1).join("")}…`;
}

/** One or more that are drawn like the end of a quotation. */
const QUOTES =
  /[\p{QMark}`´\u02B9-\u02CB\u02EE\u02F5\u02F6\u05F3\u05F4\u2032-\u2037\u275B-\u2760]+/gu;

/** The same between quotation marks, which it cannot close. */
export function inQuotes(text: string, max: number): string {
  return `“${cleanText(text, max).replace(QUOTES, "'")}”`;
}

/** Longer than any account number or address. */
const LONGEST_VALUE = 200;

/**
 * May a value that money depends on be offered for copying, as it is? Not with a character in it
 * that nobody sees (control, format, unassigned, ignorable, a blank other than the space).
 */
export function isCopyable(value: string): boolean {
  return (
    value.isWellFormed() &&
    value.trim() !== "" &&
    !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\P{Zs} ]/u.test(value) &&
    !/[\u2800\u3164\uFFA0]/.test(value) &&
    [...value].length <= LONGEST_VALUE
  );
}
