import type { InstallationStore, Installation as OAuthInstallation } from "@slack/oauth";
import type { Reinstalling } from "./install-workspace.ts";
import { installWorkspace } from "./install-workspace.ts";
import type { Installation, KeptInstallation } from "./installations.ts";

/** Slack's own face of our store. What is deleted there is only the installation: see `uninstallWorkspace`. */
export function createInstallationStore(context: Reinstalling): InstallationStore {
  const { installations, clock } = context;
  return {
    storeInstallation: (installation) => installWorkspace(context, toInstallation(installation)),

    async fetchInstallation({ teamId = "", enterpriseId = "", isEnterpriseInstall }) {
      const found = await (isEnterpriseInstall
        ? installations.find(enterpriseId)
        : installations.servingWorkspace(teamId));
      if (!found) throw new Error("Signalbox is not installed there");
      return toOAuthInstallation(found);
    },

    async deleteInstallation({ teamId = "", enterpriseId = "", isEnterpriseInstall }) {
      await installations.remove(isEnterpriseInstall ? enterpriseId : teamId, clock());
    },
  };
}

/** Throws where Slack gave no bot, or did not say where it is. */
export function toInstallation({
  team,
  enterprise,
  isEnterpriseInstall: isOrgWide = false,
  bot,
  user,
  appId,
}: OAuthInstallation): Installation {
  const id = isOrgWide ? enterprise?.id : team?.id;
  if (id === undefined || bot === undefined || appId === undefined) {
    throw new Error("Slack installed the app without a bot, or without saying where");
  }
  const { refreshToken, expiresAt } = bot;
  return {
    id,
    isOrgWide,
    workspace: isOrgWide || !team ? null : { id: team.id, name: team.name ?? "" },
    enterprise: enterprise ? { id: enterprise.id, name: enterprise.name ?? "" } : null,
    appId,
    botId: bot.id,
    botUserId: bot.userId,
    installedBy: user.id,
    scopes: bot.scopes,
    botToken: bot.token,
    renewal:
      refreshToken === undefined || expiresAt === undefined
        ? null
        : { refreshToken, expiresAt: new Date(expiresAt * 1_000).toISOString() },
  };
}

function toOAuthInstallation(kept: KeptInstallation): OAuthInstallation<"v2", boolean> {
  const { workspace, enterprise, renewal, isOrgWide } = kept;
  return {
    team: workspace ?? undefined,
    enterprise: enterprise ?? undefined,
    isEnterpriseInstall: isOrgWide,
    appId: kept.appId,
    authVersion: "v2",
    tokenType: "bot",
    user: { id: kept.installedBy, token: undefined, scopes: undefined },
    bot: {
      id: kept.botId,
      userId: kept.botUserId,
      scopes: [...kept.scopes],
      token: kept.botToken,
      ...(renewal && {
        refreshToken: renewal.refreshToken,
        expiresAt: Math.floor(Date.parse(renewal.expiresAt) / 1_000),
      }),
    },
  };
}
