import { countrySpecs } from "ibantools";
import { codePointOf, isHidden, plainTwin } from "../text/characters.ts";
import { foldTyped } from "../text/typed-text.ts";
import { readAddress } from "./address.ts";
import { CHAIN_NAMES, chainOf } from "./chains.ts";
import { comparedText, type DestinationValue } from "./destination-value.ts";
import { readIban } from "./iban.ts";

export interface FoundValue {
  /** The text does not say on which network an address is: it is empty. */
  value: DestinationValue;
  /** Why nobody can be paid there, in a sentence; null if we know of no reason. */
  fault: string | null;
  /** Characters in it that nobody sees, or takes for others, such as `U+200B`. */
  hidden: readonly string[];
}

/** Longer than people write. A bot's message may be of any length. */
const MOST_READ = 10_000;
const MOST_VALUES = 20;

/**
 * The IBANs and addresses in anybody's text, each once: bare, in groups, over lines, in links and
 * behind hidden characters. Not what is part of a longer run of letters. `leftOut`: how many more
 * there are. `isCut`: the text is too long to be read to its end.
 */
export function findValues(text: string) {
  const read = text.slice(0, MOST_READ);
  // A hidden character stands within a value, or between it and another word.
  const byKey = new Map<string, FoundValue>();
  for (const each of [...findIn(read, ""), ...findIn(read, "|")]) {
    const key = `${each.value.kind} ${comparedText(each.value)}`;
    const first = byKey.get(key) ?? each;
    byKey.set(key, { ...first, hidden: [...new Set([...first.hidden, ...each.hidden])] });
  }
  const found = [...byKey.values()];
  const leftOut = Math.max(0, found.length - MOST_VALUES);
  return { found: found.slice(0, MOST_VALUES), leftOut, isCut: text.length > MOST_READ };
}

/** A run of letters and digits. */
interface Word {
  text: string;
  start: number;
  end: number;
  /** What is between it and the word before may stand between two groups of one value. */
  follows: boolean;
}

/** A few spaces, a hyphen, or a line break, also in a quotation. */
const JOIN = /^(?:[ \t]{1,3}|-|[ \t]{0,3}\r?\n[> \t]{0,4})$/;

interface Reading extends Omit<FoundValue, "hidden"> {
  from: number;
  /** One after the last word. */
  to: number;
  /** The less, the likelier that it begins and ends where its writer meant it to. */
  doubt: number;
}

function findIn(text: string, hiddenAs: string): FoundValue[] {
  const marks: { at: number; codePoint: string }[] = [];
  let plain = "";
  for (const character of foldTyped(text.replaceAll("&gt;", ">"))) {
    const twin = plainTwin(character);
    const isUnseen = isHidden(character) && !/[\t\n\r]/.test(character);
    if (isUnseen || (twin !== null && twin !== " ")) {
      marks.push({ at: plain.length, codePoint: codePointOf(character) });
    }
    plain += isUnseen ? hiddenAs : (twin ?? character);
  }
  let last = 0;
  const words = [...plain.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }): Word => {
    const follows = JOIN.test(plain.slice(last, index));
    last = index + word.length;
    return { text: word, start: index, end: last, follows };
  });
  return likeliest(words.flatMap((_, from) => readingsAt(words, from))).map((reading) => {
    const { from, to, value, fault } = reading;
    const [start = 0, end = 0] = [words[from]?.start, words[to - 1]?.end];
    const inside = marks.filter(({ at }) => at >= start && at < end);
    return { value, fault, hidden: inside.map(({ codePoint }) => codePoint) };
  });
}

/** Those that share no word, in the order of the text. */
function likeliest(readings: readonly Reading[]): Reading[] {
  const taken = new Set<number>();
  const chosen = readings
    .toSorted((one, other) => one.doubt - other.doubt)
    .filter(({ from, to }) => {
      const span = Array.from({ length: to - from }, (_, at) => from + at);
      if (span.some((at) => taken.has(at))) return false;
      for (const at of span) taken.add(at);
      return true;
    });
  return chosen.toSorted((one, other) => one.from - other.from);
}

/** No IBAN is longer, nor an address of Solana or Ethereum, and hardly one in groups is shorter. */
const LONGEST = 44;
const SHORTEST_IN_GROUPS = 41;

/** What begins with a word: in one piece, an IBAN in any groups, an address in groups of four. */
function readingsAt(words: readonly Word[], from: number): Reading[] {
  const readings: Reading[] = [];
  let [joined, isInFours] = ["", true];
  for (let to = from + 1; joined.length < LONGEST; to++) {
    const [before, word] = [words[to - 2], words[to - 1]];
    const isOne = to === from + 1;
    if (!word || (!isOne && !word.follows)) break;
    isInFours &&= isOne || (before?.text.length === 4 && word.text.length <= 4);
    joined += word.text;
    if (joined.length === countrySpecs[joined.slice(0, 2).toUpperCase()]?.chars) {
      const iban = readIban(joined);
      if (iban.ok) readings.push({ from, to, doubt: 0, fault: null, value: iban.value });
      else if (isInFours && isLikeIban(joined)) {
        const value = { kind: "account", iban: joined } as const;
        readings.push({ from, to, doubt: 9, fault: iban.fault, value });
      }
    }
    const isLong = joined.length >= SHORTEST_IN_GROUPS && /\d/.test(joined);
    const chain = isOne || (isInFours && isLong) ? chainOf(joined) : null;
    if (chain === null) continue;
    const doubt = isOne ? 0 : doubtOf(words, from, to);
    readings.push({ from, to, doubt, ...addressOf(joined, chain) });
  }
  return readings;
}

/** Prose that begins like one is in small letters, or has few digits. */
function isLikeIban(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(text) && digits.length * 2 >= text.length;
}

/**
 * Nothing in an address tells it from one with a neighbouring word of four letters. Such a word is
 * more often a label in front.
 */
function doubtOf(words: readonly Word[], from: number, to: number): number {
  const isPlain = (word?: Word) => /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(word?.text ?? "");
  const plain = [words[from], words[to - 1]].filter(isPlain).length;
  return 1 + plain * 4 + (words[from]?.follows ? 1 : 0) + (words[to]?.follows ? 2 : 0);
}

function addressOf(address: string, chain: string): Pick<Reading, "value" | "fault"> {
  const isEthereum = chain === CHAIN_NAMES.ethereum;
  const family = isEthereum ? "ethereum" : chain === CHAIN_NAMES.solana ? "solana" : "unknown";
  const reading = readAddress(address, { network: "", family });
  if (reading.ok) return { value: reading.value, fault: null };
  return { value: { kind: "wallet", network: "", family, address }, fault: reading.fault };
}
