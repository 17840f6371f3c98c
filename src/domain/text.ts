export type TextFault =
  | "empty"
  | "too-long"
  | "not-unicode"
  | "control-character"
  | "hidden-direction";

/**
 * Says why a text typed by a person is not taken; undefined when it is. Counts code points. Line breaks and tabs are
 * taken where `isMultiline`; they are folded when shown.
 */
export function faultOfText(
  text: string,
  { max, isMultiline = false }: { max: number; isMultiline?: boolean },
): TextFault | undefined {
  if (!text.isWellFormed()) return "not-unicode";
  if (text.trim() === "") return "empty";
  if ((isMultiline ? /[^\P{Cc}\n\r\t]/u : /\p{Cc}/u).test(text)) return "control-character";
  if (/\p{Bidi_Control}/u.test(text)) return "hidden-direction";
  if ([...text].length > max) return "too-long";
  return undefined;
}
