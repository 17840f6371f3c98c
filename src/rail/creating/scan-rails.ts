import type { Db } from "../../platform/database/schema.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { applyCommand } from "../../request/apply-command.ts";
import type { Context } from "../../request/context.ts";
import { findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { findRequest, listEvents } from "../../request/queries/requests.ts";
import { isRailMissing, listRailsSeenBefore } from "../../request/queries/seen-rails.ts";
import type {
  ChangeRequest,
  LookTrouble,
  RailRequest,
} from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { candidateName, isCandidate } from "../../request/rules/outcome/candidate.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import type { PassedRail } from "./walk-rails.ts";
import { IncompleteWalk, shownRail, walkRails } from "./walk-rails.ts";

type Looking = Pick<Context, "db" | "transaction" | "seal" | "pins" | "clock">;

interface Scan {
  /** Every Rail that carries the request's tag. */
  matches: Rail[];
  /** Those without the tag of a request that is known here, which may be the one and are no other request's. */
  candidates: string[];
}

/** A look for a request's Rail, as the command that records it: a look that broke off has learned nothing. */
export async function lookForRail(context: Looking, request: RailRequest, rails: RailApi) {
  const lookedAt = request.version;
  try {
    return { type: "scanned", ...(await scanRails(context, request, rails)), lookedAt } as const;
  } catch (error) {
    return { type: "could-not-look", because: lookTrouble(error), lookedAt } as const;
  }
}

/**
 * Looks for a request's Rail over all pages, since a second one must be known too. Throws a `RailApiError` when the walk
 * breaks off, and `IncompleteWalk`: the service deletes nothing, so a list without a Rail that it has shown before is not
 * all of it. Another request whose tag stands on two Rails is told at once: its instructions may be about to go out.
 */
export async function scanRails(
  context: Looking,
  request: RailRequest,
  rails: Pick<RailApi, "listRails">,
): Promise<Scan> {
  const { db } = context;
  const { passed, tagged } = await walkRails(rails, (rail) => isCandidate(request, rail));
  const ids = passed.flatMap(({ id }) => id ?? []);
  if (await isRailMissing(db, request.connectionId, ids)) {
    throw new IncompleteWalk("The Rail service does not show all the Rails that it has");
  }
  const matches = (tagged.get(request.id) ?? []).map(shownRail);
  const twins = [...tagged].filter(([id, its]) => id !== request.id && its.length > 1);
  await tellOfRails(context, request, new Map(twins));
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

/** Throws what is no trouble with the service. */
function lookTrouble(error: unknown): LookTrouble {
  if (error instanceof IncompleteWalk) return "incomplete";
  if (!(error instanceof RailApiError)) throw error;
  const isRefused = error.code === "unauthenticated" || error.code === "not-listed";
  return isRefused ? "token-refused" : "unreachable";
}

const AT_ONCE = 500;

/** Tells each request of a Rail with its tag, even when it has ended: the Rail may come late, twice, or after a give-up. */
export async function tellOfRails(
  context: Pick<Context, "db" | "transaction" | "seal" | "pins" | "clock">,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  shown: ReadonlyMap<string, readonly PassedRail[]>,
): Promise<void> {
  for (const [requestId, matches] of await unsettled(context.db, connectionId, [...shown])) {
    const ref = { workspaceId, requestId };
    const request = await findRequest(context.db, ref);
    if (request?.connectionId !== connectionId || !isNews(request, matches)) continue;
    const found = matches.map(shownRail);
    await applyCommand(context, ref, { type: "scanned", matches: found, candidates: [] });
  }
}

type Shown = readonly [requestId: string, matches: readonly PassedRail[]];

/** Passes over the many Rails that are the only one of a request that has it. */
async function unsettled(db: Db, connectionId: string, shown: readonly Shown[]): Promise<Shown[]> {
  const others: Shown[] = [];
  for (let from = 0; from < shown.length; from += AT_ONCE) {
    const part = shown.slice(from, from + AT_ONCE);
    const ids = part.flatMap(([, matches]) => matches.flatMap(({ id }) => id ?? []));
    const requests = await findRequestsByRailIds(db, connectionId, ids);
    const known = new Map(requests.map((request) => [request.id, request]));
    others.push(
      ...part.filter(([requestId, matches]) => {
        const request = known.get(requestId);
        return !request || isNews(request, matches);
      }),
    );
  }
  return others;
}

function isNews(request: ChangeRequest, matches: readonly PassedRail[]): boolean {
  if (!isRailRequest(request)) return false;
  const { state } = request;
  const [only] = matches;
  return !("railId" in state) || matches.length > 1 || only?.id !== state.railId;
}
