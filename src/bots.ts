import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { rememberWorkspace } from "./services/install-workspace.ts";
import type { Clock } from "./services/ports/clock.ts";
import type { Installations, Named } from "./services/ports/installations.ts";
import type { BotTokens } from "./slack/bot-tokens.ts";
import { createInstalledTokens } from "./slack/installations/installed-tokens.ts";
import { createRefreshToken } from "./slack/installations/refresh-token.ts";
import type { Serving } from "./slack/listeners/from-served.ts";
import { oneBotToken } from "./slack/one-workspace.ts";
import type { SlackCalls } from "./slack/web-client.ts";
import type { InstallationsAccess, SlackAccess } from "./slack-access.ts";
import { createInstallations } from "./store/create-installations.ts";
import type { Database } from "./store/schema.ts";
import type { Seal } from "./store/seal.ts";
import { findAppId } from "./store/slack-installations.ts";

interface Deps {
  db: Kysely<Database>;
  seal: Seal;
  calls: SlackCalls;
  clock: Clock;
  logger: Logger;
}

/** Whose bots there are, and which deliveries are theirs. */
export interface Bots {
  tokens: BotTokens;
  serving: Omit<Serving, "as">;
  /** Whoever installed the app in a workspace; null where nobody did, since its token is configured. */
  installerOf(workspaceId: string): Promise<string | null>;
  /** Absent where a bot token is configured. */
  installed?: { installations: Installations; access: InstallationsAccess; dataKeptDays: number };
}

/** Those that were installed, whenever that is, or the one of the configured token. */
export function botsOf(slack: SlackAccess, only: Named | null, deps: Deps): Bots {
  if (slack.kind !== "http-installations") {
    if (!only) throw new TypeError("A bot token is of a workspace");
    const tokens = oneBotToken(only.id, slack.botToken);
    // The connection or the signature says that it is our app's: there is one secret for each.
    return { tokens, serving: { appId: async () => undefined }, installerOf: async () => null };
  }
  const { db, seal, calls, clock, logger } = deps;
  const installations = createInstallations(db, seal);
  const refresh = createRefreshToken(slack, calls, clock);
  let known: string | undefined;
  return {
    tokens: createInstalledTokens({ installations, refresh, clock, logger }),
    installerOf: async (workspaceId) =>
      (await installations.servingWorkspace(workspaceId))?.installedBy ?? null,
    installed: { installations, access: slack, dataKeptDays: slack.dataKeptDays },
    serving: {
      async meet(workspace, enterpriseId) {
        if (!(await installations.about(enterpriseId))) return;
        await rememberWorkspace({ installations, clock }, workspace, enterpriseId);
      },
      // The same for all installations, for ever.
      async appId() {
        known ??= await findAppId(db);
        return known;
      },
    },
  };
}
