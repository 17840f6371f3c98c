import { Hono } from "hono";
import { z } from "zod";
import { messageContent } from "../blocks/read.ts";
import type { Context } from "../context.ts";
import { RESPONSE_URL_IS_GONE, type ResponseTarget } from "../kept/tickets.ts";
import { jsonOrNothing } from "../parse-json.ts";
import { SlackError } from "../slack-error.ts";

export const responseUrl = ({ url, responseUrls }: Context, target: ResponseTarget): string =>
  `${url()}/response/${responseUrls.issue(target)}`;

/** Apps answer commands and messages later at these addresses. */
export function responseUrlRoutes(contexts: readonly Context[]): Hono {
  return new Hono().post("/:id", async (http) => {
    try {
      const id = http.req.param("id");
      const context = contexts.find(({ responseUrls }) => responseUrls.knows(id));
      if (!context) throw new SlackError(RESPONSE_URL_IS_GONE.unknown);
      const target = context.responseUrls.use(id);
      answerMessage(context, target, jsonOrNothing(await http.req.text()));
      return http.json({ ok: true });
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      const isGone = Object.values(RESPONSE_URL_IS_GONE).includes(error.code);
      return http.json({ ok: false, error: error.code }, isGone ? 404 : 400);
    }
  });
}

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
    ...{ channel, user: seed.app.botUserId, ...content },
    ...(threadTs && { threadTs }),
    ...(data.response_type !== "in_channel" && { onlyFor: userId }),
  });
}
