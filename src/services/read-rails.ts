import type { ChangeRequest } from "../domain/change-request.ts";
import { isRailRequest } from "../domain/change-request.ts";
import type { Rail } from "../domain/rail.ts";
import { readTag } from "../domain/tag.ts";
import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import type { RailApis, Store } from "./ports.ts";
import { everyRail } from "./scan-rails.ts";

interface Deps extends ApplyDeps {
  store: Pick<Store, "transaction" | "currentConnection" | "findRequest">;
  railApis: RailApis;
  workspaceId: string;
}

/**
 * Walks the whole list of Rails, so that what is known of their ends is not older than the last walk; the client
 * remembers each page by itself. A Rail with the tag of a request that does not know it is told to that request,
 * whatever has become of it: it may have appeared late, twice, or after somebody gave up.
 */
export async function readRails(deps: Deps): Promise<void> {
  const { store, workspaceId } = deps;
  const { id: connectionId } = await store.currentConnection(workspaceId);
  const all = await everyRail(await deps.railApis(workspaceId, connectionId));
  const byRequest = Map.groupBy(all, ({ metadata }) => readTag(metadata)?.requestId);
  for (const [requestId, matches] of byRequest) {
    if (requestId === undefined) continue;
    const ref = { workspaceId, requestId };
    const request = await store.findRequest(ref);
    if (request?.connectionId !== connectionId || !isNews(request, matches)) continue;
    await applyCommand(deps, ref, { type: "scanned", matches, candidates: [] });
  }
}

/** Most Rails are the only one of a request that has it: nothing is written for those. */
function isNews(request: ChangeRequest, matches: readonly Rail[]): boolean {
  if (!isRailRequest(request)) return false;
  const { state } = request;
  const [only] = matches;
  return !("railId" in state) || matches.length > 1 || only?.id !== state.railId;
}
