import { countrySpecs } from "ibantools";
import { editsBetween } from "../text/edits.ts";
import { comparedText, type DestinationValue, inFours, lowered } from "./destination-value.ts";

export interface LookAlike<Known> {
  known: Known;
  /** Indices of the groups that differ, as `groupsOf` gives them for the longer of the two. */
  differences: readonly number[];
}

/**
 * The known values that a person may take for this one, the most alarming first and each once: few
 * edits apart, or alike at both ends. Not the same value in another spelling, nor the same address
 * on another network, nor what every value of its sort begins with.
 */
export function lookAlikesOf<Known extends { value: DestinationValue }>(
  value: DestinationValue,
  known: readonly Known[],
): LookAlike<Known>[] {
  const own = comparedText(value);
  const likeness = value.kind === "account" ? ibanLikeness : addressLikeness;
  const found = new Map<string, LookAlike<Known> & { edits: number; shared: number }>();
  for (const each of known) {
    const theirs = comparedText(each.value);
    if (each.value.kind !== value.kind || theirs === own || found.has(theirs)) continue;
    const { edits, isAtEnds, shared } = likeness(own, theirs);
    if (edits === null && !isAtEnds) continue;
    const differences = differingGroups(own, theirs);
    found.set(theirs, { known: each, differences, edits: edits ?? MOST_EDITS + 1, shared });
  }
  return [...found.values()].sort(
    (one, other) => one.edits - other.edits || other.shared - one.shared,
  );
}

interface Likeness {
  /** Characters that differ, case aside; null for too many. */
  edits: number | null;
  /** Beginnings and ends are alike. */
  isAtEnds: boolean;
  /** Equal characters at both ends, beyond what all values of the sort share. */
  shared: number;
}

/**
 * Three and three: fewer agree by chance (two Ethereum addresses once in 16 million pairs), and
 * more are what a thief cannot yet find in a night. Only for values long enough to have a middle.
 */
const ENDS = 3;
const LONG_ENOUGH = 20;
const MOST_EDITS = 3;

function addressLikeness(own: string, theirs: string): Likeness {
  // A hurried eye does not notice case.
  const [ownSeen, seen] = [lowered(own), lowered(theirs)];
  // Two short account names of an unknown network are not alike for being short.
  const shorter = Math.min(ownSeen.length, seen.length);
  const edits = editsBetween(ownSeen, seen, Math.min(MOST_EDITS, Math.floor(shorter / 8)));
  const start = Math.max(0, equalStart(ownSeen, seen) - constantPrefix(own));
  const end = equalEnd(ownSeen, seen);
  const isAtEnds = start >= ENDS && end >= ENDS && shorter >= LONG_ENOUGH;
  return { edits, isAtEnds, shared: start + end };
}

/** What all addresses of a sort begin with: `0x`, `bc1q`, `cosmos1`, Tron's `T`, Stellar's `G`. */
function constantPrefix(address: string): number {
  const prefix = PREFIX.exec(address)?.[0].length;
  if (prefix !== undefined) return prefix;
  return /^(?:[13mn2LMDATXr].{24,34}|[GMC][A-Z2-7]{55,68})$/.test(address) ? 1 : 0;
}

const PREFIX = /^(?:0x|(?:bc|tb|ltc|addr|stake)1[a-z0-9]|[a-z]{1,20}1(?=[02-9ac-hj-np-z]{38}))/i;

/**
 * The two check digits follow from the rest and change with it, so they are left out of the edits.
 * Two IBANs that share them and their ends look the same when shortened (`GB29…6819`).
 */
function ibanLikeness(own: string, theirs: string): Likeness {
  const spec = countrySpecs[own.slice(0, 2)];
  // Eight digits have 3,000 neighbours at two edits and 40,000 at three: at a bank with a thousand
  // of our accounts that would alarm every other time. Where the account has check digits of its
  // own, most of those cannot be.
  const mostEdits = spec?.bban_validation_func ? 3 : 2;
  const rest = withoutCheckDigits(own);
  const ends = [spec?.bank_identifier, spec?.branch_indentifier].map((range) =>
    range ? Number(range.split("-")[1]) + 1 : 0,
  );
  // Behind country and bank.
  const accountStart = 2 + (Math.max(...ends) || 4);
  // Accounts are often padded with zeros in front, which say as little as the bank code.
  const zeros = /^0*/.exec(rest.slice(accountStart))?.[0].length ?? 0;
  const otherRest = withoutCheckDigits(theirs);
  const edits = editsBetween(rest, otherRest, mostEdits);
  const end = equalEnd(own, theirs);
  const start = Math.max(0, equalStart(rest, otherRest) - accountStart - zeros);
  const isAlikeShortened = theirs.slice(0, 4) === own.slice(0, 4) && end > ENDS;
  const isAlikeInBank = start >= ENDS && end >= ENDS;
  return { edits, isAtEnds: isAlikeShortened || isAlikeInBank, shared: start + end };
}

const withoutCheckDigits = (iban: string): string => iban.slice(0, 2) + iban.slice(4);

function equalStart(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one[count] === other[count]) count++;
  return count;
}

function equalEnd(one: string, other: string): number {
  let count = 0;
  while (count < one.length && one.at(-1 - count) === other.at(-1 - count)) count++;
  return count;
}

function differingGroups(one: string, other: string): number[] {
  const [own, theirs] = [inFours(one), inFours(other)];
  const longer = own.length > theirs.length ? own : theirs;
  return longer.flatMap((_, index) => (own[index] === theirs[index] ? [] : [index]));
}
