import { countrySpecs } from "ibantools";
import { type Alignment, alignment, equalEnd, equalStart } from "../text/edit-distance.ts";
import { isCaseFree, lowered, type PaymentDetail, printedText } from "./payment-detail.ts";

/** From the first index to the one after the last. */
export type Span = readonly [start: number, end: number];

export interface Marked {
  /** What the spans count in: an IBAN in electronic spelling, an address verbatim. */
  text: string;
  /** The places that differ from the other value; case counts only where it carries meaning. */
  differences: readonly Span[];
}

export interface LookAlike<Known extends PaymentDetail> {
  known: Known;
  /** Null: too many to count; the two are alike in how they begin and end. */
  edits: number | null;
  /** Characters that are equal at the beginning and at the end, beyond what all values of the sort share. */
  sharedStart: number;
  sharedEnd: number;
  ofCandidate: Marked;
  ofKnown: Marked;
}

/**
 * Holds a value against every known one of its kind. `same` are those that are the very account or address; `lookAlikes`
 * those that a person may take for it, the most alarming first, and each value once however many have it. One pass over
 * the known values, linear in their length: counting equal ends stops at the first difference, and unrelated values are
 * told by a count before any edit is looked for.
 */
export function lookAlikes<Known extends PaymentDetail>(
  candidate: PaymentDetail,
  known: readonly Known[],
): { same: readonly Known[]; lookAlikes: readonly LookAlike<Known>[] } {
  const own = spelling(candidate);
  const keysFound = new Set<string>();
  const likeness = candidate.kind === "iban" ? ibanLikeness(own) : addressLikeness(own);
  const same: Known[] = [];
  const found: LookAlike<Known>[] = [];
  for (const each of known) {
    if (each.kind !== candidate.kind) continue;
    const theirs = spelling(each);
    if (theirs.key === own.key) same.push(each);
    else if (!keysFound.has(theirs.key)) {
      const alike = likeness(theirs);
      if (!alike) continue;
      keysFound.add(theirs.key);
      found.push({ known: each, ...alike.facts, ...marked(own, theirs, alike.matches) });
    }
  }
  const ends = (each: LookAlike<Known>) => each.sharedStart + each.sharedEnd;
  found.sort((one, other) => rank(one) - rank(other) || ends(other) - ends(one));
  return { same, lookAlikes: found };
}

/** This many of the last characters tell accounts and addresses apart, also those of one bank. */
const TAIL = 8;

/**
 * Texts of which a value and each that is the same or looks like it share at least one; others rarely do. Edits lose no more
 * characters of either value than there are edits, so the rest of their tails is in common; or else both ends are equal.
 */
export function lookAlikeKeys(detail: PaymentDetail): Set<string> {
  const { seen } = spelling(detail);
  const ends = `${seen.slice(0, 2)} ${seen.slice(-ENDS)}`;
  if (detail.kind === "address") return new Set([ends, ...tailsOf(seen, TAIL, MOST_EDITS)]);
  const rest = withoutCheckDigits(seen);
  const { mostEdits } = ibanForm(seen.slice(0, 2).toUpperCase());
  // Two countries differ before the tail of a text that is long enough: one edit is spent there.
  const isWide = mostEdits === MOST_EDITS || rest.length < 2 * TAIL;
  return new Set([
    ends,
    ...tailsOf(rest, TAIL, MOST_EDITS - 1),
    ...(isWide ? tailsOf(rest, TAIL + 1, MOST_EDITS) : []),
  ]);
}

/** Blanks fill a short text up in front, so that its tail is as long as any other. */
function tailsOf(text: string, length: number, lost: number): string[] {
  return withLess((" ".repeat(length) + text).slice(-length), lost);
}

/** What may be left of a text that loses so many characters, none of them before `from`. */
function withLess(text: string, lost: number, from = 0): string[] {
  if (lost === 0) return [text];
  return Array.from({ length: text.length - from }, (_, nth) => from + nth).flatMap((at) =>
    withLess(text.slice(0, at) + text.slice(at + 1), lost - 1, at),
  );
}

interface Spelling {
  text: string;
  key: string;
  /** As a hurried eye sees it: case is not noticed. */
  seen: string;
}

interface Likeness {
  facts: { edits: number | null; sharedStart: number; sharedEnd: number };
  matches: Alignment["matches"];
}

function spelling(detail: PaymentDetail): Spelling {
  const text = printedText(detail);
  const seen = lowered(text);
  return { text, key: isCaseFree(detail) ? seen : text, seen };
}

/**
 * Three and three: less happens by chance (two addresses of hex digits agree in six once in 16 million pairs), more is
 * what a thief cannot yet grind in a night. Only for values long enough to have a middle.
 */
const ENDS = 3;
const LONG_ENOUGH = 20;
const MOST_EDITS = 3;

