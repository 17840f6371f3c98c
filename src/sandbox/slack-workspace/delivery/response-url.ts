import { Hono } from "hono";
import { z } from "zod";
import { messageContent } from "../blocks/read.ts";
import type { Context } from "../context.ts";
import type { ResponseTarget } from "../kept/tickets.ts";
import { jsonOrNothing } from "../parse-json.ts";
import { SlackError } from "../slack-error.ts";

export const responseUrl = ({ url, responseUrls }: Context, target: ResponseTarget): string =>
  `${url()}/response/${responseUrls.issue(target)}`;

/** Apps answer commands and messages later at these addresses. */
export function responseUrlRoutes(contexts: readonly Context[]): Hono {
  return new Hono().post("/:id", async (http) => {
    const id = http.req.param("id");
    const context = contexts.find(({ responseUrls }) => responseUrls.knows(id));
    let status: 404 | 400 = 404;
    try {
      if (!context) throw new SlackError("no_such_url");
      const target = context.responseUrls.use(id);
      status = 400;
      answerMessage(context, target, jsonOrNothing(await http.req.text()));
      return http.json({ ok: true });
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      return http.json({ ok: false, error: error.code }, status);
    }
  });
}

/** What the app sends; all else of Slack is refused. */
const answer = z.strictObject({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  response_type: z.literal("ephemeral").optional(),
  replace_original: z.boolean().default(false),
});

/** An answer to a response_url or a command. Throws `invalid_payload`, or as `messageContent`. */
export function answerMessage(context: Context, target: ResponseTarget, body: unknown): void {
  const { success, data } = answer.safeParse(body);
  if (!success) throw new SlackError("invalid_payload");

  const { seed, messages } = context;
  const { userId, channel, messageTs, threadTs } = target;
  const original = messageTs === undefined ? undefined : messages.find(channel, messageTs);
  const content = messageContent({ text: data.text, blocks: data.blocks });
  if (data.replace_original && original) {
    messages.edit(original, content);
    return;
  }

  messages.post({
    ...{ channel, user: seed.app.botUserId, ...content, onlyFor: userId },
    ...(threadTs && { threadTs }),
  });
}
