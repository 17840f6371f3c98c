import type { z } from "zod";
import type { OfferedRailApi } from "../request/context.ts";
import { readSecrets } from "./secret-files.ts";
import { databaseUrl, processSettings } from "./settings/process.ts";
import { readerOf } from "./settings/setting.ts";
import { SETTINGS, sandboxSettings } from "./settings.ts";
import { type SlackAccess, slackAccess } from "./slack-access.ts";
import { type WorkspaceSettings, workspaceSettings } from "./workspace-settings.ts";

/** Its settings have the names of the environment: `PORT`, `LOG_LEVEL` … */
export interface SlackConfig extends z.output<typeof processReader> {
  mode: "slack";
  slack: SlackAccess;
  database: { kind: "postgres"; url: string } | { kind: "embedded"; dataDir: string };
  /** Workspaces may be connected to these. */
  railApis: readonly OfferedRailApi[];
  /** The one workspace's; nothing with installations. */
  settings: WorkspaceSettings;
}

export interface SandboxConfig extends z.output<typeof sandboxReader> {
  mode: "sandbox";
}

export type Config = SandboxConfig | SlackConfig;

export type Read<Value> = { ok: true; config: Value } | { ok: false; faults: string[] };

type Given = Record<string, string | undefined>;

/** The settings of every bot. Throws if one of these is wrong. */
export const processReader = readerOf(processSettings);

const sandboxReader = processReader
  .pick({ PORT: true, DATA_DIR: true, SLACK_COMMAND: true, LOG_LEVEL: true })
  .extend({ LOG_LEVEL: processSettings.LOG_LEVEL.read.default("warn") })
  .extend(readerOf(sandboxSettings).shape);

const NOT_IN_SANDBOX = [
  "RAIL_API_URL",
  "RAIL_API_URLS",
  "RAIL_API_TOKEN",
  "RAIL_API_ENVIRONMENT",
  "DATABASE_URL",
];

/** Each of these means a real Slack, which requires the others. */
const MEANS_SLACK = Object.keys(SETTINGS).filter(
  (name) => name.startsWith("SLACK_") && name !== "SLACK_COMMAND",
);

/**
 * Reads the environment, and the files that it names. Reports every fault at once, with its remedy. Ignores empty
 * values and the white space around a value, such as the line end of a secret in a file.
 */
export function readConfig(environment: Given): Read<Config> {
  const { env, faults, unread } = readSecrets(environment);
  const read = readSettings(env);
  if (faults.length === 0) return read;
  const others = read.ok ? [] : read.faults;
  const isOfAnother = (fault: string) =>
    !unread.some((name) => new RegExp(`^${name}\\b`).test(fault));
  return { ok: false, faults: [...faults, ...others.filter(isOfAnother)] };
}

function readSettings(env: Record<string, string>): Read<Config> {
  const isProduction = env.NODE_ENV?.toLowerCase() === "production";
  if (MEANS_SLACK.some((name) => env[name]) || isProduction) {
    return parsed(slackReader(isProduction, env), env);
  }
  const misplaced = NOT_IN_SANDBOX.filter((name) => env[name]).map(
    (name) =>
      `${name} is set, but SLACK_APP_TOKEN and SLACK_BOT_TOKEN are not. Without them the sandbox starts. Anyone can act as anyone there, so it never meets a real token or database. Set both, or remove ${name}.`,
  );
  if (misplaced.length > 0) return { ok: false, faults: misplaced };
  return parsed(
    sandboxReader.transform((settings): SandboxConfig => ({ mode: "sandbox", ...settings })),
    env,
  );
}

const inProduction = processReader.extend({
  DATABASE_URL: databaseUrl("the address of a PostgreSQL database, required in production"),
});

function slackReader(isProduction: boolean, given: Given): z.ZodType<SlackConfig> {
  return (isProduction ? inProduction : processReader)
    .and(workspaceSettings(given).transform((workspace) => ({ workspace })))
    .and(slackAccess(given).transform((slack) => ({ slack })))
    .transform(({ workspace, ...settings }): SlackConfig => {
      const { DATABASE_URL: url, DATA_DIR: dataDir } = settings;
      const database = url
        ? { kind: "postgres" as const, url }
        : { kind: "embedded" as const, dataDir };
      return { mode: "slack", ...settings, ...workspace, database };
    });
}

/** Each fault begins with its setting's name. */
export function parsed<Value>(reader: z.ZodType<Value>, env: Given): Read<Value> {
  const read = reader.safeParse(env);
  if (read.success) return { ok: true, config: read.data };
  const faults = read.error.issues.map(({ path: [name = ""], message }) =>
    /^[:A-Z]/.test(message) ? `${String(name)}${message}` : `${String(name)} ${message}`,
  );
  return { ok: false, faults };
}
