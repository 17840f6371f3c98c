import { createListeners } from "../../shared/listeners.ts";
import type { SeedApp } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import { secret, slackId } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** The app is installed in a workspace. */
export interface Installation {
  teamId: string;
  botUserId: string;
  scopes: readonly string[];
  /** The person who installed it; absent where it is there from the start. */
  installedBy?: string;
  isUninstalled?: boolean;
}

interface KeptToken {
  token: string;
  teamId: string;
  hasEnded?: boolean;
}

/** Keeps the installations of the app, with their tokens. */
export function createInstallations(store: Collections) {
  const kept: Collection<Installation> = store.collection("installation");
  const bots: Collection<string> = store.collection("bot");
  const tokens: Collection<KeptToken> = store.collection("token");
  const { tell, listen } = createListeners();

  function keep(installation: Installation): void {
    kept.set(installation.teamId, installation);
    tell();
  }

  return {
    /** Returns undefined while the app is not installed there. */
    of(teamId: string): Installation | undefined {
      const found = kept.get(teamId);
      return found?.isUninstalled ? undefined : found;
    },

    /** Throws `invalid_auth` or, once the app is uninstalled, `account_inactive`. */
    byToken(token: string): Installation {
      const found = tokens.get(token);
      const installation = found && kept.get(found.teamId);
      if (!installation) throw new SlackError("invalid_auth");
      if (found.hasEnded) throw new SlackError("account_inactive");
      return installation;
    },

    /** Returns the bot that the app has or would have in a workspace: always the same one. */
    botUserIdFor(teamId: string): string {
      const bot = bots.get(teamId) ?? slackId("U");
      bots.set(teamId, bot);
      return bot;
    },

    /** Installs the app from the start, unless it was uninstalled or reinstalled later. */
    begin({ botUserId, botToken: token, scopes }: SeedApp, teamId: string): void {
      if (!tokens.get(token)) tokens.set(token, { token, teamId });
      if (!kept.get(teamId)) kept.set(teamId, { teamId, botUserId, scopes });
    },

    /** Installs or reinstalls the app, and issues a token. */
    install(wanted: Installation): string {
      const token = `xoxb-${secret()}`;
      tokens.set(token, { token, teamId: wanted.teamId });
      keep(wanted);
      return token;
    },

    uninstall(installation: Installation): void {
      for (const each of tokens.values()) {
        if (each.teamId === installation.teamId)
          tokens.set(each.token, { ...each, hasEnded: true });
      }
      keep({ ...installation, isUninstalled: true });
    },

    /** Calls the listener after each installation or uninstallation. */
    onChange: listen,
  };
}

export type Installations = ReturnType<typeof createInstallations>;
