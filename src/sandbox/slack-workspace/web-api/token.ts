import type { Context } from "../context.ts";
import type { Installations, Place } from "../installations.ts";
import { SlackError } from "../slack-error.ts";
import type { Args } from "./args.ts";
import { workspaceMeant } from "./workspace-meant.ts";

/** Which token opens a method. */
export type TokenKind = "bot" | "app" | "none";

/** What a token opens: an app in a workspace, and what it may do there. */
export interface Grant {
  context: Context;
  kind: TokenKind;
  scopes: readonly string[];
}

/**
 * Throws a `SlackError` where the token is none (`not_authed`, `invalid_auth`), no longer one (`account_inactive`), or
 * another kind than the method wants.
 */
export type GrantOf = (token: string, wanted: TokenKind, args: Args) => Grant;

/**
 * Among the contexts of a server. A workspace's own token opens that workspace alone; an org-wide one opens each workspace
 * of its enterprise, and which one is meant is read from the arguments.
 */
export function grantAmong(contexts: readonly Context[], installations: Installations): GrantOf {
  return (token, wanted, args) => {
    const [first] = contexts;
    if (!first) throw new Error("There is no workspace.");
    if (wanted === "none") return { context: first, kind: wanted, scopes: [] };
    if (!token) throw new SlackError("not_authed");
    const ofApp = contexts.find(({ seed }) => seed.app.appToken === token);
    if (ofApp) {
      if (wanted !== "app") throw new SlackError("not_allowed_token_type");
      return { context: ofApp, kind: "app", scopes: [] };
    }
    const installation = installations.byToken(token);
    if (wanted !== "bot") throw new SlackError("not_allowed_token_type");
    const { appId, placeId, scopes } = installation;
    const opened = contexts.filter(
      ({ seed, place }) => seed.app.id === appId && isIn(place, placeId),
    );
    return { context: workspaceMeant(opened, args), kind: "bot", scopes };
  };
}

const isIn = ({ id, enterprise }: Place, placeId: string): boolean =>
  id === placeId || enterprise?.id === placeId;
