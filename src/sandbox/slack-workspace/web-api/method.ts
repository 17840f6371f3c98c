import type { Context } from "../context.ts";
import type { Args } from "./args.ts";
import type { TokenKind } from "./token.ts";

/**
 * One Web API method takes the arguments and the token's scopes. It returns the fields beside `ok: true`, or throws a
 * `SlackError`.
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
