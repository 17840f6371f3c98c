import { createListeners } from "../../shared/listeners.ts";
import type { SeedApp } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import type { Enterprise } from "../world.ts";
import { slackId } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";
import { createTokens, type IssuedTokens } from "./tokens.ts";

/** An app is installed in a workspace or, org-wide, in every workspace of an enterprise. */
export interface Installation {
  appId: string;
  /** The id of the workspace, or of the enterprise. */
  placeId: string;
  botUserId: string;
  scopes: readonly string[];
  /** The person who installed it; absent for an app that is there from the start. */
  installedBy?: string;
  isUninstalled?: boolean;
}

/** A workspace as a place of installations. */
export interface Place {
  /** The workspace's id at the start. */
  id: string;
  enterprise: Enterprise | undefined;
}

/** Keeps the installations of all apps, with their tokens. */
export function createInstallations(store: Collections, now: () => number) {
  const kept: Collection<Installation> = store.collection("installation");
  const bots: Collection<string> = store.collection("bot");
  const tokens = createTokens(store, now);
  const { tell, listen } = createListeners();

  function keep(installation: Installation): string {
    const key = keyOf(installation);
    kept.set(key, installation);
    tell();
    return key;
  }

  function inPlace(appId: string, placeId: string): Installation | undefined {
    const found = kept.get(keyOf({ appId, placeId }));
    return found?.isUninstalled ? undefined : found;
  }

  function known(key: string): Installation {
    const found = kept.get(key);
    if (!found) throw new SlackError("invalid_auth");
    return found;
  }

  function uninstall(installation: Installation): void {
    tokens.endAll(keyOf(installation));
    keep({ ...installation, isUninstalled: true });
  }

  return {
    uninstall,
    /** Returns the installation that brings an app into a workspace: the enterprise's, or else the workspace's own. */
    of: (appId: string, { id, enterprise }: Place): Installation | undefined =>
      (enterprise && inPlace(appId, enterprise.id)) ?? inPlace(appId, id),
    /** Throws `invalid_auth`, `token_expired`, `token_revoked` or, once the app is uninstalled, `account_inactive`. */
    byToken: (token: string): Installation => known(tokens.installationOf(token)),

    /**
     * Returns the bot that an app has or would have in a workspace: always the same one, also in all of an enterprise.
     */
    botUserIdFor(appId: string, { id, enterprise }: Place): string {
      const key = keyOf({ appId, placeId: enterprise?.id ?? id });
      const bot = bots.get(key) ?? slackId("U");
      bots.set(key, bot);
      return bot;
    },

    /** Installs an app from the start, unless it was uninstalled or reinstalled later. */
    begin({ id: appId, botUserId, botToken, scopes }: SeedApp, { id: placeId }: Place): void {
      const key = keyOf({ appId, placeId });
      tokens.begin(botToken, key);
      const before = kept.get(key);
      if (!before?.isUninstalled && !before?.installedBy) {
        kept.set(key, { appId, placeId, botUserId, scopes });
      }
    },

    /** Installs or reinstalls the app, and issues tokens. */
    install: (wanted: Installation, options: { rotates: boolean }): IssuedTokens =>
      tokens.issue(keep(wanted), options),

    /** Renews the tokens. A refresh token works once. Throws `invalid_refresh_token`. */
    renew(
      refreshToken: string,
      appId: string,
      { endsOldToken }: { endsOldToken: boolean },
    ): { installation: Installation; tokens: IssuedTokens } {
      const key = tokens.takeRefresh(refreshToken, (each) => known(each).appId === appId);
      if (endsOldToken) tokens.endAccess(key);
      return { installation: known(key), tokens: tokens.issue(key, { rotates: true }) };
    },

    /** Ends a token. The last token takes the installation with it. */
    revoke(token: string): { ended: Installation | undefined } {
      const installation = known(tokens.installationOf(token));
      const { wasLast } = tokens.revoke(token);
      if (wasLast) uninstall(installation);
      return { ended: wasLast ? installation : undefined };
    },

    /** Calls the listener after each installation or uninstallation. */
    onChange: listen,
  };
}

export type Installations = ReturnType<typeof createInstallations>;

const keyOf = ({ appId, placeId }: Pick<Installation, "appId" | "placeId">): string =>
  `${appId}/${placeId}`;
