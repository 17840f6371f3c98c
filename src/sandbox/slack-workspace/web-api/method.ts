import type { Context } from "../context.ts";
import type { Args } from "./args.ts";

/** One Web API method: returns the fields beside `ok: true`, or throws a `SlackError`. */
export type Method = (args: Args, context: Context) => object;

/** Which token opens it. */
export type TokenKind = "bot" | "app" | "none";

export interface Family {
  token: TokenKind;
  methods: Readonly<Record<string, Method>>;
}
