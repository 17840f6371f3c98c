import type { Context } from "../context.ts";
import type { Args } from "./args.ts";

/** One method of Slack's Web API (https://docs.slack.dev/reference/methods), a row of the table. */
export interface Method {
  /** Which kind of token opens it. */
  token: "bot" | "app" | "none";
  /** The scopes that a call needs. */
  scopes?: readonly string[] | ((args: Args, context: Context) => readonly string[]);
  /** The names of the arguments that are carried out. */
  takes: string;
  /** The names of those that have no visible effect here. Any other is refused by its name. */
  ignores?: string;
  /** Calls in a minute of the app in a workspace; null where it counts otherwise. */
  perMinute: number | null;
  /** Returns the fields beside `ok: true`, or throws a `SlackError`. */
  run(args: Args, context: Context): Record<string, unknown>;
}

export type Methods = Readonly<Record<string, Method>>;
