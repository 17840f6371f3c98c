import { type IbanFault, ibanLength, readIban } from "./iban.ts";
import { isJoinBetween, type Word, type WordRange } from "./words.ts";

export type IbanInText = WordRange &
  (
    | { kind: "iban"; value: string; country: string; countryName: string | null }
    | { kind: "broken"; looksLike: "iban"; value: string; fault: IbanFault }
  );

/**
 * Every IBAN among the words of a text, in one piece or in groups, and what is shaped like one and is none. The country
 * says how long it is, so each word is looked at as a beginning and at most 34 characters are joined to it.
 */
export function ibansInText(text: string, words: readonly Word[]): readonly IbanInText[] {
  const found: IbanInText[] = [];
  let from = 0;
  while (from < words.length) {
    const iban = ibanAt(text, words, from) ?? nearMissAt(text, words, from);
    if (iban) found.push(iban);
    from = iban?.to ?? from + 1;
  }
  return found;
}

function ibanAt(text: string, words: readonly Word[], from: number): IbanInText | undefined {
  const first = words[from]?.text ?? "";
  const isSplit = /^[A-Z]{2}$/i.test(first) && /^[0-9]{2}/.test(words[from + 1]?.text ?? "");
  if (!isSplit && !/^[A-Z]{2}[0-9]{2}/i.test(first)) return undefined;
  const length = ibanLength(first.slice(0, 2).toUpperCase());
  if (length === undefined) return undefined;

  const { joined, to } = joinedFrom(text, words, from, length);
  if (joined.length !== length) return undefined;
  const reading = readIban(joined);
  if (reading.ok) {
    const { iban: value, country, countryName } = reading;
    return { from, to, kind: "iban", value, country, countryName };
  }
  const isTelling = reading.fault.type === "wrong-check-digits" || isRegular(words.slice(from, to));
  return isTelling && !isSplit && isIbanLike(joined)
    ? broken(from, to, joined, reading.fault)
    : undefined;
}

/** A character or two lost or added: in one piece, or in groups of four with a shorter or longer one at the end. */
function nearMissAt(text: string, words: readonly Word[], from: number): IbanInText | undefined {
  const first = words[from]?.text ?? "";
  if (!/^[A-Z]{2}[0-9]{2}/.test(first)) return undefined;
  const length = ibanLength(first.slice(0, 2));
  if (length === undefined) return undefined;

  let to = from + 1;
  let joined = first;
  while (words[to - 1]?.text.length === 4 && joined.length < length + 2) {
    const [last, next] = [words[to - 1], words[to]];
    if (!last || !next || !isJoinBetween(text, last, next) || !/^[A-Z0-9]{1,6}$/.test(next.text))
      break;
    joined += next.text;
    to++;
  }
  if (Math.abs(joined.length - length) > 2 || !isIbanLike(joined)) return undefined;
  const reading = readIban(joined);
  return reading.ok ? undefined : broken(from, to, joined, reading.fault);
}

function joinedFrom(text: string, words: readonly Word[], from: number, length: number) {
  let joined = words[from]?.text ?? "";
  let to = from + 1;
  while (joined.length < length) {
    const [last, next] = [words[to - 1], words[to]];
    if (!last || !next || !isJoinBetween(text, last, next)) break;
    joined += next.text;
    to++;
  }
  return { joined, to };
}

function isRegular(words: readonly Word[]): boolean {
  return words.slice(0, -1).every(({ text }) => text.length === 4);
}

/** Written in capitals and half of it digits: prose that happens to begin with `AT12` is not. */
function isIbanLike(joined: string): boolean {
  const rest = joined.slice(4);
  return /^[A-Z0-9]+$/.test(joined) && rest.replace(/[A-Z]/g, "").length * 2 >= rest.length;
}

function broken(from: number, to: number, value: string, fault: IbanFault): IbanInText {
  return { from, to, kind: "broken", looksLike: "iban", value, fault };
}
