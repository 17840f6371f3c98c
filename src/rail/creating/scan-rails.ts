import type { Db } from "../../platform/database/schema.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import type { Context } from "../../request/context.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { isRailMissing, listRailsSeenBefore } from "../../request/queries/rails/seen-rails.ts";
import { findRequest, listEvents } from "../../request/queries/requests.ts";
import type { LookTrouble, RailRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { candidateName, isCandidate, ruledOutIn } from "../../request/rules/outcome/candidate.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import { newsIn, tellOfRails } from "./tell-of-rails.ts";
import { beginWalk, keepWalk, knownNow } from "./walk-ground.ts";
import { IncompleteWalk, walkRails } from "./walk-rails.ts";

type Looking = Pick<Context, "db" | "transaction" | "seal" | "pins" | "clock" | "railApis">;

interface Scan {
  matches: Rail[];
  /** Those without the tag of a request that is known here, which may be the one and are no other request's. */
  candidates: string[];
}

/** A look for a request's Rail, as the command that records it: a look that broke off has learned nothing. */
export async function lookForRail(context: Looking, request: RailRequest) {
  const lookedAt = request.version;
  try {
    return { type: "scanned", ...(await scanRails(context, request)), lookedAt } as const;
  } catch (error) {
    return { type: "could-not-look", because: lookTrouble(error), lookedAt } as const;
  }
}

/**
 * Looks for a request's Rail over all pages, since a second one must be known too. Throws a `RailApiError` when the walk
 * breaks off, and `IncompleteWalk`: the service deletes nothing, so a list without a Rail that it has shown before is not
 * all of it. Another request whose tag stands on two Rails is told at once: its instructions may be about to go out.
 */
export async function scanRails(context: Looking, request: RailRequest): Promise<Scan> {
  const { db } = context;
  const { connectionId } = request;
  const { rails, ...begun } = await beginWalk(context, request);
  const isOwn = ({ metadata }: Rail) => readTag(metadata)?.requestId === request.id;
  const isAlike = (rail: Rail) => isCandidate(request, rail);
  const walk = await walkRails(rails, async (batch) => [
    ...batch.filter((rail) => isOwn(rail) || isAlike(rail)),
    ...(await newsIn(db, request, batch)),
  ]);
  const known = await knownNow(db, connectionId);
  if (await isRailMissing(db, connectionId, walk.names)) {
    throw new IncompleteWalk("The Rail service does not show all the Rails that it has");
  }
  const matches = walk.kept.filter(isOwn);
  const others = (await newsIn(db, request, walk.kept)).filter((rail) => !isOwn(rail));
  const around = { shown: walk.names, rails, only: "twins" } as const;
  const isEachClaimed = await tellOfRails(context, request, others, around);
  if (matches.length > 0) return { matches, candidates: [] };
  if (walk.isSound && isEachClaimed) {
    await keepWalk(db, connectionId, { ...begun, ...known, rails: walk.names.size });
  }
  const alike = walk.kept.filter(isAlike);
  return { matches, candidates: alike.length === 0 ? [] : await notOthers(db, request, alike) };
}

/** Rails that were not known before the request, belong to no other request, and were not ruled out. */
async function notOthers(db: Db, request: RailRequest, alike: readonly Rail[]): Promise<string[]> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const ids = alike.flatMap(({ id }) => id ?? []);
  const events = await listEvents(db, ref);
  const ruledOut = new Set([...(await listRailsSeenBefore(db, ref, ids)), ...ruledOutIn(events)]);
  const candidates: string[] = [];
  for (const rail of alike) {
    const name = candidateName(rail);
    if (!ruledOut.has(name) && !(await isAnothers(db, request, rail))) candidates.push(name);
  }
  return candidates;
}

/**
 * A tag of a request that is not known here says nothing: after a restore it may be of this one, asked for again. Nor does an
 * adoption: it may be of the Rail that this one made.
 */
async function isAnothers(
  db: Db,
  { id, workspaceId, connectionId }: RailRequest,
  rail: Rail,
): Promise<boolean> {
  const tag = readTag(rail.metadata);
  if (tag && (await findRequest(db, { workspaceId, requestId: tag.requestId }))) return true;
  if (rail.id === null) return false;
  const owners = await findRequestsByRailIds(db, connectionId, [rail.id]);
  return owners.some((owner) => owner.id !== id && isRailRequest(owner));
}

/** Throws what is no trouble with the service. */
function lookTrouble(error: unknown): LookTrouble {
  if (error instanceof IncompleteWalk) return "incomplete";
  if (!(error instanceof RailApiError)) throw error;
  const isRefused = error.code === "unauthenticated" || error.code === "not-listed";
  return isRefused ? "token-refused" : "unreachable";
}
