import type { Job } from "../../platform/queue/job.ts";
import { WALK_SECONDS } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { applyCommand, timeOf } from "../../request/apply-command.ts";
import type { JobContext } from "../../request/capability.ts";
import { findRequest } from "../../request/queries/requests.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import { hasCome } from "../../request/rules/outcome/pauses.ts";
import { lookForRail } from "./scan-rails.ts";

type Looking = Pick<
  JobContext,
  "db" | "transaction" | "seal" | "pins" | "railApis" | "clock" | "pauses"
>;

/** Finds out by reading what became of a POST without a clear answer. Never posts. */
export async function reconcileRail(context: Looking, ref: RequestRef): Promise<void> {
  const request = await findRequest(context.db, ref);
  if (!request || !isRailRequest(request)) return;
  const { state } = request;
  if (state.status !== "unknown" || !hasCome(state.nextLookAt, timeOf(context))) return;
  await applyCommand(context, ref, await lookForRail(context, request));
}

export const reconcileRailJob: Job<Looking, "reconcile-rail"> = {
  name: "reconcile-rail",
  does: "looking for its Rail",
  expireInSeconds: WALK_SECONDS,
  work: reconcileRail,
};
