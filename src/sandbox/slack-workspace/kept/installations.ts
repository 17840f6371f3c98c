import { createListeners } from "../../shared/listeners.ts";
import type { SeedApp } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import { secret } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** The app is installed in a workspace, or was: then it has no token that is still good. */
export interface Installation {
  teamId: string;
  scopes: readonly string[];
  tokens: readonly string[];
  ended: readonly string[];
}

/** Keeps the installations of the app, with their tokens. */
export function createInstallations(store: Collections) {
  const kept: Collection<Installation> = store.collection("installed");
  const { tell, listen } = createListeners();

  function keep(installation: Installation): void {
    kept.set(installation.teamId, installation);
    tell();
  }

  return {
    /** Returns undefined while the app is not installed there. */
    of(teamId: string): Installation | undefined {
      const found = kept.get(teamId);
      return found?.tokens.length ? found : undefined;
    },

    botIn(teamId: string): "unknown" | "there" | "gone" {
      const found = kept.get(teamId);
      return found ? (found.tokens.length > 0 ? "there" : "gone") : "unknown";
    },

    /** Throws `invalid_auth` or, once the app is uninstalled, `account_inactive`. */
    byToken(token: string): Installation {
      const found = kept.values().find(({ tokens }) => tokens.includes(token));
      if (found) return found;
      const hasEnded = kept.values().some(({ ended }) => ended.includes(token));
      throw new SlackError(hasEnded ? "account_inactive" : "invalid_auth");
    },

    /** Installs the app from the start, unless it was uninstalled or reinstalled later. */
    begin({ botToken, scopes }: SeedApp, teamId: string): void {
      if (!kept.get(teamId)) kept.set(teamId, { teamId, scopes, tokens: [botToken], ended: [] });
    },

    /** Installs or reinstalls the app, and issues a token. */
    install(wanted: Pick<Installation, "teamId" | "scopes">): string {
      const token = `xoxb-${secret()}`;
      const { tokens = [], ended = [] } = kept.get(wanted.teamId) ?? {};
      keep({ ...wanted, tokens: [...tokens, token], ended });
      return token;
    },

    uninstall(installation: Installation): void {
      const { tokens, ended } = installation;
      keep({ ...installation, tokens: [], ended: [...ended, ...tokens] });
    },

    /** Calls the listener after each installation or uninstallation. */
    onChange: listen,
  };
}

export type Installations = ReturnType<typeof createInstallations>;
