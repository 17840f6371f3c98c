import { SlackError } from "../slack-error.ts";
import { secret } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** How long a token lives that is renewed, in seconds. */
const LIFE_SECONDS = 12 * 60 * 60;

export interface IssuedTokens {
  access_token: string;
  /** Those that are renewed have these two as well. */
  refresh_token?: string;
  expires_in?: number;
}

interface KeptToken {
  kind: "access" | "refresh";
  /** The key of its installation. */
  installation: string;
  /** In milliseconds since 1970. */
  expiresAt?: number;
  /** What it is answered with since it ended. */
  refusal?: string;
}

/** The tokens of all installations, each of which is named by a key. */
export function createTokens(store: Collections, now: () => number) {
  const kept: Collection<KeptToken & { token: string }> = store.collection("token");

  const of = (installation: string, kind?: KeptToken["kind"]) =>
    kept
      .values()
      .filter((each) => each.installation === installation && !each.refusal)
      .filter((each) => kind === undefined || each.kind === kind);
  const end = (each: KeptToken & { token: string }, refusal: string) =>
    kept.set(each.token, { ...each, refusal });
  const isOver = ({ expiresAt }: KeptToken) => expiresAt !== undefined && expiresAt <= now();
  const keep = (token: string, rest: KeptToken) => kept.set(token, { token, ...rest });

  return {
    issue(installation: string, { rotates }: { rotates: boolean }): IssuedTokens {
      if (!rotates) {
        const access_token = `xoxb-${secret()}`;
        keep(access_token, { kind: "access", installation });
        return { access_token };
      }
      const access_token = `xoxe.xoxb-1-${secret()}`;
      const refresh_token = `xoxe-1-${secret()}`;
      const expiresAt = now() + LIFE_SECONDS * 1000;
      keep(access_token, { kind: "access", installation, expiresAt });
      keep(refresh_token, { kind: "refresh", installation });
      return { access_token, refresh_token, expires_in: LIFE_SECONDS };
    },

    /** One that is known from the start, unless it has ended since. */
    begin(token: string, installation: string): void {
      if (!kept.get(token)) keep(token, { kind: "access", installation });
    },

    /** The installation of an access token. Throws `invalid_auth`, `token_expired`, `token_revoked`, `account_inactive`. */
    installationOf(token: string): string {
      const found = kept.get(token);
      if (found?.kind !== "access") throw new SlackError("invalid_auth");
      if (found.refusal) throw new SlackError(found.refusal);
      if (isOver(found)) throw new SlackError("token_expired");
      return found.installation;
    },

    /**
     * Takes a refresh token, which works once, and returns its installation. Throws `invalid_refresh_token`, also where the
     * installation is not of this app.
     */
    takeRefresh(token: string, isOfApp: (installation: string) => boolean): string {
      const found = kept.get(token);
      if (found?.kind !== "refresh" || found.refusal || !isOfApp(found.installation)) {
        throw new SlackError("invalid_refresh_token");
      }
      end(found, "token_revoked");
      return found.installation;
    },

    /** Ends one, and says whether its installation has none left. */
    revoke(token: string): { wasLast: boolean } {
      const found = kept.get(token);
      if (!found) throw new SlackError("invalid_auth");
      end(found, "token_revoked");
      return { wasLast: of(found.installation, "access").every(isOver) };
    },

    /** Ends all of an installation: the app is gone. */
    endAll(installation: string): void {
      for (const each of of(installation)) end(each, "account_inactive");
    },

    /** Ends the access tokens that are there, before others are issued. */
    endAccess(installation: string): void {
      for (const each of of(installation, "access")) end(each, "token_revoked");
    },
  };
}