function addressLikeness(own: Spelling): (theirs: Spelling) => Likeness | undefined {
  const prefix = constantPrefix(own.text);
  return ({ seen }) => {
    // Two short names or numbers of an unknown network are not alike for being short.
    const shorter = Math.min(own.seen.length, seen.length);
    const near = alignment(own.seen, seen, Math.min(MOST_EDITS, Math.floor(shorter / 8)));
    const sharedStart = Math.max(0, equalStart(own.seen, seen) - prefix);
    const sharedEnd = equalEnd(own.seen, seen);
    const isAtBothEnds = sharedStart >= ENDS && sharedEnd >= ENDS && shorter >= LONG_ENOUGH;
    if (!near && !isAtBothEnds) return undefined;
    const matches = near?.matches ?? matchesInPlace(own.seen, seen);
    return { facts: { edits: near?.edits ?? null, sharedStart, sharedEnd }, matches };
  };
}

/** What every address of the sort begins with: `0x`, `bc1q`, `cosmos1`, Tron's `T`, Stellar's `G`; nothing on Solana. */
function constantPrefix(address: string): number {
  const known = /^(?:0x|(?:bc|tb|ltc|addr|stake)1[a-z0-9]|[a-z]{1,20}1(?=[02-9ac-hj-np-z]{38}))/i;
  const prefix = known.exec(address)?.[0].length;
  if (prefix !== undefined) return prefix;
  return /^(?:[13mn2LMDATXr].{24,34}|[GMC][A-Z2-7]{55,68})$/.test(address) ? 1 : 0;
}

/**
 * The two check digits follow from the rest: they change with any other character, so they are left out of the edits,
 * and two IBANs that have them in common besides their ends look the same when shortened (`GB29…6819`).
 */
function ibanLikeness(own: Spelling): (theirs: Spelling) => Likeness | undefined {
  const { mostEdits, accountStart } = ibanForm(own.text.slice(0, 2));
  const rest = withoutCheckDigits(own.key);
  // Accounts are often padded with zeros in front, which say as little as the bank code.
  const zeros = /^0*/.exec(rest.slice(accountStart))?.[0].length ?? 0;
  return ({ key }) => {
    const otherRest = withoutCheckDigits(key);
    const near = alignment(rest, otherRest, mostEdits);
    const sharedEnd = equalEnd(own.key, key);
    const sharedStart = equalStart(rest, otherRest) - accountStart - zeros;
    const isAlikeShortened = key.slice(0, 4) === own.key.slice(0, 4) && sharedEnd >= ENDS + 1;
    const isAlikeInBank = sharedStart >= ENDS && sharedEnd >= ENDS;
    if (!near && !isAlikeShortened && !isAlikeInBank) return undefined;
    const matches = near
      ? [...matchesOfCheckDigits(own.key, key), ...near.matches.map(pastCheckDigits)]
      : matchesInPlace(own.key, key);
    const facts = { edits: near?.edits ?? null, sharedStart: Math.max(0, sharedStart), sharedEnd };
    return { facts, matches };
  };
}

/** The index at which the account number begins behind country and bank, and how many edits are near. */
function ibanForm(country: string): { mostEdits: number; accountStart: number } {
  const spec = Object.hasOwn(countrySpecs, country) ? countrySpecs[country] : undefined;
  const ends = [spec?.bank_identifier, spec?.branch_indentifier].map((range) =>
    range ? Number(range.split("-")[1]) + 1 : 0,
  );
  // Eight digits have 3,000 neighbours at two edits and 40,000 at three: at a bank with a thousand of our accounts that
  // would alarm every other time. Where the account carries check digits of its own, most of those cannot be.
  const mostEdits = spec?.bban_validation_func ? 3 : 2;
  return { mostEdits, accountStart: 2 + (Math.max(...ends) || 4) };
}

const withoutCheckDigits = (iban: string): string => iban.slice(0, 2) + iban.slice(4);

function pastCheckDigits([one, other]: readonly [number, number]): [number, number] {
  return [one < 2 ? one : one + 2, other < 2 ? other : other + 2];
}

function matchesOfCheckDigits(one: string, other: string): [number, number][] {
  return [2, 3].flatMap((at): [number, number][] => (one[at] === other[at] ? [[at, at]] : []));
}

/** Every index that agrees in equally long texts, else the equal beginning and end. */
function matchesInPlace(one: string, other: string): [number, number][] {
  const shift = other.length - one.length;
  const start = equalStart(one, other);
  const shorter = Math.min(one.length, other.length);
  const end = one.length - Math.min(equalEnd(one, other), shorter - start);
  return Array.from(one, (_, at) => at).flatMap((at): [number, number][] => {
    if (shift === 0) return one[at] === other[at] ? [[at, at]] : [];
    if (at < start) return [[at, at]];
    return at >= end ? [[at, at + shift]] : [];
  });
}

function marked(own: Spelling, theirs: Spelling, matches: Likeness["matches"]) {
  const exact = matches.filter(([one, other]) => own.key[one] === theirs.key[other]);
  return {
    ofCandidate: { text: own.text, differences: gaps(own.text, new Set(exact.map(([at]) => at))) },
    ofKnown: {
      text: theirs.text,
      differences: gaps(theirs.text, new Set(exact.map(([, at]) => at))),
    },
  };
}

function gaps(text: string, matched: ReadonlySet<number>): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (at < text.length && !matched.has(at)) continue;
    if (at > start) spans.push([start, at]);
    start = at + 1;
  }
  return spans;
}

function rank({ edits }: { edits: number | null }): number {
  return edits ?? MOST_EDITS + 1;
}
