import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import type { RailApis, RequestRef, Store } from "./ports.ts";
import { taggedRails } from "./tagged-rails.ts";

interface Deps extends ApplyDeps {
  store: Pick<Store, "transaction" | "findRequest">;
  railApis: RailApis;
}

/**
 * Finds out by reading what became of a POST without a clear answer. Never posts. Throws a `RailApiError` when the walk
 * breaks off: then nothing was learned, and the job is tried again.
 */
export async function reconcileRail(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await deps.store.findRequest(ref);
  if (request?.state.status !== "unknown" || deps.clock() < request.state.nextLookAt) return;
  const rails = await deps.railApis(ref.workspaceId, request.connectionId);
  const matches = await taggedRails(rails, ref.requestId);
  await applyCommand(deps, ref, { type: "scanned", matches });
}
