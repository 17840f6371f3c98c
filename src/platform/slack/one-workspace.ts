import { WebClient } from "@slack/web-api";
import { type BotTokens, NotInstalled } from "./bot-tokens.ts";
import { clientOptions, type SlackCalls } from "./web-client.ts";

/** The workspace of a bot token. Throws the client's error if Slack refuses the token. */
export async function workspaceOfToken(
  token: string,
  calls: SlackCalls,
): Promise<{ id: string; name: string }> {
  const { team_id: id, team: name = "" } = await new WebClient(
    token,
    clientOptions(calls),
  ).auth.test();
  if (!id) throw new Error("Slack accepted the bot token without naming a workspace");
  return { id, name };
}

/** The one token that the environment names; no other workspace is served. */
export function oneBotToken(workspaceId: string, token: string): BotTokens {
  return {
    async of(asked) {
      if (asked !== workspaceId) throw new NotInstalled(asked);
      return token;
    },
  };
}
