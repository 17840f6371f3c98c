import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { RailApis } from "../../platform/rail-api/rail-api.ts";
import type { ApplyDeps } from "../../request/apply-command.ts";
import { applyCommand, timeOf } from "../../request/apply-command.ts";
import { findRequest } from "../../request/queries/requests.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { hasCome } from "../../request/rules/outcome/pauses.ts";
import { lookTrouble, scanRails } from "./scan-rails.ts";

interface Deps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
  railApis: RailApis;
}

/** Finds out by reading what became of a POST without a clear answer. Never posts. */
export async function reconcileRail(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await findRequest(deps.db, ref);
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
