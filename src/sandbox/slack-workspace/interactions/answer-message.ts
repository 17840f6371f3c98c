import { z } from "zod";
import { messageContent } from "../blocks/read.ts";
import type { Context } from "../context.ts";
import type { ResponseTarget } from "../kept/response-urls.ts";
import { SlackError } from "../slack-error.ts";

const answer = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.enum(["ephemeral", "in_channel"]).optional(),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
  thread_ts: z.string().optional(),
});

/**
 * Carries out the answer that an app sends to a response_url or in the acknowledgement of its slash
 * command. Throws `invalid_payload`, and what `messageContent` throws.
 */
export function answerMessage(context: Context, target: ResponseTarget, body: unknown): void {
  const { success, data } = answer.safeParse(body);
  if (!success) throw new SlackError("invalid_payload");

  const { seed, messages } = context;
  const { userId, channel, messageTs } = target;
  const original = messageTs === undefined ? undefined : messages.find(channel, messageTs);
  if (data.delete_original) {
    if (original) messages.remove(original);
    return;
  }

  const content = messageContent({ text: data.text, blocks: data.blocks });
  if (data.replace_original && original) {
    messages.edit(original, content);
    return;
  }

  const threadTs = data.thread_ts ?? target.threadTs;
  messages.post({
    channel,
    user: seed.app.botUserId,
    ...content,
    ...(threadTs && { threadTs }),
    ...(data.response_type !== "in_channel" && { onlyFor: userId }),
  });
}
