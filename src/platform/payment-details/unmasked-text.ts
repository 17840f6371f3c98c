import { codePointOf, isHidden, plainTwin } from "../text/characters.ts";

/** A free text with its disguises taken off, and the way back to where each character stood. */
export interface UnmaskedText {
  plain: string;
  /** The stretch of the original from which `plain.slice(start, end)` came. */
  original(start: number, end: number): { start: number; end: number };
}

/**
 * Look-alike letters become the ASCII ones they are taken for, odd blanks become blanks, and hidden characters vanish or
 * become a wall: `0x12…<zero width>34…` is one address, `0x1234…<zero width>thanks` is one and a word.
 */
export function unmasked(text: string, hidden: "dropped" | "wall"): UnmaskedText {
  const characters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    const end = at + character.length;
    const shown = shownAs(character, hidden);
    if (shown !== "") {
      characters.push(shown);
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return {
    // `%3A0x…` in a link: the code must not stick to the address behind it.
    plain: characters.join("").replace(/%[0-9a-f]{2}/gi, "%%%"),
    original: (start, end) => ({ start: starts[start] ?? at, end: ends[end - 1] ?? at }),
  };
}

/** The code points that hide in a text or pass for other characters, each once. An odd blank between groups is not one. */
export function disguisesIn(text: string): readonly string[] {
  const odd = [...text].filter((character) => {
    const twin = plainTwin(character);
    return isHiddenInText(character) || (twin !== null && twin !== " ");
  });
  return [...new Set(odd.map(codePointOf))];
}

function shownAs(character: string, hidden: "dropped" | "wall"): string {
  if (isHiddenInText(character)) return hidden === "dropped" ? "" : "|";
  // One UTF-16 unit for each character, so that an index in `plain` is an index in `starts`.
  return character <= "\u007f" ? character : (plainTwin(character) ?? "|");
}

/** Line breaks and tabs are seen, in a text. */
function isHiddenInText(character: string): boolean {
  return !/[\t-\r\u0085]/.test(character) && isHidden(character);
}
