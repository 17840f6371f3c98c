import { SlackError } from "../slack-error.ts";
import { secret } from "./ids.ts";
import type { Collection, Collections } from "./store.ts";

/** A token with renewal lives for this long. */
const LIFE_SECONDS = 12 * 60 * 60;

export interface IssuedTokens {
  access_token: string;
  /** A token with renewal also has these two fields. */
  refresh_token?: string;
  expires_in?: number;
}

interface KeptToken {
  kind: "access" | "refresh";
  /** The key of its installation. */
  installation: string;
  /** Milliseconds since 1970. */
  expiresAt?: number;
  /** The error for a token that has ended. */
  refusal?: string;
}

/** Keeps the tokens of all installations, each named by a key. */
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

    /** Adds a token that exists from the start, unless it is known already. */
    begin(token: string, installation: string): void {
      if (!kept.get(token)) keep(token, { kind: "access", installation });
    },

    /**
     * Returns the installation of an access token. Throws `invalid_auth`, `token_expired`, `token_revoked`,
     * `account_inactive`.
     */
    installationOf(token: string): string {
      const found = kept.get(token);
      if (found?.kind !== "access") throw new SlackError("invalid_auth");
      if (found.refusal) throw new SlackError(found.refusal);
      if (isOver(found)) throw new SlackError("token_expired");
      return found.installation;
    },

    /**
     * Takes a refresh token, which works once, and returns its installation. Throws `invalid_refresh_token`, also for
     * an installation of another app.
     */
    takeRefresh(token: string, isOfApp: (installation: string) => boolean): string {
      const found = kept.get(token);
      if (found?.kind !== "refresh" || found.refusal || !isOfApp(found.installation)) {
        throw new SlackError("invalid_refresh_token");
      }
      end(found, "token_revoked");
      return found.installation;
    },

    /** Ends a token, and says whether it was the last of its installation. */
    revoke(token: string): { wasLast: boolean } {
      const found = kept.get(token);
      if (!found) throw new SlackError("invalid_auth");
      end(found, "token_revoked");
      return { wasLast: of(found.installation, "access").every(isOver) };
    },

    /** Ends all tokens of an installation that is gone. */
    endAll(installation: string): void {
      for (const each of of(installation)) end(each, "account_inactive");
    },

    /** Ends the present access tokens, before new ones are issued. */
    endAccess(installation: string): void {
      for (const each of of(installation, "access")) end(each, "token_revoked");
    },
  };
}
