import { type AddressInText, addressesInText } from "./addresses-in-text.ts";
import { type IbanInText, ibansInText } from "./ibans-in-text.ts";
import { destinationKey } from "./payment-detail.ts";
import { disguisesIn, unmasked } from "./unmasked-text.ts";
import { type WordRange, wordsOf } from "./words.ts";

type WithoutWords<Found> = Found extends unknown ? Omit<Found, keyof WordRange> : never;

/**
 * `iban` and `address`: the form is right, which says nothing about whose it is. `broken`: shaped like one, and none.
 * `value` is without blanks and disguises; an Ethereum address has its EIP-55 capitals.
 */
export type FoundPaymentDetail = WithoutWords<IbanInText | AddressInText> & {
  /** Letter by letter as in its first place in the text. */
  written: string;
  /** The index at which that begins, in UTF-16 units. */
  at: number;
  isGrouped: boolean;
  /** Code points such as `U+200B` that hide in it, or pass for other letters, in any of its places: nobody types those. */
  disguises: readonly string[];
};

/**
 * Every IBAN and blockchain address in a message, each once, in order of appearance: bare, in groups, in code, or in a
 * link. A value that is glued to other letters or digits is not found, nor one that is broken up in another way than into
 * groups. Takes Slack's text as it is, or the text of a block's leaf.
 */
export function findPaymentDetails(text: string): readonly FoundPaymentDetail[] {
  const found = findIn(text, "dropped");
  // A hidden character may also part a value from the word behind it.
  if (disguisesIn(text).length > 0) found.push(...findIn(text, "wall"));
  return unique(withoutPieces(text, found).sort((one, other) => one.at - other.at));
}

function findIn(text: string, hidden: "dropped" | "wall"): FoundPaymentDetail[] {
  const { plain, original } = unmasked(text, hidden);
  const words = wordsOf(plain);
  const ibans = ibansInText(plain, words);
  const taken = new Set(ibans.flatMap(({ from, to }) => words.slice(from, to)));
  const addresses = addressesInText(plain, words, (word) => {
    const at = words[word];
    return at !== undefined && taken.has(at);
  });
  return [...ibans, ...addresses].map(({ from, to, ...detail }) => {
    const { start, end } = original(words[from]?.start ?? 0, words[to - 1]?.end ?? 0);
    const written = text.slice(start, end);
    return {
      ...detail,
      written,
      at: start,
      isGrouped: to - from > 1,
      disguises: disguisesIn(written),
    };
  });
}

/** A broken one that overlaps a right one is a piece of it, read with the hidden characters wrongly taken. */
function withoutPieces(text: string, found: readonly FoundPaymentDetail[]): FoundPaymentDetail[] {
  const covered = new Uint8Array(text.length);
  for (const { kind, at, written } of found) {
    if (kind !== "broken") covered.fill(1, at, at + written.length);
  }
  return found.filter(
    ({ kind, at, written }) =>
      kind !== "broken" || !covered.subarray(at, at + written.length).includes(1),
  );
}

function unique(found: readonly FoundPaymentDetail[]): FoundPaymentDetail[] {
  const byKey = new Map<string, FoundPaymentDetail>();
  for (const each of found) {
    const key = keyOf(each);
    const first = byKey.get(key);
    const disguises = new Set([...(first?.disguises ?? []), ...each.disguises]);
    byKey.set(key, { ...(first ?? each), disguises: [...disguises] });
  }
  return [...byKey.values()];
}

function keyOf(found: FoundPaymentDetail): string {
  const kind = found.kind === "broken" ? found.looksLike : found.kind;
  return `${found.kind}:${kind}:${destinationKey({ kind, value: found.value })}`;
}
