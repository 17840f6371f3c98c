import { z } from "zod";
import type { LogLevelName } from "../platform/process/logger.ts";
import { command, logLevel, port } from "./fields.ts";
import { readSecrets } from "./secret-files.ts";
import { SLACK_SETTINGS } from "./slack-access.ts";
import type { SlackConfig } from "./slack-config.ts";
import { slackConfig } from "./slack-config.ts";

export interface SandboxConfig {
  mode: "sandbox";
  command: string;
  /** The page's. */
  port: number;
  dataDir: string;
  logLevel: LogLevelName;
  /** One workspace that is set up, or many in which nothing is installed yet. */
  world: "one" | "many";
}

export type Config = SandboxConfig | SlackConfig;

export type ConfigResult = { ok: true; config: Config } | { ok: false; faults: string[] };

const NOT_IN_SANDBOX = [
  "RAIL_API_URL",
  "RAIL_API_URLS",
  "RAIL_API_TOKEN",
  "RAIL_API_ENVIRONMENT",
  "DATABASE_URL",
] as const;

/**
 * Reads the environment, and the files that it names. Every fault is found at once, and says what to do. An empty value
 * counts as none; what stands around a value, such as the line end of a secret in a file, does not belong to it.
 */
export function readConfig(environment: Record<string, string | undefined>): ConfigResult {
  const { env, faults, unread } = readSecrets(environment);
  const read = readSettings(env);
  if (faults.length === 0) return read;
  const others = read.ok ? [] : read.faults;
  const isOfAnother = (fault: string) =>
    !unread.some((name) => new RegExp(`^${name}\\b`).test(fault));
  return { ok: false, faults: [...faults, ...others.filter(isOfAnother)] };
}

function readSettings(env: Record<string, string>): ConfigResult {
  const isProduction = env.NODE_ENV?.toLowerCase() === "production";
  if (SLACK_SETTINGS.some((name) => env[name]) || isProduction) {
    return result(slackConfig(isProduction, env).safeParse(env));
  }
  const misplaced = NOT_IN_SANDBOX.filter((name) => env[name]).map(
    (name) =>
      `${name} is set, but SLACK_APP_TOKEN and SLACK_BOT_TOKEN are not. Without them the sandbox starts, in which anyone can act as anyone: it never meets a real token or database. Set both, or remove ${name}.`,
  );
  return misplaced.length > 0
    ? { ok: false, faults: misplaced }
    : result(sandboxConfig.safeParse(env));
}

const sandboxConfig = z
  .object({
    PORT: port,
    DATA_DIR: z.string().default("./data"),
    SLACK_COMMAND: command,
    LOG_LEVEL: logLevel.default("warn"),
    WORLD: z
      .enum(["one", "many"], {
        error: "WORLD must be one or many: how many workspaces the sandbox has.",
      })
      .default("one"),
  })
  .transform(
    (env): SandboxConfig => ({
      mode: "sandbox",
      command: env.SLACK_COMMAND,
      port: env.PORT,
      dataDir: env.DATA_DIR,
      logLevel: env.LOG_LEVEL,
      world: env.WORLD,
    }),
  );

function result(parsed: z.ZodSafeParseResult<Config>): ConfigResult {
  return parsed.success
    ? { ok: true, config: parsed.data }
    : { ok: false, faults: parsed.error.issues.map(({ message }) => message) };
}
