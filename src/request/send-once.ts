import { overOneConnection } from "../platform/database/at-once.ts";
import type { RequestRef } from "../platform/queue/request-ref.ts";
import type { RailApi } from "../platform/rail-api/rail-api.ts";
import { RailApiError } from "../platform/rail-api/rail-api-error.ts";
import type { Applying } from "./apply-command.ts";
import { applyCommand, timeOf } from "./apply-command.ts";
import type { Context } from "./context.ts";
import { freezeIfRestored, keepMarker } from "./freezing/restored.ts";
import { tokenMark } from "./queries/connections.ts";
import { findFreeze } from "./queries/freezes.ts";
import { findRequest } from "./queries/requests.ts";
import { isHeld } from "./queries/successions.ts";
import type { ChangeRequest, NotSentBecause } from "./rules/change-request.ts";
import type { Outcome } from "./rules/outcome/outcome.ts";
import { hasCome } from "./rules/outcome/pauses.ts";
import { isReleased } from "./rules/status.ts";
import { rosterFor, StandingsNotKnown } from "./who-is.ts";

type Sending = Applying &
  Pick<Context, "db" | "people" | "marker" | "logger" | "checkClock" | "railApis">;

const AT_ONCE_MS = 5_000;

/**
 * The only way to a POST, for every kind of change. A claim moves the request to `sending` in a transaction of its
 * own, and the process that made it posts once. It does not claim a request that changed since it was read. `post`
 * never throws, and gets only the claimed request, whose bytes were compared with the digest. Throws a `ClockOff`, and
 * claims nothing, if this process might take an unfinished cool-down for finished.
 * @param post With the client that has the token of this moment; a token that was removed before is not used any more.
 */
export async function sendOnce(
  context: Sending,
  ref: RequestRef,
  request: ChangeRequest,
  post: (claimed: ChangeRequest, rails: RailApi) => Promise<Outcome>,
): Promise<void> {
  const { connectionId } = request;
  // The mark comes first: the token that the client opens is this one, or a later one.
  const token = await tokenMark(context.db, ref.workspaceId, connectionId);
  const rails = await context.railApis(ref.workspaceId, connectionId);
  await freezeIfRestored(context, ref.workspaceId);
  const roster = await rosterFor(context, request);
  await context.checkClock();
  const claim = { type: "claim", lookedAt: request.version } as const;
  const applied = await applyCommand(context, ref, claim, undefined, roster);
  if (!applied.ok && applied.refusal === "below-quorum") throw new StandingsNotKnown();
  if (!applied.ok || applied.request.state.status !== "sending") return;

  const claimed = applied.request;
  const because =
    (await whyNotMarked(context, ref)) ?? (await whyNotOurs(context, ref, claimed, token));
  const outcome: Outcome = because ? { type: "not-sent", because } : await post(claimed, rails);
  await applyCommand(context, ref, { type: "record", attempt: claimed.attempt, outcome });
}

/** Nobody could see that the database was restored to before this claim without its mark outside. */
async function whyNotMarked(
  context: Sending,
  { workspaceId }: RequestRef,
): Promise<NotSentBecause | undefined> {
  try {
    return (await keepMarker(context, workspaceId)) ? undefined : "restored";
  } catch (error) {
    context.logger.error(
      { err: error, workspaceId },
      "the restore marker cannot be written; not sent",
    );
    return "marker-not-kept";
  }
}

/**
 * The last look before the POST. While the sender paused, another worker may have taken it for interrupted, released
 * one more attempt or frozen sending, and an administrator may have removed the token. A slow answer may be out of
 * date, so only an immediate one counts. A freeze that commits after this look lists the request as being sent.
 */
async function whyNotOurs(
  { db, clock, logger }: Sending,
  ref: RequestRef,
  claimed: ChangeRequest,
  token: string,
): Promise<NotSentBecause | undefined> {
  const askedAt = Date.parse(clock());
  const looked = await overOneConnection(db, (db) =>
    Promise.all([
      findRequest(db, ref),
      findFreeze(db, ref.workspaceId),
      tokenMark(db, ref.workspaceId, claimed.connectionId),
    ]),
  ).catch((error: unknown) => {
    logger.error({ err: error, ...ref }, "the last look before sending failed; not sent");
    return undefined;
  });
  if (!looked) return "overtaken";
  const [request, { frozen }, tokenNow] = looked;
  const isAtOnce = Date.parse(clock()) - askedAt <= AT_ONCE_MS;
  if (!isAtOnce || request?.version !== claimed.version || tokenNow !== token) return "overtaken";
  return frozen ? "frozen" : undefined;
}

/** False if it is sent already, has expired, or has to wait; a worker that finds `sending` missed the outcome. */
export async function isToBeSent(
  context: Applying & Pick<Context, "db">,
  ref: RequestRef,
  { state, expiresAt, connectionId }: ChangeRequest,
): Promise<boolean> {
  if (state.status === "sending") {
    await applyCommand(context, ref, { type: "interrupted" });
    return false;
  }
  if (!isReleased(state)) return false;
  const time = timeOf(context);
  if (time.now >= expiresAt) {
    await applyCommand(context, ref, { type: "expire" });
    return false;
  }
  // The former token must not ask about a held request.
  if (await isHeld(context.db, ref.workspaceId, connectionId)) return false;
  return hasCome(state.nextTryAt, time);
}

/** The outcome of a POST that threw: it may have taken effect, unless the service documents a refusal. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof RailApiError)) return { type: "unknown" };
  switch (error.outcome) {
    case "not-sent":
      return { type: "not-sent", because: "no-connection" };
    case "unknown":
      return { type: "unknown" };
    case "not-created":
      return error.code === "unauthenticated" || error.code === "not-listed"
        ? { type: "unauthenticated" }
        : { type: "refused", message: error.said, fieldErrors: error.fieldErrors };
  }
}
