import type { BotTokens } from "../../src/platform/slack/bot-tokens.ts";

/** One token, whatever the workspace. */
export const anyBotToken = (token: string): BotTokens => ({ of: async () => token });
