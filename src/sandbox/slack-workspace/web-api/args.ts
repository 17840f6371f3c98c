import { parseJson } from "../parse-json.ts";
import { SlackError } from "../slack-error.ts";

/**
 * The arguments of one call. A form body has only texts, and objects as JSON texts; a JSON body has
 * any values.
 */
export type Args = Readonly<Record<string, unknown>>;

export function optionalText(args: Args, name: string): string | undefined {
  const value = args[name];
  return value === undefined || value === null ? undefined : String(value);
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
  try {
    return parseJson(value);
  } catch {
    throw new SlackError(name === "blocks" ? "invalid_blocks_format" : "invalid_arguments", [
      `[ERROR] ${name} is not JSON`,
    ]);
  }
}

export function json(args: Args, name: string): unknown {
  const value = optionalJson(args, name);
  if (value === undefined) throw missing(name);
  return value;
}

/** A form body says it as text. */
export const isTrue = (value: unknown): boolean => value === true || value === "true";

const missing = (name: string) =>
  new SlackError("invalid_arguments", [`[ERROR] missing required field: ${name}`]);
