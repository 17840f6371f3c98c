import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { RailApiError } from "../../platform/rail-api/rail-api-error.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { isShortId } from "../../platform/rail-api/rules/service-id.ts";
import type { Applied } from "../../request/apply-command.ts";
import { applyCommand, timeOf } from "../../request/apply-command.ts";
import type { Context } from "../../request/context.ts";
import type { RequestClick } from "../../request/decide-request.ts";
import { beginWatch } from "../../request/queries/rails/watched-rails.ts";
import { findRequest } from "../../request/queries/requests.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { hasCome } from "../../request/rules/outcome/pauses.ts";
import { rosterFor } from "../../request/who-is.ts";

type Reading = Pick<Context, "db" | "transaction" | "seal" | "pins" | "railApis" | "clock">;

/** Reads a created Rail back and holds it against what was approved. */
export async function verifyRail(context: Reading, ref: RequestRef): Promise<void> {
  const request = await findRequest(context.db, ref);
  if (request?.state.status !== "created") return;
  if (!hasCome(request.state.nextLookAt, timeOf(context))) return;
  const { connectionId, state } = request;
  const { applied } = await readBack(context, ref, connectionId, state.railId);
  // A change before the next reading of the list is news, too.
  if (applied.ok && applied.request.state.status === "verified") {
    await beginWatch(context.db, connectionId, state.railId);
  }
}

export const verifyRailJob: Job<Reading, "verify-rail"> = {
  name: "verify-rail",
  does: "reading its Rail back",
  expireInSeconds: 60,
  work: verifyRail,
};

/** The Rail as the service shows it now, once that has been judged; null when it answered 404. */
export async function readBack(
  context: Omit<Reading, "db">,
  ref: RequestRef,
  connectionId: string,
  railId: string,
): Promise<{ rail: Rail | null; applied: Applied }> {
  const rails = await context.railApis(ref.workspaceId, connectionId);
  const rail = await railOrNull(rails, railId);
  return { rail, applied: await applyCommand(context, ref, { type: "read-back", railId, rail }) };
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

/**
 * Links the Rail that an approver names to a request. It reads the Rail first, so that a wrong one is refused with a
 * reason. Throws a `RailApiError` where the service cannot be asked.
 */
export async function linkRail(
  context: Reading & Pick<Context, "people">,
  { by, delivery, railId, ...ref }: RequestClick & { railId: string },
): Promise<Applied> {
  const request = await findRequest(context.db, ref);
  if (!request || !isRailRequest(request)) return { ok: false, refusal: "not-found" };
  const roster = await rosterFor(context, request, [by]);
  const rails = await context.railApis(ref.workspaceId, request.connectionId);
  const rail = isShortId(railId) ? await railOrNull(rails, railId) : null;
  const command = { type: "link-rail", by, railId, rail } as const;
  return applyCommand(context, ref, command, delivery, roster);
}
