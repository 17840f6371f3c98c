/** Why a single character makes a typed identifier unacceptable; `at` counts UTF-16 units of the typed text. */
export type CharacterFault =
  | { type: "not-unicode"; at: number }
  | { type: "line-break"; codePoint: string; at: number }
  | { type: "hidden-character"; codePoint: string; at: number }
  | {
      type: "foreign-character";
      character: string;
      codePoint: string;
      /** The plain character that a reader takes it for, where we know. */
      looksLike: string | null;
      at: number;
    };

/** The first character that is not `allowed`, named; undefined when there is none. */
export function faultOfCharacters(typed: string, allowed: RegExp): CharacterFault | undefined {
  let at = 0;
  for (const character of typed) {
    if (!allowed.test(character)) return faultOfCharacter(character, at);
    at += character.length;
  }
  return undefined;
}

/** `U+200B`: how a character is named that cannot be told apart, or not be seen, when it is shown. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

export function isHidden(character: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(character);
}

/** The ASCII letter, digit or blank that a character beyond ASCII is easily taken for. */
export function plainTwin(character: string): string | null {
  if (character <= "\u007f") return null;
  if (/\p{Zs}/u.test(character)) return " ";
  const folded = character.normalize("NFKC");
  return TWINS.get(folded) ?? (/^[A-Za-z0-9]$/.test(folded) ? folded : null);
}

/** Capitals and small letters of Cyrillic, Greek and Armenian that one font or another draws as ours. */
const TWINS = new Map([
  ...twins("АВЕЅІЈКМНОРԚСТУҮХԜ", "ABESIJKMHOPQCTYYXW"),
  ...twins("аЬсԁеһіјкӏорԛгѕуүхѵԝЗз", "abcdehijklopqrsyyxvw33"),
  ...twins("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
  ...twins("αγικνορυχϳ", "ayikvopuxj"),
  ...twins("ՍՕօոսցքհ", "UOonugph"),
  ...twins("ıɑɡȷ", "iagj"),
]);

function twins(foreign: string, plain: string): [string, string][] {
  return [...foreign].map((character, at) => [character, plain.charAt(at)]);
}

function faultOfCharacter(character: string, at: number): CharacterFault {
  if (!character.isWellFormed()) return { type: "not-unicode", at };
  const codePoint = codePointOf(character);
  if (/[\n\v\f\r\u0085\u2028\u2029]/.test(character)) return { type: "line-break", codePoint, at };
  if (isHidden(character)) return { type: "hidden-character", codePoint, at };
  const looksLike = plainTwin(character);
  return { type: "foreign-character", character, codePoint, looksLike, at };
}
