import { note } from "../../platform/slack/blocks/note.ts";
import type { Message } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import type { Context } from "../context.ts";

export const USUAL_QUESTIONS_A_MINUTE = 10;

/**
 * Undefined if this person may ask one more question that needs Slack's look-ups: it counts, since Slack's rate limit
 * is for the whole workspace. Stopping something never counts as a question.
 */
export async function whyNoQuestion(
  {
    pace,
    questionsAMinute: atOnce = USUAL_QUESTIONS_A_MINUTE,
  }: Pick<Context, "pace" | "questionsAMinute">,
  workspaceId: string,
  userId: string,
  about: "the policy" | "the freeze" | "a missing Rail",
): Promise<Message | undefined> {
  const lane = { name: `question about ${about} ${userId}`, everyMs: 60_000 / atOnce, atOnce };
  const { isTaken } = await pace.take(workspaceId, lane, 0);
  if (isTaken) return undefined;
  return note(
    `You have asked ${counted(atOnce, "question")} a minute about ${about}, the most that one person may. Nothing was looked up.`,
    "Try again in a minute.",
  );
}
