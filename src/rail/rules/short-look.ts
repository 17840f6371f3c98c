import { CLOCKS_DIFFER_MS } from "../../request/rules/outcome/pauses.ts";

/** A walk over the whole list of Rails that found nothing amiss. */
export interface WholeWalk {
  /** ISO 8601. */
  startedAt: string;
  /** The number of Rails that it showed, each with its own id. */
  rails: number;
  /** The last moment at which any Rail had become known. */
  upTo: string;
  /** Marks the token that was kept when it began. */
  token: string;
  /** Rails that people had ruled out: nobody expected it to show them. */
  ruledOut: readonly string[];
}

/** The base of a short look. Times are ISO 8601. */
export interface Ground {
  /** The last walk over this connection; null if none is known. */
  walk: WholeWalk | null;
  /** Marks the token that is kept now. */
  token: string;
  ruledOut: readonly string[];
  /** There are marks outside the database, and it knows each of them. */
  areMarksKnown: boolean;
  /** When a restored database was last noticed. */
  restoredAt: string | null;
}

/** How the database knows a Rail on a page: only an unknown one makes a walk necessary. */
export type KnownAs =
  /** The walk showed it. */
  | "walked"
  /** A request's own, read back since the walk and before this look began. */
  | "read-back"
  /** A request's own, read back while this look went on. */
  | "read-back-meanwhile"
  /** It carries the tag of a request that is being sent, or that knows it and has not read it back. */
  | "being-sent"
  | "not-known";

export interface ShownRail {
  id: string | null;
  as: KnownAs;
  /** The request whose tag it carries. */
  requestId: string | undefined;
}

/** A page as it was shown, in the order in which the pages were read. */
export interface ShownPage {
  isFirst: boolean;
  isLast: boolean;
  total: number;
  rails: readonly ShownRail[];
}

const DAY_MS = 24 * 3_600_000;

/** Whether this came after a restored database was last noticed, or none was. Both in ISO 8601. */
export function isAfterRestore(at: string, restoredAt: string | null): boolean {
  return restoredAt === null || Date.parse(at) > Date.parse(restoredAt) + CLOCKS_DIFFER_MS;
}

/** The walk that a short look may build on; null if there is none, so that the whole list has to be walked. */
export function firmWalk(
  { walk, token, ruledOut, areMarksKnown, restoredAt }: Ground,
  now: string,
): WholeWalk | null {
  if (walk === null || walk.token !== token || !areMarksKnown) return null;
  // A Rail that is shown again is no longer ruled out, and the walk did not count it.
  if (walk.ruledOut.join() !== ruledOut.join()) return null;
  if (!isAfterRestore(walk.startedAt, restoredAt)) return null;
  const age = Date.parse(now) - Date.parse(walk.startedAt);
  return age >= 0 && age <= DAY_MS ? walk : null;
}

/**
 * Whether the service has exactly the known Rails: its two ends show no other one, and the total equals the Rails that
 * the walk showed, those read back since, and those that only these pages show. A walk has to look at a Rail shown
 * twice, or at two for one request that is being sent.
 */
export function addsUp(pages: readonly ShownPage[], known: number, requestId?: string): boolean {
  const [first] = pages;
  const last = pages.find(({ isLast }) => isLast);
  if (!first?.isFirst || !last || last.total < first.total) return false;
  const rails = pages.flatMap((page) => page.rails);
  if (!areKnown(rails) || rails.some((rail) => isTagged(rail, requestId))) return false;
  const further = rails.filter(({ as }) => as === "read-back-meanwhile" || as === "being-sent");
  return last.total === known + further.length;
}

const isTagged = (rail: ShownRail, requestId: string | undefined) =>
  requestId !== undefined && rail.requestId === requestId;

/** Whether each is known, and shown once. */
export function areKnown(rails: readonly ShownRail[]): boolean {
  const ids = new Set(rails.flatMap(({ id }) => id ?? []));
  const beingSent = rails.filter(({ as }) => as === "being-sent");
  const requests = new Set(beingSent.map(({ requestId }) => requestId));
  return (
    rails.every(({ id, as }) => id !== null && as !== "not-known") &&
    ids.size === rails.length &&
    requests.size === beingSent.length
  );
}
