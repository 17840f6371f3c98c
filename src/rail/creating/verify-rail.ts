import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { RailApi, RailApis } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import type { Applied, ApplyDeps } from "../../request/apply-command.ts";
import { applyCommand, timeOf } from "../../request/apply-command.ts";
import { findRequest } from "../../request/queries/requests.ts";
import { hasCome } from "../../request/rules/outcome/pauses.ts";

interface Deps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
  railApis: RailApis;
}

/** Reads a created Rail back and holds it against what was approved. */
export async function verifyRail(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await findRequest(deps.db, ref);
  if (request?.state.status !== "created") return;
  if (!hasCome(request.state.nextLookAt, timeOf(deps))) return;
  await readBack(deps, ref, request.connectionId, request.state.railId);
}

/** The Rail as the service shows it now, once that has been judged; null when it answered 404. */
export async function readBack(
  deps: ApplyDeps & { railApis: RailApis },
  ref: RequestRef,
  connectionId: string,
  railId: string,
): Promise<{ rail: Rail | null; applied: Applied }> {
  const rails = await deps.railApis(ref.workspaceId, connectionId);
  const rail = await railOrNull(rails, railId);
  return { rail, applied: await applyCommand(deps, ref, { type: "read-back", railId, rail }) };
}

export async function railOrNull(
  rails: Pick<RailApi, "getRail">,
  railId: string,
): Promise<Rail | null> {
  try {
    return await rails.getRail(railId);
  } catch (error) {
    if (error instanceof RailApiError && error.code === "not-found") return null;
    throw error;
  }
}
