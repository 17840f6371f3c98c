import type { BotTokens } from "./bot-tokens.ts";
import { NotInstalled } from "./bot-tokens.ts";

/** The one token that the environment names; no other workspace is served. */
export function oneBotToken(workspaceId: string, token: string): BotTokens {
  return {
    async of(asked) {
      if (asked !== workspaceId) throw new NotInstalled(asked);
      return token;
    },
  };
}
