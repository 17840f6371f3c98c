import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { DrawnMeanwhile } from "../../request/posting/drawn-meanwhile.ts";
import type { PostedMessage } from "../../request/queries/messages.ts";
import { findMessage, NEVER_DRAWN, replaceMessage } from "../../request/queries/messages.ts";

interface Deps {
  db: Db;
}

/**
 * Keeps what a message with the instructions shows now; `before` is what was known of them. Returns the message that
 * counts: another one, where another run has posted that meanwhile. Where another run has drawn something else in the
 * same, nobody knows which of the two Slack took last: it throws `DrawnMeanwhile`.
 */
export async function keepInstructions(
  deps: Deps,
  ref: RequestRef,
  shown: PostedMessage,
  before: PostedMessage | undefined,
): Promise<PostedMessage> {
  const { db } = deps;
  if (await replaceMessage(db, ref, "instructions", shown, before)) return shown;
  const now = await findMessage(db, ref, "instructions");
  if (!now) return shown;
  if (now.ts !== shown.ts) {
    return now.ts === before?.ts ? keepInstructions(deps, ref, shown, now) : now;
  }
  if (now.version === shown.version) return now;
  const unknown = { ...now, version: NEVER_DRAWN };
  if (!(await replaceMessage(db, ref, "instructions", unknown, now))) {
    return keepInstructions(deps, ref, shown, before);
  }
  throw new DrawnMeanwhile("The message with the instructions");
}
