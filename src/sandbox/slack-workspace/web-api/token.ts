import type { Context } from "../context.ts";
import type { Faults } from "../control/faults.ts";
import type { Installations, Place } from "../kept/installations.ts";
import { SlackError } from "../slack-error.ts";
import { type Args, optionalText } from "./args.ts";

/** The kind of token that a method needs. */
export type TokenKind = "bot" | "app" | "none";

/** A token grants access to an app in a workspace, with these scopes. */
export interface Grant {
  context: Context;
  kind: TokenKind;
  scopes: readonly string[];
}

/**
 * Throws a `SlackError` if the token is missing or unknown (`not_authed`, `invalid_auth`), has ended
 * (`account_inactive`), or is of the wrong kind.
 */
export type GrantOf = (token: string, wanted: TokenKind, args: Args) => Grant;

/**
 * Finds the grant among a server's contexts. A workspace's token opens only that workspace; an org-wide token opens
 * every workspace of its enterprise, and the arguments say which one.
 */
export function grantAmong(
  contexts: readonly Context[],
  installations: Installations,
  faults: Pick<Faults, "tokensAreRevoked">,
): GrantOf {
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
    const context = workspaceMeant(opened, args);
    if (faults.tokensAreRevoked) throw new SlackError("token_revoked");
    return { context, kind: "bot", scopes };
  };
}

const isIn = ({ id, enterprise }: Place, placeId: string): boolean =>
  id === placeId || enterprise?.id === placeId;

/**
 * Picks the workspace of a call with an org-wide token: the one in `team_id`, else the one that the call's
 * conversation, person, view or trigger belongs to, else the first. Methods that require `team_id` check it themselves.
 */
function workspaceMeant(opened: readonly Context[], args: Args): Context {
  const [first, ...others] = opened;
  if (!first) throw new SlackError("invalid_auth");
  if (others.length === 0) return first;

  const teamId = optionalText(args, "team_id");
  if (teamId) {
    const named = opened.find(({ place }) => place.id === teamId);
    if (!named) throw new SlackError("team_access_not_granted");
    return named;
  }
  return opened.find((context) => hasWhatIsNamed(context, args)) ?? first;
}

function hasWhatIsNamed({ directory, views, triggers }: Context, args: Args): boolean {
  const given = (name: string) => optionalText(args, name) ?? "";
  const people = [given("channel"), given("user"), given("user_id"), ...given("users").split(",")];
  return (
    directory.channels().some(({ id }) => id === given("channel")) ||
    views.knows(given("view_id")) ||
    triggers.knows(given("trigger_id")) ||
    directory.users().some(({ id }) => people.includes(id))
  );
}
