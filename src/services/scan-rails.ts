import { isCandidate } from "../domain/candidate.ts";
import type { LookTrouble, RailRequest } from "../domain/change-request.ts";
import type { Rail } from "../domain/rail.ts";
import { readTag } from "../domain/tag.ts";
import type { RailApi, Store } from "./ports.ts";
import { RailApiError } from "./rail-api-error.ts";

interface Deps {
  store: Pick<Store, "findRequestsByRailIds" | "listEvents">;
}

export interface Scan {
  /** Every Rail that carries the request's tag. */
  matches: Rail[];
  /** Ids of Rails without a tag that may be the one, and that are no other request's. */
  candidates: string[];
}

/** The service counts more Rails than it shows: one of them may be the one that is looked for. */
export class IncompleteWalk extends Error {
  override readonly name = "IncompleteWalk";
}

/**
 * Looks for a request's Rail over all pages: never stops at the first, since a second one is what must be known. Throws
 * a `RailApiError` when the walk breaks off, and `IncompleteWalk`: then nothing was learned.
 */
export async function scanRails(
  { store }: Deps,
  request: RailRequest,
  rails: Pick<RailApi, "listRails">,
): Promise<Scan> {
  const all = await everyRail(rails);
  const matches = all.filter(({ metadata }) => readTag(metadata)?.requestId === request.id);
  if (matches.length > 0) return { matches, candidates: [] };

  const alike = all.filter((rail) => isCandidate(request, rail)).flatMap(({ id }) => id ?? []);
  if (alike.length === 0) return { matches, candidates: [] };
  const { workspaceId, connectionId, id: requestId } = request;
  const known = await store.findRequestsByRailIds(connectionId, alike);
  const events = await store.listEvents({ workspaceId, requestId });
  const notOurs = new Set([
    ...known.flatMap(({ state }) => {
      if (state.status === "quarantined") return state.railIds;
      return "railId" in state ? [state.railId] : [];
    }),
    ...events.flatMap((event) => (event.type === "released" ? (event.ruledOut ?? []) : [])),
  ]);
  return { matches, candidates: alike.filter((id) => !notOurs.has(id)) };
}

/** Why a look learned nothing. Throws on what is no trouble with the service. */
export function lookTrouble(error: unknown): LookTrouble {
  if (error instanceof IncompleteWalk) return "incomplete";
  if (!(error instanceof RailApiError)) throw error;
  return error.code === "unauthenticated" ? "token-refused" : "unreachable";
}

/** Rails made meanwhile push others from page to page, so a walk that does not add up is made again. */
const WALKS = 3;

/** All Rails, each once, as many as the service counts. Throws a `RailApiError`, and `IncompleteWalk`. */
export async function everyRail(rails: Pick<RailApi, "listRails">): Promise<Rail[]> {
  for (let walk = 1; walk <= WALKS; walk += 1) {
    const found: Rail[] = [];
    let total = 0;
    for await (const page of rails.listRails()) {
      found.push(...page.rails);
      total = page.total;
    }
    const all = withoutRepeats(found);
    if (all.length >= total) return all;
  }
  throw new IncompleteWalk("The Rail service counts more Rails than it shows");
}

function withoutRepeats(rails: readonly Rail[]): Rail[] {
  const byId = new Map(rails.map((rail) => [rail.id, rail]));
  return rails.filter((rail) => rail.id === null || byId.get(rail.id) === rail);
}
