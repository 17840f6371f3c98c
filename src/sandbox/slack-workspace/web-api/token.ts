import type { Context } from "../context.ts";
import { SlackError } from "../slack-error.ts";
import type { Args } from "./args.ts";

/** Which token opens a method. */
export type TokenKind = "bot" | "app" | "none";

/** What a token opens: an app in a workspace, and what it may do there. */
export interface Grant {
  context: Context;
  kind: TokenKind;
  scopes: readonly string[];
}

/** Throws a `SlackError` where the token is none (`not_authed`, `invalid_auth`) or another kind than the method wants. */
export type GrantOf = (token: string, wanted: TokenKind, args: Args) => Grant;

/** Where one app is installed in one workspace. */
export function grantIn(context: Context): GrantOf {
  return (token, wanted) => {
    const { app } = context.seed;
    if (wanted === "none") return { context, kind: wanted, scopes: [] };
    if (!token) throw new SlackError("not_authed");
    const kind = token === app.botToken ? "bot" : token === app.appToken ? "app" : undefined;
    if (!kind) throw new SlackError("invalid_auth");
    if (kind !== wanted) throw new SlackError("not_allowed_token_type");
    return { context, kind, scopes: kind === "bot" ? app.scopes : [] };
  };
}
