/** A run of ASCII letters and digits in a text. */
export interface Word {
  text: string;
  start: number;
  end: number;
}

/** Indices of the first word and the one after the last. */
export interface WordRange {
  from: number;
  to: number;
}

export function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/[A-Za-z0-9]+/g)].map(({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

/** Whether the text between two neighbours may separate the groups of one value: one to three blanks. */
export function isBlankBetween(text: string, one: Word, other: Word): boolean {
  return other.start - one.end <= 3 && /^[ \t]+$/.test(text.slice(one.end, other.start));
}

/** The same, or one line break (a wrapped line, also in a quotation), or one hyphen. */
export function isJoinBetween(text: string, one: Word, other: Word): boolean {
  if (other.start - one.end > 6) return false;
  return /^(?:[ \t]+|-|[ \t]*\r?\n[> \t]*)$/.test(text.slice(one.end, other.start));
}
