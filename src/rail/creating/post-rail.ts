import { overOneConnection } from "../../platform/database/at-once.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { Job } from "../../platform/queue/job.ts";
import { WALK_SECONDS } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { RailApi } from "../../platform/rail-api/rail-api.ts";
import { applyCommand } from "../../request/apply-command.ts";
import type { JobContext } from "../../request/capability.ts";
import { findFreeze, findRestoredAt } from "../../request/queries/freezes.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest, RailRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import type { Outcome } from "../../request/rules/outcome/outcome.ts";
import { tagText } from "../../request/rules/outcome/tag.ts";
import { isToBeSent, outcomeOf, sendOnce } from "../../request/send-once.ts";
import { isAfterRestore } from "../rules/short-look.ts";
import { lookForRail } from "./scan-rails.ts";
import { lookShort } from "./short-look.ts";

type Sending = Omit<JobContext, "messenger" | "approvalsChannelOf">;

/** The only way to `POST /rails`. It first makes sure that the service shows no Rail that is or may be this one. */
export async function createRail(context: Sending, ref: RequestRef): Promise<void> {
  const request = await findRequest(context.db, ref);
  if (!request || !isRailRequest(request) || !(await isToBeSent(context, ref, request))) return;
  // While sending is frozen there is nothing to look for; the claim looks at the freeze again.
  if ((await findFreeze(context.db, ref.workspaceId)).frozen) return;

  if (!(await isCertainlyAbsent(context, ref, request))) return;
  await sendOnce(context, ref, request, post);
}

export const createRailJob: Job<Sending, "create-rail"> = {
  name: "create-rail",
  does: "sending it to the Rail service",
  expireInSeconds: WALK_SECONDS,
  work: createRail,
};

/**
 * A database restored from a backup may say `approved` of a Rail that exists, so we look before every POST. For a request
 * that was never claimed a short look is enough; it is no scan, so it counts for none.
 */
async function isCertainlyAbsent(
  context: Sending,
  ref: RequestRef,
  request: RailRequest,
): Promise<boolean> {
  const isNew = await isNeverClaimed(context.db, request);
  if (isNew && (await lookShort(context, request, request.id))) return true;
  const look = await lookForRail(context, request);
  if (look.type === "scanned" && look.matches.length === 0) {
    if (look.candidates.length === 0 || (await isNeverClaimed(context.db, request))) return true;
  }
  await applyCommand(context, ref, look);
  return false;
}

/** Certainly nothing was ever sent for it, so that a Rail without a tag is not its own. A restored database does not know. */
async function isNeverClaimed(
  db: Db,
  { id: requestId, attempt, requestedAt, workspaceId }: RailRequest,
): Promise<boolean> {
  if (attempt > 0) return false;
  const [had, restoredAt] = await overOneConnection(db, (db) =>
    Promise.all([hadRail(db, requestId), findRestoredAt(db, workspaceId)]),
  );
  return !had && isAfterRestore(requestedAt, restoredAt);
}

/** If only the request's row was put back to an earlier state, another table still knows. */
async function hadRail(db: Db, requestId: string): Promise<boolean> {
  const row = await db
    .selectFrom("request_rails")
    .select("rail_id")
    .where("request_id", "=", requestId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function post(request: ChangeRequest, rails: RailApi): Promise<Outcome> {
  if (!isRailRequest(request)) return { type: "not-sent", because: "no-connection" };
  const { spec, reference } = request.content.change;
  const tag = tagText({ requestId: request.id, digest: request.digest });
  try {
    const rail = await rails.createRail(spec, reference === null ? [tag] : [tag, reference]);
    return { type: "created", rail };
  } catch (error) {
    return outcomeOf(error);
  }
}
