import type { Db } from "../../platform/database/schema.ts";
import type { Job } from "../../platform/queue/job.ts";
import { WALK_SECONDS } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { RailApi, RailApis } from "../../platform/rail-api/rail-api.ts";
import { applyCommand } from "../../request/apply-command.ts";
import { findFreeze, findRestoredAt } from "../../request/queries/freezes.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest, RailRequest } from "../../request/rules/change-request.ts";
import { isRailRequest } from "../../request/rules/change-request.ts";
import type { Outcome } from "../../request/rules/outcome/outcome.ts";
import { tagText } from "../../request/rules/outcome/tag.ts";
import type { SendDeps } from "../../request/send-once.ts";
import { isToBeSent, outcomeOf, sendOnce } from "../../request/send-once.ts";
import { lookTrouble, scanRails } from "./scan-rails.ts";

interface Deps extends SendDeps {
  db: Db;
  transaction: InTransaction;
  railApis: RailApis;
}

/**
 * The only way to `POST /rails`. It first makes sure that no Rail carries the tag, nor any that may be the one, and
 * then sends as everything is sent. Whoever finds `sending` on arrival has missed the outcome, and says so instead.
 */
export async function createRail(deps: Deps, ref: RequestRef): Promise<void> {
  const request = await findRequest(deps.db, ref);
  if (!request || !isRailRequest(request) || !(await isToBeSent(deps, ref, request))) return;
  // While sending is frozen there is nothing to look for; the claim looks at the freeze again.
  if ((await findFreeze(deps.db, ref.workspaceId)).frozen) return;

  const rails = await deps.railApis(ref.workspaceId, request.connectionId);
  if (!(await isCertainlyAbsent(deps, ref, request, rails))) return;
  await sendOnce(deps, ref, request, (claimed) => post(rails, claimed));
}

export const createRailJob: Job<Deps, "create-rail"> = {
  name: "create-rail",
  does: "sending it to the Rail service",
  expireInSeconds: WALK_SECONDS,
  work: createRail,
};

/** A database restored from a backup may say `approved` of a Rail that exists: so look before every POST. */
async function isCertainlyAbsent(
  deps: Deps,
  ref: RequestRef,
  request: RailRequest,
  rails: RailApi,
): Promise<boolean> {
  const lookedAt = request.version;
  try {
    const scan = await scanRails(deps, request, rails);
    const isClear = scan.candidates.length === 0 || (await isNeverClaimed(deps.db, request));
    if (scan.matches.length === 0 && isClear) return true;
    await applyCommand(deps, ref, { type: "scanned", ...scan, lookedAt });
  } catch (error) {
    const because = lookTrouble(error);
    await applyCommand(deps, ref, { type: "could-not-look", because, lookedAt });
  }
  return false;
}

/** How much the clocks of two processes may differ. */
const CLOCKS_DIFFER_MS = 60_000;

/** Certainly nothing was ever sent for it, so that a Rail without a tag is not its own. A restored database does not know. */
async function isNeverClaimed(
  db: Db,
  { attempt, requestedAt, workspaceId }: RailRequest,
): Promise<boolean> {
  if (attempt > 0) return false;
  const restored = await findRestoredAt(db, workspaceId);
  return restored === null || Date.parse(requestedAt) > Date.parse(restored) + CLOCKS_DIFFER_MS;
}

async function post(rails: RailApi, request: ChangeRequest): Promise<Outcome> {
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
