import type { InstallationsAccess, SlackAccess } from "../config/slack-access.ts";
import type { BotTokens } from "../platform/slack/bot-tokens.ts";
import type { Serving } from "../platform/slack/intake/from-served.ts";
import { oneBotToken } from "../platform/slack/one-workspace.ts";
import type { SlackCalls } from "../platform/slack/web-client.ts";
import type { Context } from "../request/context.ts";
import type { Installations } from "../workspace/install/create-installations.ts";
import { createInstallations } from "../workspace/install/create-installations.ts";
import { rememberWorkspace } from "../workspace/install/install-workspace.ts";
import type { Named } from "../workspace/install/installations.ts";
import {
  createInstalledTokens,
  createRefreshToken,
} from "../workspace/install/installed-tokens.ts";
import { findAppId } from "../workspace/install/slack-installations.ts";

/** The bots, and the deliveries that belong to them. */
export interface Bots {
  tokens: BotTokens;
  serving: Omit<Serving, "as">;
  /** The first person who installed the app in a workspace; null if its token is configured. */
  installerOf(workspaceId: string): Promise<string | null>;
  /** Absent if a bot token is configured. */
  installed?: { installations: Installations; access: InstallationsAccess; dataKeptDays: number };
}

/** The installed bots, whenever they were installed, or the one of the configured token. */
export function botsOf(
  slack: SlackAccess,
  only: Named | null,
  context: Pick<Context, "db" | "seal" | "clock" | "logger"> & { calls: SlackCalls },
): Bots {
  if (slack.kind !== "http-installations") {
    if (!only) throw new TypeError("A bot token is of a workspace");
    const tokens = oneBotToken(only.id, slack.botToken);
    // The connection or the signature proves that a delivery is for our app: each has one secret.
    return { tokens, serving: { appId: async () => undefined }, installerOf: async () => null };
  }
  const { db, seal, calls, clock, logger } = context;
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
