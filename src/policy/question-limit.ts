import { note } from "../platform/slack/blocks/note.ts";
import type { Message } from "../platform/slack/message.ts";
import { counted } from "../platform/text/times.ts";
import type { ListenerDeps } from "../request/context.ts";

export const USUAL_QUESTIONS_A_MINUTE = 10;

/**
 * Undefined where this person may ask one more question about the policy, which counts. Each question makes Slack look
 * people up, and Slack's rate is the whole workspace's.
 */
export async function whyNoQuestion(
  {
    pace,
    questionsAMinute: atOnce = USUAL_QUESTIONS_A_MINUTE,
  }: Pick<ListenerDeps, "pace" | "questionsAMinute">,
  workspaceId: string,
  userId: string,
): Promise<Message | undefined> {
  const lane = { name: `policy-question ${userId}`, everyMs: 60_000 / atOnce, atOnce };
  const { isTaken } = await pace.take(workspaceId, lane, 0);
  if (isTaken) return undefined;
  return note(
    `You have asked ${counted(atOnce, "question")} a minute about the policy, the most that one person may. Nothing was looked up.`,
    "Try again in a minute.",
  );
}
