import { ToldError } from "../../platform/queue/why-failed.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { isReadable, railText } from "../../request/rules/outcome/candidate.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";

/** The service does not show all the Rails that it has: one of them may be the one that is looked for. */
export class IncompleteWalk extends ToldError {
  override readonly name = "IncompleteWalk";
}

/** A Rail that a walk has passed. There may be very many. */
export interface PassedRail {
  id: string | null;
  /** The request whose tag it carries. */
  requestId: string | undefined;
  isWanted: boolean;
  /** False where it has no id, and no text by which people could tell it from others. */
  isReadable: boolean;
  /** All that was shown of it, as text, which takes a fraction of the room; undefined where nobody wants it again. */
  text: string | undefined;
}

export interface Walk {
  /** Each once. */
  passed: readonly PassedRail[];
  /** Those that carry a tag, by the request that it names. */
  tagged: ReadonlyMap<string, readonly PassedRail[]>;
}

/** Rails made meanwhile push others from page to page, so a walk that does not add up is made again. */
const WALKS = 3;

/**
 * Walks over all Rails, as many as the service counts; it may show one more than once. Rails with a tag and those that
 * are wanted can be read again afterwards. Throws a `RailApiError`, and `IncompleteWalk`.
 */
export async function walkRails(
  rails: Pick<RailApi, "listRails">,
  isWanted: (rail: Rail) => boolean = () => false,
): Promise<Walk> {
  for (let walk = 1; walk <= WALKS; walk += 1) {
    // Without an id it is one Rail if all that is shown of it is the same: two that are alike then count as too few.
    const byName = new Map<string, PassedRail>();
    let total = 0;
    for await (const page of rails.listRails()) {
      for (const rail of page.rails) {
        byName.set(rail.id ?? railText(rail), passed(rail, isWanted(rail)));
      }
      total = Math.max(total, page.total);
    }
    if (byName.size >= total) return walkOver([...byName.values()]);
  }
  throw new IncompleteWalk("The Rail service does not show all the Rails that it has");
}

function passed(rail: Rail, isWanted: boolean): PassedRail {
  const requestId = readTag(rail.metadata)?.requestId;
  const text = isWanted || requestId !== undefined ? JSON.stringify(rail) : undefined;
  return {
    id: rail.id,
    requestId,
    isWanted,
    text,
    isReadable: rail.id !== null || isReadable(rail),
  };
}

function walkOver(all: readonly PassedRail[]): Walk {
  const tagged = Map.groupBy(all, ({ requestId }) => requestId ?? "");
  tagged.delete("");
  return { passed: all, tagged };
}

/** As it was shown. Throws a TypeError for one that nobody wanted to read again. */
export function shownRail({ text }: PassedRail): Rail {
  if (text === undefined) throw new TypeError("Nobody wanted to read this Rail again");
  return JSON.parse(text) as Rail;
}
