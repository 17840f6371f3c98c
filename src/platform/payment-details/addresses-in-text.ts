import { type AddressFault, readAddress } from "./address.ts";
import { type Chain, chainsOf, nearMissOf } from "./chains.ts";
import { isBlankBetween, type Word, type WordRange } from "./words.ts";

export type AddressInText = WordRange &
  (
    | { kind: "address"; value: string; chains: readonly Chain[] }
    | { kind: "broken"; looksLike: "address"; value: string; chain: Chain; fault: AddressFault }
  );

/**
 * Every blockchain address among the words of a text, as one word or in groups of four, and what begins and is as long
 * as one and fails its checksum. Words for which `isTaken` holds are left alone.
 */
export function addressesInText(
  text: string,
  words: readonly Word[],
  isTaken: (word: number) => boolean,
): readonly AddressInText[] {
  const found: AddressInText[] = [];
  let from = 0;
  while (from < words.length) {
    const whole = isTaken(from) ? undefined : addressOf(words[from]?.text ?? "", from, from + 1);
    if (whole) found.push(whole);
    const to = whole || isTaken(from) ? from + 1 : endOfGroups(text, words, from, isTaken);
    if (to > from + 1) found.push(...addressesInGroups(words, from, to));
    from = to;
  }
  return found;
}

function addressOf(value: string, from: number, to: number): AddressInText | undefined {
  const chains = chainsOf(value);
  const [chain] = chains.length > 0 ? chains : [nearMissOf(value)];
  if (chain === undefined) return undefined;
  if (chain === "ethereum") {
    const reading = readAddress(value, { id: "", family: chain });
    return reading.ok
      ? { from, to, kind: "address", value: reading.address, chains }
      : { from, to, kind: "broken", looksLike: "address", value, chain, fault: reading.fault };
  }
  return chains.length > 0
    ? { from, to, kind: "address", value, chains }
    : {
        from,
        to,
        kind: "broken",
        looksLike: "address",
        value,
        chain,
        fault: { type: "wrong-checksum" },
      };
}

const GROUP = 4;
/** The groups of a Cardano address; all others have fewer. */
const MOST_GROUPS = 27;

/** One after the last of the groups of four that begin here; a shorter group can only be the last. */
function endOfGroups(
  text: string,
  words: readonly Word[],
  from: number,
  isTaken: (word: number) => boolean,
): number {
  let to = from + 1;
  while (words[to - 1]?.text.length === GROUP && !isTaken(to)) {
    const [last, next] = [words[to - 1], words[to]];
    if (!last || !next || next.text.length > GROUP || !isBlankBetween(text, last, next)) break;
    to++;
  }
  return to;
}

interface Reading {
  address: AddressInText;
  /** The less, the likelier that it begins and ends where its writer meant it to. */
  doubt: number;
}

/**
 * Words of four letters may stand before or behind the groups, and Solana has no checksum to tell. So all readings are
 * tried, and the likeliest that do not overlap are kept: a checksum first, then no plain word at either edge, then
 * beginning or ending where the whole run does.
 */
function addressesInGroups(words: readonly Word[], from: number, to: number): AddressInText[] {
  const readings: Reading[] = [];
  for (let start = from; start < to; start++) {
    let joined = "";
    for (let end = start + 1; end <= Math.min(to, start + MOST_GROUPS); end++) {
      joined += words[end - 1]?.text;
      const isTried = /[0-9]/.test(joined) && (end === to || fillsWholeGroups(joined));
      const address = isTried ? addressOf(joined, start, end) : undefined;
      if (address) readings.push({ address, doubt: doubtOf(address, words, from, to) });
    }
  }

  const taken = new Set<number>();
  const kept: AddressInText[] = [];
  for (const { address } of readings.sort((one, other) => one.doubt - other.doubt)) {
    const groups = Array.from({ length: address.to - address.from }, (_, at) => address.from + at);
    if (groups.some((group) => taken.has(group))) continue;
    for (const group of groups) taken.add(group);
    kept.push(address);
  }
  return kept;
}

/**
 * Only the last group may be short, so what ends inside a run has whole groups: of all addresses Solana's, Stellar's and
 * some of bech32. Also keeps the readings few: one or two for each beginning.
 */
function fillsWholeGroups(joined: string): boolean {
  switch (joined.length) {
    // The system program has 32 of them; 36 or 40 would begin with ten zero bytes, and nobody holds a key to that.
    case 32:
      return joined.startsWith("1");
    case 44:
      return true;
    case 56:
      return /^[GC]/.test(joined);
    default:
      return false;
  }
}

function doubtOf(address: AddressInText, words: readonly Word[], from: number, to: number): number {
  if (address.kind === "broken") return 20;
  if (!address.chains.includes("solana")) return 0;
  const edges = [words[address.from], words[address.to - 1]];
  const plainWords = edges.filter((edge) => /^(?:[A-Z]?[a-z]+|[A-Z]+)$/.test(edge?.text ?? ""));
  // Other words in the run are more often a label in front.
  const loose = (address.from === from ? 0 : 1) + (address.to === to ? 0 : 2);
  return 1 + plainWords.length * 4 + loose;
}
