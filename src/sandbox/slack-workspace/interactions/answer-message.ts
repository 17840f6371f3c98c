import { z } from "zod";
import { messageContent } from "../blocks/message-content.ts";
import type { Context } from "../context.ts";
import type { ResponseTarget } from "../kept/response-urls.ts";
import { blockRules } from "../page-routes/pictures.ts";
import { SlackError } from "../slack-error.ts";

const answer = z.object({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.array(z.never()).optional(),
  response_type: z.enum(["ephemeral", "in_channel"]).optional(),
  replace_original: z.boolean().default(false),
  delete_original: z.boolean().default(false),
  thread_ts: z.string().optional(),
});

/**
 * Carries out the answer that an app sends to a response_url or in the acknowledgement of its slash command. Throws
 * `invalid_payload`, even for attachments, which this workspace lacks, and what `messageContent` throws.
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

  const { text, blocks, attachments } = data;
  const given = { text, blocks, attachments, markdownText: undefined };
  const content = messageContent(given, blockRules(context));
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
