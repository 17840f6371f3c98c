import type { InstallationStore, Installation as OAuthInstallation } from "@slack/oauth";
import type { Clock } from "../../platform/process/clock.ts";
import type { Installations } from "./create-installations.ts";
import type { Installation, KeptInstallation, Named } from "./installations.ts";

interface Installing {
  installations: Installations;
  clock: Clock;
}

export type Reinstalling = Installing & {
  /** Whether the app was removed since, without our hearing of it. */
  isRemoved: (earlier: KeptInstallation) => Promise<boolean>;
};

/** Rows that are deleted in one transaction. */
const AT_ONCE = 500;

/**
 * A served workspace keeps everything and gets new tokens. One that removed the app begins anew: everything kept about
 * it is deleted first, except its history, so that nobody removes traces by installing again. Throws a `StoreError`
 * `cannot-unseal`, and saves nothing, if the former tokens do not open.
 */
export async function installWorkspace(
  context: Reinstalling,
  installation: Installation,
): Promise<void> {
  const { installations, clock, isRemoved } = context;
  const earlier = await installations.find(installation.id);
  if (earlier && (await isRemoved(earlier))) await installations.remove(earlier.id, clock());
  do {
    for (const workspaceId of await installations.leftWorkspaces(installation)) {
      await forgetAll(context, workspaceId);
    }
  } while ((await installations.save(installation, clock())) === "not-forgotten");
}

/**
 * Learns of a workspace of an org-wide installation at its first delivery, and of a new name. An empty name is not known.
 */
export async function rememberWorkspace(
  context: Installing,
  workspace: Named,
  enterpriseId: string | null,
): Promise<void> {
  const { installations, clock } = context;
  const { hasLeft } = await installations.remember(workspace, enterpriseId);
  const isInstalled = enterpriseId !== null && (await installations.about(enterpriseId));
  if (!hasLeft || !isInstalled) return;
  do {
    await forgetAll(context, workspace.id);
  } while ((await installations.comeBack(workspace.id, clock())) === "not-forgotten");
}

/** Everything of a workspace that was left, but for its history. */
async function forgetAll(
  { installations }: Pick<Installing, "installations">,
  workspaceId: string,
): Promise<void> {
  while (await installations.forgetSome(workspaceId, AT_ONCE));
}

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
