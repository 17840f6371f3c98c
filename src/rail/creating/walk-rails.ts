import { ToldError } from "../../platform/queue/why-failed.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { isShortId } from "../../platform/rail-api/rules/service-id.ts";
import { isReadable, railText } from "../../request/rules/outcome/candidate.ts";

/** The service does not show all the Rails that it has: one of them may be the one that is looked for. */
export class IncompleteWalk extends ToldError {
  override readonly name = "IncompleteWalk";
}

export interface Walk {
  /** The id of each Rail; in its place, where it has none, all that was shown of it as text. */
  names: ReadonlySet<string>;
  /** The Rails that the sieve has kept, each once. */
  kept: readonly Rail[];
  /** How many have no id, and no text by which people could tell them from others. */
  unreadable: number;
  /** Each has an id that can be kept, and they are as many as the service counted at last. */
  isSound: boolean;
}

/** Picks those Rails of a batch that are wanted again; all others are forgotten but for their ids. */
export type Sieve = (batch: readonly Rail[]) => Promise<readonly Rail[]>;

/** Rails made meanwhile push others from page to page, so a walk that does not add up is made again. */
const WALKS = 3;
const BATCH = 500;

/**
 * Walks over all Rails, as many as the service counts; it may show one more than once. It holds one batch at a time and the
 * ids. Throws a `RailApiError`, `IncompleteWalk`, and what the sieve throws.
 */
export async function walkRails(
  rails: Pick<RailApi, "listRails">,
  sieve: Sieve = async () => [],
): Promise<Walk> {
  for (let walk = 1; walk <= WALKS; walk += 1) {
    const { total, ...walked } = await walkOnce(rails, sieve);
    if (walked.names.size >= total.most) {
      return { ...walked, isSound: walked.isSound && walked.names.size === total.last };
    }
  }
  throw new IncompleteWalk("The Rail service does not show all the Rails that it has");
}

async function walkOnce(rails: Pick<RailApi, "listRails">, sieve: Sieve) {
  const names = new Set<string>();
  const kept = new Map<string, Rail>();
  const total = { most: 0, last: 0 };
  let batch: Rail[] = [];
  let unreadable = 0;
  let isSound = true;
  const sift = async () => {
    for (const rail of await sieve(batch)) kept.set(nameOf(rail), rail);
    batch = [];
  };
  for await (const page of rails.listRails()) {
    for (const rail of page.rails) {
      const name = nameOf(rail);
      if (!names.has(name) && rail.id === null && !isReadable(rail)) unreadable += 1;
      isSound &&= isShortId(rail.id);
      names.add(name);
      batch.push(rail);
    }
    total.last = page.total;
    total.most = Math.max(total.most, page.total);
    if (batch.length >= BATCH) await sift();
  }
  await sift();
  return { names, kept: [...kept.values()], unreadable, isSound, total };
}

/** Two pages may show the same Rail. */
export const eachOnce = (rails: readonly Rail[]): Rail[] => [
  ...new Map(rails.map((rail) => [nameOf(rail), rail])).values(),
];

/** Without an id it is one Rail if all that is shown of it is the same: two that are alike then count as too few. */
export const nameOf = (rail: Rail) => rail.id ?? railText(rail);
