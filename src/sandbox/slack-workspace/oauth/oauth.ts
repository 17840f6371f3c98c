import { LIMITS } from "../blocks/limits.ts";
import type { Directory } from "../kept/directory.ts";
import { secret } from "../kept/ids.ts";
import { PageError } from "../page-routes/page-error.ts";
import type { App, Seed, SeedUser } from "../seed.ts";
import { SlackError } from "../slack-error.ts";

/** A person who may install the app in their workspace. */
export interface Installer {
  teamId: string;
  teamName: string;
  user: SeedUser;
}

/** The authorize page shows this: the requested scopes, and the people who may allow them. */
export interface InstallRequest {
  /** A ticket works once. */
  ticket: string;
  app: App;
  scopes: readonly string[];
  /** The browser goes there afterwards. */
  redirectUri: string;
  state: string | undefined;
  installers: readonly Installer[];
}

/** A code means this until the app exchanges it. */
interface Granted {
  scopes: readonly string[];
  /** The address in the request; an app that named none need not name one later. */
  redirectUri: string | undefined;
  teamId: string;
  userId: string;
  issuedAt: number;
  isUsed: boolean;
}

interface Workspace {
  seed: Seed;
  directory: Directory;
}

interface Deps {
  app: App;
  workspaces: () => readonly Workspace[];
  now: () => number;
}

/**
 * The part of OAuth v2 in Slack that people see
 * (https://docs.slack.dev/authentication/installing-with-oauth).
 */
export function createOAuth({ app, workspaces, now }: Deps) {
  const waiting = new Map<string, InstallRequest & { isRedirectNamed: boolean; askedAt: number }>();
  const codes = new Map<string, Granted>();
  const allowed = [...app.redirectUrls];
  const isLate = (since: number) => now() - since > LIMITS.installMs;

  function redirectOf(wanted: string | undefined): string {
    const found = wanted ?? allowed[0];
    if (found !== undefined && allowed.some((url) => isWithin(url, found))) return found;
    throw new PageError("bad_redirect_uri", "redirect_uri is none of the app's redirect URLs.");
  }

  function taken(ticket: string) {
    const found = waiting.get(ticket);
    waiting.delete(ticket);
    if (found && !isLate(found.askedAt)) return found;
    const why = "This page was used or is too old. Go back to the app, and start again.";
    throw new PageError("expired", why);
  }

  return {
    /**
     * Reads the query with which an app sends a browser. Throws a `PageError` that says what is
     * wrong with it.
     */
    ask(query: Readonly<Record<string, string>>): InstallRequest {
      const { client_id, scope = "", user_scope, redirect_uri, state, team } = query;
      if (client_id !== app.clientId) {
        throw new PageError("invalid_client_id", "client_id is of no app that can be installed.");
      }
      if (user_scope) {
        throw new PageError("user_scope", "user_scope is not supported by this workspace.");
      }
      const scopes = scope.split(/[\s,]+/).filter((each) => each !== "");
      if (scopes.length === 0) throw new PageError("no_scopes", "scope names no scope.");
      const request = {
        ...{ ticket: secret(), app, scopes, redirectUri: redirectOf(redirect_uri), state },
        installers: installersIn(workspaces()).filter(({ teamId }) => !team || teamId === team),
      };
      const isRedirectNamed = redirect_uri !== undefined;
      waiting.set(request.ticket, { ...request, isRedirectNamed, askedAt: now() });
      return request;
    },

    /**
     * Returns the address in the app to which the browser goes, with a code. Throws a `PageError`.
     */
    allow(ticket: string, { teamId, userId }: { teamId: string; userId: string }): URL {
      const { scopes, redirectUri, state, isRedirectNamed, installers } = taken(ticket);
      if (!installers.some((each) => each.teamId === teamId && each.user.id === userId)) {
        throw new PageError("not_allowed", "That person may not install apps there.");
      }
      const code = secret();
      codes.set(code, {
        ...{ scopes, teamId, userId, issuedAt: now(), isUsed: false },
        redirectUri: isRedirectNamed ? redirectUri : undefined,
      });
      return backTo(redirectUri, { code, state });
    },

    cancel(ticket: string): URL {
      const { redirectUri, state } = taken(ticket);
      return backTo(redirectUri, { error: "access_denied", state });
    },

    /** Throws `invalid_client_id` or `bad_client_secret`. */
    client(clientId: string, clientSecret: string): void {
      if (app.clientId !== clientId) throw new SlackError("invalid_client_id");
      if (app.clientSecret !== clientSecret) throw new SlackError("bad_client_secret");
    },

    /**
     * Takes a code, which works once. Throws `invalid_code`, `code_already_used` or
     * `bad_redirect_uri`.
     */
    take(code: string, redirectUri: string | undefined): Granted {
      const found = codes.get(code);
      if (!found || isLate(found.issuedAt)) throw new SlackError("invalid_code");
      if (found.isUsed) throw new SlackError("code_already_used");
      if (found.redirectUri !== undefined && found.redirectUri !== redirectUri) {
        throw new SlackError("bad_redirect_uri");
      }
      found.isUsed = true;
      return found;
    },

    /** Adds an address to which the app may send the browser back. */
    addRedirectUrl: (url: string): void => void allowed.push(url),
  };
}

export type OAuth = ReturnType<typeof createOAuth>;

/** Every full member may install, as in Slack without app approval. Administrators come first. */
const installersIn = (workspaces: readonly Workspace[]): Installer[] =>
  workspaces.flatMap(({ seed: { team }, directory }) =>
    directory
      .users()
      .filter(
        ({ isBot, isDeactivated, isGuest, isStranger }) =>
          !isBot && !isDeactivated && !isGuest && !isStranger,
      )
      .sort((one, other) => Number(other.isAdmin ?? false) - Number(one.isAdmin ?? false))
      .map((user) => ({ teamId: team.id, teamName: team.name, user })),
  );

/**
 * Compares protocol and host, because the origin is "null" for every scheme that browsers do not
 * know.
 */
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
