/** Replaces a character that is not shown: it would be invisible, or move its neighbours. */
const HIDDEN = "\u{FFFD}";

/**
 * Foreign text on one line: every run of blanks, line breaks and blank-looking letters becomes one space (a long run
 * would wrap into what looks like a line of ours), and a control character, a change of reading direction or a lone
 * surrogate becomes visible.
 */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/[\s\u0085\u115F\u1160\u2800\u3164\uFFA0]+/g, " ")
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, HIDDEN);
}

/** Most names and all addresses. A list asks for those of thousands of rows. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** For comparing what people type with names: case and accents aside. */
export function searchable(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return folded(text).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** Folded, and ended with … beyond `max` code points. `none` replaces a text that shows nothing. */
export function shortened(text: string, max: number, none = "(no name)"): string {
  if (text.length <= max && PLAIN.test(text)) return text;
  const codePoints = [...folded(text).trim()];
  if (codePoints.length === 0) return none;
  return codePoints.length <= max
    ? codePoints.join("")
    : `${codePoints.slice(0, max - 1).join("")}…`;
}

/** For Slack's `text`, where `<!channel>` or a link would otherwise come alive. */
export function escaped(text: string): string {
  return folded(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * A name for the notification, which shows on locked screens: left out where it looks like an account number (eight
 * digits) or an address (26 letters and digits), however it is spaced.
 */
export function nameInText(name: string): string {
  const together = name.replace(/[\s.-]/g, "");
  return /\d{8}|[A-Za-z0-9]{26}/.test(together) ? "(name left out)" : escaped(shortened(name, 60));
}

/** In groups of four, as people read an IBAN or an address aloud. */
export function grouped(value: string): string {
  return (value.replace(/\s/g, "").match(/.{1,4}/gu) ?? []).join(" ");
}

const LONGEST_VALUE = 200;

/**
 * May a value that money depends on be shown as it is, for copying? Not when it has a character that is not seen
 * (control, format, unassigned, ignorable, a blank other than the space), or is longer than any account or address.
 */
export function isCopyable(value: string): boolean {
  if (value.length <= LONGEST_VALUE && PLAIN.test(value)) return true;
  return (
    value.isWellFormed() &&
    value.trim() !== "" &&
    !/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^\P{Zs} ]/u.test(value) &&
    !/[\u2800\u3164\uFFA0]/.test(value) &&
    [...value].length <= LONGEST_VALUE
  );
}
