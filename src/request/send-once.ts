import { freezeIfRestored, keepMarker } from "../freeze/freeze.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { ApplyDeps } from "./apply-command.ts";
import { applyCommand, timeOf } from "./apply-command.ts";
import type { Context } from "./context.ts";
import { findFreeze } from "./queries/freezes.ts";
import { findRequest } from "./queries/requests.ts";
import { isHeld } from "./queries/successions.ts";
import type { ChangeRequest, NotSentBecause } from "./rules/change-request.ts";
import type { Outcome } from "./rules/outcome/outcome.ts";
import { hasCome } from "./rules/outcome/pauses.ts";
import { isReleased } from "./rules/status.ts";
import { StandingsNotKnown } from "./standings.ts";
import { rosterFor } from "./who-is.ts";

/** Sending throws a `ClockOff` where the time of this process is not to be relied on. */
export type SendDeps = ApplyDeps &
  Pick<Context, "db" | "people" | "marker" | "logger" | "checkClock">;

const AT_ONCE_MS = 5_000;

/**
 * The only way to a POST, whatever kind of change it is for: a claim moves the request to `sending` in a transaction of
 * its own, and only whoever made that claim posts, once. What has changed since `request` was read is not claimed.
 * `post` gets the claimed request and no other reading, since the claim is what held its bytes against the digest; it
 * never throws. Throws a `ClockOff`, and claims nothing, where this process would take a cool-down for over that is not.
 */
export async function sendOnce(
  deps: SendDeps,
  ref: RequestRef,
  request: ChangeRequest,
  post: (claimed: ChangeRequest) => Promise<Outcome>,
): Promise<void> {
  await freezeIfRestored(deps, ref.workspaceId);
  const roster = await rosterFor(deps, request);
  await deps.checkClock();
  const claim = { type: "claim", standings: roster.standings, lookedAt: request.version } as const;
  const applied = await applyCommand(deps, ref, claim, undefined, roster);
  if (!applied.ok && applied.refusal === "below-quorum") throw new StandingsNotKnown();
  if (!applied.ok || applied.request.state.status !== "sending") return;

  const claimed = applied.request;
  const because = (await whyNotMarked(deps, ref)) ?? (await whyNotOurs(deps, ref, claimed));
  const outcome: Outcome = because ? { type: "not-sent", because } : await post(claimed);
  await applyCommand(deps, ref, { type: "record", attempt: claimed.attempt, outcome });
}

/**
 * Without its mark outside, a database restored to before this claim could not be told from the present one. Undefined
 * where the claim is marked.
 */
async function whyNotMarked(
  deps: SendDeps,
  { workspaceId }: RequestRef,
): Promise<NotSentBecause | undefined> {
  try {
    return (await keepMarker(deps, workspaceId)) ? undefined : "restored";
  } catch (error) {
    deps.logger.error(
      { err: error, workspaceId },
      "the restore marker cannot be written; not sent",
    );
    return "marker-not-kept";
  }
}

/**
 * The last look before the POST. A sender that was paused after the claim may find it taken for interrupted, one more
 * attempt released since, or sending frozen. What took long to read may be long past: only an answer that comes at once
 * is one. A freeze that commits after this look lists the request as being sent.
 */
async function whyNotOurs(
  { db, clock }: SendDeps,
  ref: RequestRef,
  claimed: ChangeRequest,
): Promise<NotSentBecause | undefined> {
  const askedAt = Date.parse(clock());
  const request = await findRequest(db, ref);
  const { frozen } = await findFreeze(db, ref.workspaceId);
  const isAtOnce = Date.parse(clock()) - askedAt <= AT_ONCE_MS;
  if (!isAtOnce || request?.version !== claimed.version) return "overtaken";
  return frozen ? "frozen" : undefined;
}

/** False where someone arrives at `sending` who did not make the claim, where it has expired, or is not time yet. */
export async function isToBeSent(
  deps: ApplyDeps,
  ref: RequestRef,
  { state, expiresAt, connectionId }: ChangeRequest,
): Promise<boolean> {
  if (state.status === "sending") {
    await applyCommand(deps, ref, { type: "interrupted" });
    return false;
  }
  if (!isReleased(state)) return false;
  const time = timeOf(deps);
  if (time.now >= expiresAt) {
    // However long its next try is away: nothing has to be asked for that.
    await applyCommand(deps, ref, { type: "expire" });
    return false;
  }
  // Nothing is asked with the former token for what could not be sent.
  const isOnHold = await deps.transaction((tx) => isHeld(tx.db, ref.workspaceId, connectionId));
  if (isOnHold) return false;
  return hasCome(state.nextTryAt, time);
}
