import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import type { Store } from "../../request/queries/store-port.ts";
import type { LookTrouble, RailRequest } from "../../request/rules/change-request.ts";
import { candidateName, isCandidate } from "../../request/rules/outcome/candidate.ts";
import { readTag } from "../../request/rules/outcome/tag.ts";
import type { TellDeps } from "./tell-of-rails.ts";
import { tellOfRails } from "./tell-of-rails.ts";
import { IncompleteWalk, shownRail, walkRails } from "./walk-rails.ts";

export interface ScanDeps extends TellDeps {
  store: TellDeps["store"] &
    Pick<Store, "findRequestsByRailIds" | "isRailMissing" | "listEvents" | "railsSeenBefore">;
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
  const { store } = deps;
  const { passed, tagged } = await walkRails(rails, (rail) => isCandidate(request, rail));
  const ids = passed.flatMap(({ id }) => id ?? []);
  if (await store.isRailMissing(request.connectionId, ids)) {
    throw new IncompleteWalk("The Rail service does not show all the Rails that it has");
  }
  const matches = (tagged.get(request.id) ?? []).map(shownRail);
  const twins = [...tagged].filter(([id, its]) => id !== request.id && its.length > 1);
  await tellOfRails(deps, request, new Map(twins));
  if (matches.length > 0) return { matches, candidates: [] };
  const alike = passed.filter(({ isWanted }) => isWanted).map(shownRail);
  return { matches, candidates: alike.length === 0 ? [] : await notOthers(store, request, alike) };
}

/** Those that were not known before the request was made, that no other request has, and that nobody has ruled out. */
async function notOthers(
  store: ScanDeps["store"],
  request: RailRequest,
  alike: readonly Rail[],
): Promise<string[]> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const ids = alike.flatMap(({ id }) => id ?? []);
  const events = await store.listEvents(ref);
  const ruledOut = new Set([
    ...(await store.railsSeenBefore(ref, ids)),
    ...events.flatMap((event) => (event.type === "released" ? (event.ruledOut ?? []) : [])),
  ]);
  const candidates: string[] = [];
  for (const rail of alike) {
    const name = candidateName(rail);
    if (!ruledOut.has(name) && !(await isAnothers(store, request, rail))) candidates.push(name);
  }
  return candidates;
}

/** A tag of a request that is not known here says nothing: after a restore it may be of this one, asked for again. */
async function isAnothers(
  store: ScanDeps["store"],
  { id, workspaceId, connectionId }: RailRequest,
  rail: Rail,
): Promise<boolean> {
  const tag = readTag(rail.metadata);
  if (tag && (await store.findRequest({ workspaceId, requestId: tag.requestId }))) return true;
  if (rail.id === null) return false;
  const owners = await store.findRequestsByRailIds(connectionId, [rail.id]);
  return owners.some((owner) => owner.id !== id);
}

/** Why a look learned nothing. Throws on what is no trouble with the service. */
export function lookTrouble(error: unknown): LookTrouble {
  if (error instanceof IncompleteWalk) return "incomplete";
  if (!(error instanceof RailApiError)) throw error;
  const isRefused = error.code === "unauthenticated" || error.code === "not-listed";
  return isRefused ? "token-refused" : "unreachable";
}
