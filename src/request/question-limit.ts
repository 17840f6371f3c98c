import { note } from "../platform/slack/blocks/note.ts";
import type { Message } from "../platform/slack/message.ts";
import type { Pace } from "../platform/slack/slack.ts";

const QUESTIONS_A_MINUTE = 10;

/**
 * Undefined where this person may ask one more question for which Slack looks people up: it counts, since Slack's rate
 * is the whole workspace's. Nothing that stops sending is a question.
 */
export async function whyNoQuestion(
  { pace }: { pace: Pick<Pace, "take"> },
  workspaceId: string,
  userId: string,
  about: "the policy" | "the freeze",
): Promise<Message | undefined> {
  const atOnce = QUESTIONS_A_MINUTE;
  const lane = { name: `question about ${about} ${userId}`, everyMs: 60_000 / atOnce, atOnce };
  const { isTaken } = await pace.take(workspaceId, lane, 0);
  return isTaken ? undefined : tooMany(about);
}

const tooMany = (about: string) =>
  note(
    `You have asked ${QUESTIONS_A_MINUTE} questions a minute about ${about}, the most that one person may. Nothing was looked up.`,
    "Try again in a minute.",
  );
