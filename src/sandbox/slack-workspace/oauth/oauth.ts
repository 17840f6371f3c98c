import { secret } from "../kept/ids.ts";
import { PageError } from "../page-routes/page-error.ts";
import type { App, OAuthSettings } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import { type AppThere, type Installer, installersOf } from "./installers.ts";

/** The page is valid for this long, and afterwards its code is too. */
const LIFE_MS = 10 * 60_000;

/** An app sends a browser to the authorize page with this query. */
export interface InstallQuery {
  client_id?: string;
  scope?: string;
  user_scope?: string;
  redirect_uri?: string;
  state?: string;
  team?: string;
}

export type OAuthApp = App & { oauth: OAuthSettings };

/** The authorize page shows this: the requested scopes, and the people who may allow them. */
export interface InstallRequest {
  /** A ticket works once. */
  ticket: string;
  app: OAuthApp;
  scopes: readonly string[];
  /** The browser goes there afterwards. */
  redirectUri: string;
  state: string | undefined;
  installers: readonly Installer[];
}

/** A code means this until the app exchanges it. */
export interface Granted {
  appId: string;
  scopes: readonly string[];
  /** The address in the request; an app that named none need not name one later. */
  redirectUri: string | undefined;
  installer: Installer;
}

interface Waiting extends InstallRequest {
  isRedirectNamed: boolean;
  askedAt: number;
}

/** The part of OAuth v2 in Slack that people see (https://docs.slack.dev/authentication/installing-with-oauth). */
export function createOAuth({
  contexts,
  now,
  usedCodeError,
}: {
  contexts: () => readonly AppThere[];
  now: () => number;
  usedCodeError: string;
}) {
  const waiting = new Map<string, Waiting>();
  const codes = new Map<string, Granted & { issuedAt: number; isUsed: boolean }>();
  const furtherUrls: { appId: string; url: string }[] = [];
  const isLate = (since: number) => now() - since > LIFE_MS;

  function appOf(clientId: string | undefined): OAuthApp | undefined {
    const apps = contexts().flatMap(({ seed: { app } }) => (hasOAuth(app) ? [app] : []));
    return apps.find(({ oauth }) => oauth.clientId === clientId);
  }

  function redirectOf({ id, oauth }: OAuthApp, wanted: string | undefined): string {
    const added = furtherUrls.filter(({ appId }) => appId === id).map(({ url }) => url);
    const allowed = [...oauth.redirectUrls, ...added];
    const found = wanted ?? allowed[0];
    if (found !== undefined && allowed.some((url) => isWithin(url, found))) return found;
    throw new PageError("bad_redirect_uri", "redirect_uri is none of the app's redirect URLs.");
  }

  function taken(ticket: string): Waiting {
    const found = waiting.get(ticket);
    waiting.delete(ticket);
    if (found && !isLate(found.askedAt)) return found;
    throw new PageError(
      "expired",
      "This page was used or is too old. Go back to the app, and start again.",
    );
  }

  return {
    /** Throws a `PageError` that says what is wrong with the address. */
    ask({
      client_id,
      scope = "",
      user_scope,
      redirect_uri,
      state,
      team,
    }: InstallQuery): InstallRequest {
      const app = appOf(client_id);
      if (!app)
        throw new PageError("invalid_client_id", "client_id is of no app that can be installed.");
      if (user_scope) {
        throw new PageError("user_scope", "user_scope is not supported by this workspace.");
      }
      const scopes = scope.split(/[\s,]+/).filter((each) => each !== "");
      if (scopes.length === 0) throw new PageError("no_scopes", "scope names no scope.");
      const installers = installersOf(contexts());
      const request = {
        ticket: secret(),
        app,
        scopes,
        redirectUri: redirectOf(app, redirect_uri),
        state,
        installers: installers.filter(({ placeId }) => !team || placeId === team),
      };
      waiting.set(request.ticket, {
        ...request,
        isRedirectNamed: redirect_uri !== undefined,
        askedAt: now(),
      });
      return request;
    },

    /** Returns the address in the app to which the browser goes, with a code. Throws a `PageError`. */
    allow(ticket: string, { placeId, userId }: { placeId: string; userId: string }): URL {
      const { app, scopes, redirectUri, state, isRedirectNamed, installers } = taken(ticket);
      const installer = installers.find(
        (each) => each.placeId === placeId && each.user.id === userId,
      );
      if (!installer) throw new PageError("not_allowed", "That person may not install apps there.");
      const code = secret();
      codes.set(code, {
        appId: app.id,
        scopes,
        redirectUri: isRedirectNamed ? redirectUri : undefined,
        installer,
        issuedAt: now(),
        isUsed: false,
      });
      return backTo(redirectUri, { code, state });
    },

    cancel(ticket: string): URL {
      const { redirectUri, state } = taken(ticket);
      return backTo(redirectUri, { error: "access_denied", state });
    },

    /** Throws `invalid_client_id`, `bad_client_secret`. */
    client(clientId: string, clientSecret: string): OAuthApp {
      const app = appOf(clientId);
      if (!app) throw new SlackError("invalid_client_id");
      if (app.oauth.clientSecret !== clientSecret) throw new SlackError("bad_client_secret");
      return app;
    },

    /**
     * Takes a code, which works once. Throws `invalid_code`, `bad_redirect_uri`, or the assumed error for a used code.
     */
    take(code: string, { id }: OAuthApp, redirectUri: string | undefined): Granted {
      const found = codes.get(code);
      if (found?.appId !== id || isLate(found.issuedAt)) throw new SlackError("invalid_code");
      if (found.isUsed) throw new SlackError(usedCodeError);
      if (found.redirectUri !== undefined && found.redirectUri !== redirectUri) {
        throw new SlackError("bad_redirect_uri");
      }
      found.isUsed = true;
      return found;
    },

    /** Adds an address to which the app may send the browser back. */
    addRedirectUrl(appId: string, url: string): void {
      furtherUrls.push({ appId, url });
    },
  };
}

export type OAuth = ReturnType<typeof createOAuth>;

const hasOAuth = (app: App): app is OAuthApp => app.oauth !== undefined;

/** Compares protocol and host, because the origin is "null" for every scheme that browsers do not know. */
function isWithin(allowed: string, wanted: string): boolean {
  if (!URL.canParse(wanted)) return false;
  const [one, other] = [new URL(allowed), new URL(wanted)];
  const isSameServer = one.protocol === other.protocol && one.host === other.host;
  const below = one.pathname.endsWith("/") ? one.pathname : `${one.pathname}/`;
  return isSameServer && `${other.pathname}/`.startsWith(below);
}

function backTo(redirectUri: string, answer: Record<string, string | undefined>): URL {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}
