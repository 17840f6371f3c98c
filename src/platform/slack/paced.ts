import { setTimeout as pause } from "node:timers/promises";
import { MessengerError } from "./messenger-error.ts";
import type { Lane, Pace, Rank } from "./slack.ts";

/** Longer waits are the caller's, who may do something else meanwhile. */
const WAITS_AT_MOST_MS = 3_000;

/**
 * Slack takes a message a second in each conversation and bursts of them, without saying how many
 * (https://docs.slack.dev/apis/web-api/rate-limits). Fewer than the sandbox takes: calls may arrive closer together than
 * they left.
 */
export const postingTo = (channelId: string, rank: Rank): Lane => ({
  name: `chat.postMessage ${channelId}`,
  everyMs: 1_000,
  atOnce: 5,
  rank,
});

/** A method of which Slack takes more than we send, as a rule, and says so where that is not so. */
export const calling = (method: string): Lane => ({ name: method, everyMs: 0, atOnce: 1 });

/**
 * Sends it in its turn. Where Slack limits it, its lane waits for as long as Slack says, in every process, and nothing
 * else does. Throws a `MessengerError` `limited`, and what `send` throws.
 */
export async function paced<Answer>(
  pace: Pace,
  workspaceId: string,
  lane: Lane,
  send: () => Promise<Answer>,
): Promise<Answer> {
  await turn(pace, workspaceId, lane);
  try {
    return await send();
  } catch (error) {
    const limitedFor = error instanceof MessengerError ? error.retryAfterMs : undefined;
    if (limitedFor !== undefined) await pace.stall(workspaceId, lane, limitedFor);
    throw error;
  }
}

/** History waits in the queue: what is told later tells more, and nothing else of its job is left to do. */
async function turn(pace: Pace, workspaceId: string, lane: Lane): Promise<void> {
  let patienceMs = lane.rank === "last" ? 0 : WAITS_AT_MOST_MS;
  for (;;) {
    const { isTaken, waitMs } = await pace.take(workspaceId, lane, patienceMs);
    if (!isTaken && waitMs > patienceMs) {
      const retryAfterMs = lane.rank === "last" ? Math.max(waitMs, WAITS_AT_MOST_MS) : waitMs;
      throw new MessengerError("limited", "Slack limits the rate of calls", { retryAfterMs });
    }
    if (waitMs > 0) await pause(waitMs);
    if (isTaken) return;
    patienceMs -= waitMs;
  }
}
