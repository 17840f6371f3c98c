import { note } from "../platform/slack/blocks/note.ts";
import type { Message } from "../platform/slack/message.ts";
import type { Pace } from "../platform/slack/slack.ts";

const QUESTIONS_A_MINUTE = 10;

/**
 * Undefined where this person may ask one more question about the policy, which counts. Each question makes Slack look
 * people up, and Slack's rate is the whole workspace's.
 */
export async function whyNoQuestion(
  { pace }: { pace: Pick<Pace, "take"> },
  workspaceId: string,
  userId: string,
): Promise<Message | undefined> {
  const atOnce = QUESTIONS_A_MINUTE;
  const lane = { name: `policy-question ${userId}`, everyMs: 60_000 / atOnce, atOnce };
  const { isTaken } = await pace.take(workspaceId, lane, 0);
  return isTaken ? undefined : TOO_MANY;
}

const TOO_MANY = note(
  `You have asked ${QUESTIONS_A_MINUTE} questions a minute about the policy, the most that one person may. Nothing was looked up.`,
  "Try again in a minute.",
);
