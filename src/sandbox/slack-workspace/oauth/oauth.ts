import { LIMITS } from "../blocks/limits.ts";
import type { Directory } from "../kept/directory.ts";
import { createTickets } from "../kept/tickets.ts";
import type { App, Seed } from "../seed.ts";
import { PageError, SlackError } from "../slack-error.ts";

/** A person who may install the app in their workspace; `key` names both. */
export interface Installer {
  key: string;
  words: string;
  teamId: string;
  userId: string;
}

/** A code means this until the app exchanges it. */
interface Granted {
  scopes: readonly string[];
  /** The address in the request; an app that named none need not name one later. */
  redirectUri: string | undefined;
  teamId: string;
  userId: string;
}

type Query = Readonly<Record<string, string>>;

interface Deps {
  app: App;
  workspaces: () => readonly { seed: Seed; directory: Directory }[];
  now: () => number;
}

/** What people see of OAuth v2: https://docs.slack.dev/authentication/installing-with-oauth. */
export function createOAuth({ app, workspaces, now }: Deps) {
  const { installMs } = LIMITS;
  const asked = createTickets<Query>(now, installMs, ["expired", "expired", "expired"]);
  const invalid = "invalid_code";
  const codes = createTickets<Granted>(now, installMs, [invalid, invalid, "code_already_used"]);
  const allowed = [...app.redirectUrls];

  /** Throws a `PageError` that says what is wrong with it. */
  function read(query: Query) {
    const { client_id, scope = "", user_scope, redirect_uri, state, team } = query;
    if (client_id !== app.clientId) {
      throw new PageError("invalid_client_id", "client_id is of no app that can be installed.");
    }
    if (user_scope) {
      throw new PageError("user_scope", "user_scope is not supported by this workspace.");
    }
    const scopes = scope.split(/[\s,]+/).filter((each) => each !== "");
    if (scopes.length === 0) throw new PageError("no_scopes", "scope names no scope.");
    const redirectUri = redirect_uri ?? allowed[0];
    if (redirectUri === undefined || !allowed.some((url) => isWithin(url, redirectUri))) {
      throw new PageError("bad_redirect_uri", "redirect_uri is none of the app's redirect URLs.");
    }
    const installers = installersIn(workspaces()).filter(({ teamId }) => !team || teamId === team);
    return { scopes, state, redirectUri, redirect_uri, installers };
  }

  return {
    app,

    /** Reads the query with which an app sends a browser. The ticket is for one answer. */
    ask: (query: Query) => ({ ...read(query), ticket: asked.issue(query) }),

    /** Returns the address in the app to which the browser goes; without an installer it is a no. */
    answer(ticket: string, installer: string | null): URL {
      const { scopes, state, redirectUri, redirect_uri, installers } = read(asked.use(ticket));
      if (installer === null) return backTo(redirectUri, { error: "access_denied", state });
      const by = installers.find(({ key }) => key === installer);
      if (!by) throw new PageError("not_allowed", "That person may not install apps there.");
      const { teamId, userId } = by;
      const code = codes.issue({ scopes, redirectUri: redirect_uri, teamId, userId });
      return backTo(redirectUri, { code, state });
    },

    /** Takes a code, which works once. Throws `bad_redirect_uri` as well. */
    take: (code: string, redirectUri: string | undefined): Granted =>
      codes.use(code, (granted) => {
        if (granted.redirectUri === undefined || granted.redirectUri === redirectUri) return;
        throw new SlackError("bad_redirect_uri");
      }),

    /** Adds an address to which the app may send the browser back. */
    addRedirectUrl: (url: string): void => void allowed.push(url),
  };
}

export type OAuth = ReturnType<typeof createOAuth>;

/** Every full member may install, as in Slack without app approval. Administrators come first. */
const installersIn = (workspaces: ReturnType<Deps["workspaces"]>): Installer[] =>
  workspaces.flatMap(({ seed: { team }, directory }) =>
    directory
      .people()
      .filter(({ isGuest, isStranger }) => !isGuest && !isStranger)
      .sort((one, other) => Number(other.isAdmin ?? false) - Number(one.isAdmin ?? false))
      .map(({ id, realName }) => ({
        ...{ key: `${team.id}/${id}`, words: `${realName}, in ${team.name}` },
        ...{ teamId: team.id, userId: id },
      })),
  );

/** Compares no origins: of a scheme that browsers do not know the origin is "null". */
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
