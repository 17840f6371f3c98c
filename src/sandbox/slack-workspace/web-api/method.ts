import type { Context } from "../context.ts";
import type { Args } from "./args.ts";
import type { TokenKind } from "./token.ts";

/**
 * One Web API method: takes the arguments, with the token however it was sent, and returns the fields beside `ok: true`, or
 * throws a `SlackError`. The scopes are those of the token.
 */
export type Method = (args: Args, context: Context, scopes: readonly string[]) => Answer;

interface Answer {
  response_metadata?: object;
  [field: string]: unknown;
}

export interface Family {
  token: TokenKind;
  methods: Readonly<Record<string, Method>>;
}
