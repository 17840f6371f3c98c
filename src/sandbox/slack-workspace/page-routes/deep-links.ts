import { Hono } from "hono";
import type { Context } from "../context.ts";

/**
 * Links that lead into the page, as Slack's lead into its client
 * (https://docs.slack.dev/interactivity/deep-linking).
 */
export const deepLinks = (contexts: readonly Context[]) =>
  new Hono()
    .get("/app_redirect", (http) => {
      const { app, team } = http.req.query();
      return http.redirect(conversationWith(contexts, app, team));
    })
    .get("/archives/:channel/:message", (http) => {
      const { channel, message } = http.req.param();
      return http.redirect(
        `/?${new URLSearchParams({ in: channel })}#${encodeURIComponent(message)}`,
      );
    });

/**
 * The conversation with an app of the person who installed it, whose browser this must be; or else
 * the first page.
 */
function conversationWith(contexts: readonly Context[], app?: string, team?: string): string {
  const found = contexts.find(({ seed }) => seed.app.id === app && seed.team.id === team);
  const person = found?.installation()?.installedBy;
  if (!found || person === undefined) return "/";
  const direct = found.directory.directWith(person).id;
  return `/?${new URLSearchParams({ team: found.seed.team.id, as: person, in: direct })}`;
}
