import { overOneConnection } from "../../platform/database/at-once.ts";
import type { ListedPage, RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Context } from "../../request/context.ts";
import { tokenMark } from "../../request/queries/connections.ts";
import type { ShownPage } from "../rules/short-look.ts";
import { addsUp, areKnown, firmWalk } from "../rules/short-look.ts";
import type { Place } from "./walk-ground.ts";
import { areAllOwned, asKnown, countReadBack, findGround, findWalk } from "./walk-ground.ts";

type Looking = Pick<Context, "db" | "marker" | "railApis" | "clock">;

/** What a short look has read; the pages come with what was known of their Rails. */
export interface ShortLook {
  rails: RailApi;
  pages: readonly ListedPage[];
  /** Whether a page that is read afterwards shows only Rails that are known. */
  isKnown(page: ListedPage): Promise<boolean>;
}

/**
 * Looks at the two ends of the list, in at most three requests. Undefined unless it is certain that the service has exactly
 * the Rails that a whole walk of the last day and the requests since then account for: then the list has to be walked. So
 * it is where a Rail carries the tag of `requestId`.
 */
export async function lookShort(
  context: Looking,
  place: Place,
  requestId?: string,
): Promise<ShortLook | undefined> {
  const { db } = context;
  const { workspaceId, connectionId } = place;
  const ground = await findGround(context, place);
  const walk = firmWalk(ground, context.clock());
  if (walk === null) return undefined;
  // Counted before the pages are read: a Rail that is read back meanwhile is found on them.
  const [areOwned, readBack] = await overOneConnection(db, (db) =>
    Promise.all([areAllOwned(db, place, walk), countReadBack(db, connectionId, walk)]),
  );
  if (!areOwned) return undefined;
  const upTo = { walk: walk.upTo, count: readBack.upTo };
  const rails = await context.railApis(workspaceId, connectionId);
  const shown = async (page: ListedPage): Promise<ShownPage> => ({
    ...page,
    rails: await asKnown(db, place, page.rails, upTo),
  });
  const isAsCounted = async (pages: readonly ListedPage[]) =>
    addsUp(await Promise.all(pages.map(shown)), walk.rails + readBack.count, requestId);

  const pages = await readEnds(rails, isAsCounted);
  const [token, lastWalk] = await overOneConnection(db, (db) =>
    Promise.all([tokenMark(db, workspaceId, connectionId), findWalk(db, connectionId)]),
  );
  // A process that paused has pages of before: a walk that ended meanwhile may have seen more.
  const isOfNow = token === walk.token && lastWalk?.startedAt === walk.startedAt;
  if (!pages || !isOfNow) return undefined;
  return { rails, pages, isKnown: async (page) => areKnown((await shown(page)).rails) };
}

/**
 * The document gives a total and no order, so both ends are read: new Rails appear at one of them, or else only in the
 * total. Undefined where that leaves a doubt, and where a page cannot be read.
 */
async function readEnds(
  rails: RailApi,
  isAsCounted: (pages: readonly ListedPage[]) => Promise<boolean>,
): Promise<ListedPage[] | undefined> {
  try {
    const first = await rails.readPage(null);
    if (first.last === null || first.isLast)
      return (await isAsCounted([first])) ? [first] : undefined;
    const last = await rails.readPage(first.last);
    if (await isAsCounted([first, last])) return [first, last];
    // The newest Rails may have begun another page, before this one was read or after it.
    const third = last.isLast ? last.previous : last.next;
    if (third === null || last.isFirst) return undefined;
    const pages = [first, last, await rails.readPage(third)];
    return (await isAsCounted(pages)) ? pages : undefined;
  } catch (error) {
    if (error instanceof RailApiError) return undefined;
    throw error;
  }
}
