import type { Db } from "../../platform/database/schema.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { findRequest, listEvents } from "../../request/queries/requests.ts";
import { isRailMissing, listRailsSeenBefore } from "../../request/queries/seen-rails.ts";
import type { LookTrouble, RailRequest } from "../../request/rules/change-request.ts";
import { candidateName, isCandidate } from "../../request/rules/outcome/candidate.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import type { TellDeps } from "./tell-of-rails.ts";
import { tellOfRails } from "./tell-of-rails.ts";
import { IncompleteWalk, shownRail, walkRails } from "./walk-rails.ts";

export interface ScanDeps extends TellDeps {
  db: Db;
  transaction: InTransaction;
}

export interface Scan {
  /** Every Rail that carries the request's tag. */
  matches: Rail[];
  /** Those without the tag of a request that is known here, which may be the one and are no other request's. */
  candidates: string[];
}

/**
 * Looks for a request's Rail over all pages: never stops at the first, since a second one is what must be known. Throws
 * a `RailApiError` when the walk breaks off, and `IncompleteWalk`: then nothing was learned. The service deletes nothing,
 * so a list that lacks a Rail which it has shown before is not all of it. Another request whose tag stands on two learns
 * of that at once: its instructions may be about to go out.
 */
export async function scanRails(
  deps: ScanDeps,
  request: RailRequest,
  rails: Pick<RailApi, "listRails">,
): Promise<Scan> {
  const { db } = deps;
  const { passed, tagged } = await walkRails(rails, (rail) => isCandidate(request, rail));
  const ids = passed.flatMap(({ id }) => id ?? []);
  if (await isRailMissing(db, request.connectionId, ids)) {
    throw new IncompleteWalk("The Rail service does not show all the Rails that it has");
  }
  const matches = (tagged.get(request.id) ?? []).map(shownRail);
  const twins = [...tagged].filter(([id, its]) => id !== request.id && its.length > 1);
  await tellOfRails(deps, request, new Map(twins));
  if (matches.length > 0) return { matches, candidates: [] };
  const alike = passed.filter(({ isWanted }) => isWanted).map(shownRail);
  return { matches, candidates: alike.length === 0 ? [] : await notOthers(db, request, alike) };
}

/** Those that were not known before the request was made, that no other request has, and that nobody has ruled out. */
async function notOthers(db: Db, request: RailRequest, alike: readonly Rail[]): Promise<string[]> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const ids = alike.flatMap(({ id }) => id ?? []);
  const events = await listEvents(db, ref);
  const ruledOut = new Set([
    ...(await listRailsSeenBefore(db, ref, ids)),
    ...events.flatMap((event) => (event.type === "released" ? (event.ruledOut ?? []) : [])),
  ]);
  const candidates: string[] = [];
  for (const rail of alike) {
    const name = candidateName(rail);
    if (!ruledOut.has(name) && !(await isAnothers(db, request, rail))) candidates.push(name);
  }
  return candidates;
}

/** A tag of a request that is not known here says nothing: after a restore it may be of this one, asked for again. */
async function isAnothers(
  db: Db,
  { id, workspaceId, connectionId }: RailRequest,
  rail: Rail,
): Promise<boolean> {
  const tag = readTag(rail.metadata);
  if (tag && (await findRequest(db, { workspaceId, requestId: tag.requestId }))) return true;
  if (rail.id === null) return false;
  const owners = await findRequestsByRailIds(db, connectionId, [rail.id]);
  return owners.some((owner) => owner.id !== id);
}

/** Why a look learned nothing. Throws on what is no trouble with the service. */
export function lookTrouble(error: unknown): LookTrouble {
  if (error instanceof IncompleteWalk) return "incomplete";
  if (!(error instanceof RailApiError)) throw error;
  const isRefused = error.code === "unauthenticated" || error.code === "not-listed";
  return isRefused ? "token-refused" : "unreachable";
}
