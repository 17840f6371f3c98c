import type { Context } from "../context.ts";
import { jsonOrNothing } from "../parse-json.ts";
import { SlackError } from "../slack-error.ts";

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

/** A form body has only texts, and objects as JSON texts; a JSON body has any values. */
export type Args = Readonly<Record<string, unknown>>;

export function optionalText(args: Args, name: string): string | undefined {
  const value = args[name];
  return value === undefined || typeof value === "object" ? undefined : String(value);
}

export function text(args: Args, name: string): string {
  const value = optionalText(args, name);
  if (!value) throw missing(name);
  return value;
}

export function optionalJson(args: Args, name: string): unknown {
  const value = args[name];
  if (typeof value !== "string") return value ?? undefined;
  if (value === "") return undefined;
  const json = jsonOrNothing(value);
  if (json !== undefined) return json;
  const code = name === "blocks" ? "invalid_blocks_format" : "invalid_arguments";
  throw new SlackError(code, [`[ERROR] ${name} is not JSON`]);
}

export function json(args: Args, name: string): unknown {
  const value = optionalJson(args, name);
  if (value === undefined) throw missing(name);
  return value;
}

export const invalid = (reason: string) =>
  new SlackError("invalid_arguments", [`[ERROR] ${reason}`]);

const missing = (name: string) => invalid(`missing required field: ${name}`);
