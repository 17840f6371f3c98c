import { slackId } from "./ids.ts";
import type { SeedApp } from "./seed.ts";
import { SlackError } from "./slack-error.ts";
import type { Collection, Collections } from "./store.ts";
import type { Enterprise } from "./world.ts";

/** An app in a workspace or, org-wide, in every workspace of an enterprise. */
export interface Installation {
  appId: string;
  /** Of the workspace, or of the enterprise. */
  placeId: string;
  botUserId: string;
  scopes: readonly string[];
  isUninstalled?: boolean;
}

/** A workspace, as far as it matters for where an app is installed. */
export interface Place {
  /** As it was at the start. */
  id: string;
  enterprise: Enterprise | undefined;
}

/** Which apps are installed where, and with which tokens. */
export interface Installations {
  /** The one by which an app is in a workspace: the workspace's own, or else that of its enterprise. */
  of(appId: string, place: Place): Installation | undefined;
  /** Throws `invalid_auth` where nobody was ever given this token, `account_inactive` once the app is uninstalled. */
  byToken(token: string): Installation;
  /** The bot that an app has or would have in a workspace: the same in all of an enterprise, and after each new start. */
  botUserIdFor(appId: string, place: Place): string;
  /** An app that is there from the start, unless it was uninstalled since. */
  begin(app: SeedApp, place: Place): void;
}

export function createInstallations(store: Collections): Installations {
  const kept: Collection<Installation> = store.collection("installation");
  const bots: Collection<string> = store.collection("bot");
  const tokens = new Map<string, string>();

  function inPlace(appId: string, placeId: string | undefined): Installation | undefined {
    const found = placeId === undefined ? undefined : kept.get(keyOf(appId, placeId));
    return found?.isUninstalled ? undefined : found;
  }

  return {
    of: (appId, { id, enterprise }) => inPlace(appId, id) ?? inPlace(appId, enterprise?.id),

    byToken(token) {
      const found = kept.get(tokens.get(token) ?? "");
      if (!found) throw new SlackError("invalid_auth");
      if (found.isUninstalled) throw new SlackError("account_inactive");
      return found;
    },

    botUserIdFor(appId, { id, enterprise }) {
      const key = keyOf(appId, enterprise?.id ?? id);
      const known = bots.get(key) ?? slackId("U");
      bots.set(key, known);
      return known;
    },

    begin({ id: appId, botUserId, botToken, scopes }, { id: placeId }) {
      const key = keyOf(appId, placeId);
      tokens.set(botToken, key);
      if (kept.get(key)?.isUninstalled) return;
      kept.set(key, { appId, placeId, botUserId, scopes });
    },
  };
}

const keyOf = (appId: string, placeId: string): string => `${appId}/${placeId}`;
