import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { MessagePlace } from "../../platform/slack/slack.ts";
import type { Context } from "../context.ts";
import { findMessage, replaceMessage } from "../queries/messages.ts";
import { ChangedMeanwhile } from "./meanwhile.ts";

interface Post<Kept> {
  post(): Promise<MessagePlace>;
  keep(at: MessagePlace): Promise<Kept>;
}

/**
 * Posts instructions and has them kept. A post is counted from before it is sent until it is kept: later messages
 * mention what a kill or a lost answer may have left in Slack.
 */
export async function countedPost<Kept>(
  context: Pick<Context, "db">,
  ref: RequestRef,
  { post, keep }: Post<Kept>,
): Promise<Kept> {
  await count(context, ref, 1);
  let at: MessagePlace;
  try {
    at = await post();
  } catch (error) {
    if (hasNotLanded(error)) await count(context, ref, -1);
    throw error;
  }
  const kept = await keep(at);
  await count(context, ref, -1);
  return kept;
}

/** How many posts Slack may have taken without our knowing their place. */
export async function unknownPosts({ db }: { db: Db }, ref: RequestRef): Promise<number> {
  return (await findMessage(db, ref, "instructions-tries"))?.version ?? 0;
}

/** Slack has refused it, or it never left. */
function hasNotLanded(error: unknown): boolean {
  const isRefused = error instanceof MessengerError && error.isRefusal;
  return isRefused || error instanceof ChangedMeanwhile;
}

/** Several runs may count at once without overwriting each other. */
async function count({ db }: Pick<Context, "db">, ref: RequestRef, by: 1 | -1): Promise<void> {
  const before = await findMessage(db, ref, "instructions-tries");
  const after = { channelId: "", ts: "", version: (before?.version ?? 0) + by };
  if (!(await replaceMessage(db, ref, "instructions-tries", after, before))) {
    await count({ db }, ref, by);
  }
}
