import type { ChangeRequest } from "../domain/change-request.ts";
import { isRailRequest } from "../domain/change-request.ts";
import type { Rail } from "../domain/rail.ts";
import { readTag } from "../domain/tag.ts";
import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import type { Store } from "./ports.ts";

export interface TellDeps extends ApplyDeps {
  store: Pick<Store, "transaction" | "findRequest">;
}

/** The Rails by the request whose tag they carry. */
export function byTag(rails: readonly Rail[]): Map<string, Rail[]> {
  const all = Map.groupBy(rails, ({ metadata }) => readTag(metadata)?.requestId ?? "");
  all.delete("");
  return all;
}

/**
 * A Rail with the tag of a request that does not know it is told to that request, whatever has become of it: it may have
 * appeared late, twice, or after somebody gave up. `shown` is of a list that was read as a whole.
 */
export async function tellOfRails(
  deps: TellDeps,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
  shown: ReadonlyMap<string, readonly Rail[]>,
): Promise<void> {
  for (const [requestId, matches] of shown) {
    const ref = { workspaceId, requestId };
    const request = await deps.store.findRequest(ref);
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
