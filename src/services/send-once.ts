import type { ChangeRequest } from "../domain/change-request.ts";
import type { Outcome } from "../domain/outcome.ts";
import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand } from "./apply-command.ts";
import type { FreezeDeps } from "./freeze.ts";
import { freezeIfRestored, keepMarker } from "./freeze.ts";
import type { Marker, People, RequestRef } from "./ports.ts";
import { StandingsNotKnown, standingsOf } from "./standings.ts";

export interface SendDeps extends FreezeDeps {
  people: People;
  marker: Marker;
}

/**
 * The only way to a POST, whatever kind of change it is for: a claim moves the request to `sending` in a transaction of
 * its own, and only whoever made that claim posts, once. What has changed since `request` was read is not claimed.
 * `post` gets the claimed request and no other reading, since the claim is what held its bytes against the digest; it
 * never throws.
 */
export async function sendOnce(
  deps: SendDeps,
  ref: RequestRef,
  request: ChangeRequest,
  post: (claimed: ChangeRequest) => Promise<Outcome>,
): Promise<void> {
  await freezeIfRestored(deps, ref.workspaceId);
  const standings = await standingsOf(deps.people, request);
  const lookedAt = request.version;
  const applied = await applyCommand(deps, ref, { type: "claim", standings, lookedAt });
  if (!applied.ok && applied.refusal === "below-quorum") throw new StandingsNotKnown();
  if (!applied.ok || applied.request.state.status !== "sending") return;

  const claimed = applied.request;
  const outcome = (await isMarked(deps, ref)) ? await post(claimed) : NOT_SENT;
  await applyCommand(deps, ref, { type: "record", attempt: claimed.attempt, outcome });
}

const NOT_SENT: Outcome = { type: "not-sent" };

/** Without its mark outside, a database restored to before this claim could not be told from the present one. */
async function isMarked(deps: SendDeps, { workspaceId }: RequestRef): Promise<boolean> {
  try {
    return await keepMarker(deps, workspaceId);
  } catch (error) {
    deps.logger.error(
      { err: error, workspaceId },
      "the restore marker cannot be written; not sent",
    );
    return false;
  }
}

/** Someone arrives at `sending` who did not make the claim, and so missed the outcome; or it is not time yet. */
export async function isToBeSent(
  deps: ApplyDeps,
  ref: RequestRef,
  { state }: ChangeRequest,
): Promise<boolean> {
  if (state.status === "sending") {
    await applyCommand(deps, ref, { type: "interrupted" });
    return false;
  }
  const isWaiting = state.status === "approved" || state.status === "blocked";
  return isWaiting && deps.clock() >= state.nextTryAt;
}
