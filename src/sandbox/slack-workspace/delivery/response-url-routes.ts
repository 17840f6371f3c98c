import { Hono } from "hono";
import type { Context } from "../context.ts";
import { answerMessage } from "../interactions/answer-message.ts";
import { jsonOrNothing } from "../parse-json.ts";
import { SlackError } from "../slack-error.ts";

/** Apps answer commands and messages later at these addresses, the `response_url`. */
export function responseUrlRoutes(contexts: readonly Context[]): Hono {
  return new Hono().post("/:id", async (http) => {
    try {
      const id = http.req.param("id");
      const context = contexts.find(({ responseUrls }) => responseUrls.knows(id));
      if (!context) throw new SlackError("no_such_url");
      const target = context.responseUrls.use(id);
      answerMessage(context, target, jsonOrNothing(await http.req.text()));
      return http.json({ ok: true });
    } catch (error) {
      if (!(error instanceof SlackError)) throw error;
      const isGone = ["no_such_url", "used_url", "expired_url"].includes(error.code);
      return http.json({ ok: false, error: error.code }, isGone ? 404 : 400);
    }
  });
}
