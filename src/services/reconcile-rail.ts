import { isRailRequest } from "../domain/change-request.ts";
import { hasCome } from "../domain/pauses.ts";
import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand, timeOf } from "./apply-command.ts";
import type { RailApis } from "./ports/rail-api.ts";
import type { RequestRef } from "./ports/request-ref.ts";
import type { ScanDeps } from "./scan-rails.ts";
import { lookTrouble, scanRails } from "./scan-rails.ts";

interface Deps extends ApplyDeps {
  store: ScanDeps["store"];
  railApis: RailApis;
}

/** Finds out by reading what became of a POST without a clear answer. Never posts. */
export async function reconcileRail(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await deps.store.findRequest(ref);
  if (!request || !isRailRequest(request)) return;
  const { state, version: lookedAt } = request;
  if (state.status !== "unknown" || !hasCome(state.nextLookAt, timeOf(deps))) return;
  const rails = await deps.railApis(ref.workspaceId, request.connectionId);
  try {
    const scan = await scanRails(deps, request, rails);
    await applyCommand(deps, ref, { type: "scanned", ...scan, lookedAt });
  } catch (error) {
    const because = lookTrouble(error);
    await applyCommand(deps, ref, { type: "could-not-look", because, lookedAt });
  }
}
