import { z } from "zod";
import type { LogLevelName } from "../platform/process/logger.ts";
import type { Catalogue } from "../platform/rail-api/rail-api.ts";
import type { Pauses } from "../request/rules/outcome/pauses.ts";
import {
  address,
  command,
  encryptionKeys,
  logLevel,
  metricsToken,
  pauses,
  port,
  required,
  stopGrace,
} from "./fields.ts";
import type { Limits } from "./limits.ts";
import { limitFields, limitsOf } from "./limits.ts";
import type { RailApiAddress } from "./rail-settings.ts";
import { catalogueFields } from "./rail-settings.ts";
import type { SlackAccess } from "./slack-access.ts";
import { slackAccess } from "./slack-access.ts";
import type { WorkspaceSettings } from "./workspace-settings.ts";
import { workspaceSettings } from "./workspace-settings.ts";

export interface SlackConfig {
  mode: "slack";
  slack: SlackAccess & { apiUrl: string };
  command: string;
  port: number;
  database: { kind: "postgres"; url: string } | { kind: "embedded"; dataDir: string };
  /** For what has to stand outside the database: how much has happened. */
  dataDir: string;
  /** 32 bytes each; the first seals, all open. */
  encryptionKeys: readonly [Buffer, ...Buffer[]];
  rail: {
    catalogue: Catalogue;
    /** Between looks for a Rail of unknown outcome; the usual ones when absent. */
    pauses?: Pauses;
  };
  /** With which workspaces may be connected. */
  railApis: readonly RailApiAddress[];
  /** Of the one workspace; nothing with installations. */
  settings: WorkspaceSettings;
  limits: Limits;
  /** What opens `/metrics`, which is not there without it. */
  metricsToken?: string;
  /** How long requests of Slack's are still taken in after the process was told to stop. */
  stopGraceMs: number;
  logLevel: LogLevelName;
}

const POSTGRES = /^postgres(ql)?:\/\//;

/** The environment of a bot in a real Slack. */
export function slackConfig(isProduction: boolean, given: Record<string, string | undefined>) {
  return z
    .object({
      SLACK_API_URL: address("SLACK_API_URL", "an address").default("https://slack.com/api/"),
      SLACK_COMMAND: command,
      PORT: port,
      DATABASE_URL: isProduction
        ? required(
            "DATABASE_URL",
            "the address of a PostgreSQL database, required in production",
            POSTGRES,
          )
        : required("DATABASE_URL", "the address of a PostgreSQL database", POSTGRES).optional(),
      DATA_DIR: z.string().default("./data"),
      ENCRYPTION_KEYS: encryptionKeys,
      ...catalogueFields,
      RAIL_LOOK_PAUSES: pauses.optional(),
      METRICS_TOKEN: metricsToken,
      STOP_GRACE_SECONDS: stopGrace,
      LOG_LEVEL: logLevel,
      ...limitFields,
    })
    .and(workspaceSettings(given).transform((workspace) => ({ workspace })))
    .and(slackAccess(given).transform((access) => ({ access })))
    .transform((env): SlackConfig => {
      const [firstKey, ...otherKeys] = env.ENCRYPTION_KEYS;
      if (!firstKey) throw new Error("The keys were checked before");
      return {
        mode: "slack",
        slack: { ...env.access, apiUrl: env.SLACK_API_URL },
        command: env.SLACK_COMMAND,
        port: env.PORT,
        database: env.DATABASE_URL
          ? { kind: "postgres", url: env.DATABASE_URL }
          : { kind: "embedded", dataDir: env.DATA_DIR },
        dataDir: env.DATA_DIR,
        encryptionKeys: [firstKey, ...otherKeys],
        rail: {
          ...(env.RAIL_LOOK_PAUSES && { pauses: env.RAIL_LOOK_PAUSES }),
          catalogue: {
            fiatAssets: env.RAIL_FIAT_ASSETS,
            stablecoins: env.RAIL_STABLECOINS,
            networks: env.RAIL_NETWORKS,
          },
        },
        ...env.workspace,
        limits: limitsOf(env),
        ...(env.METRICS_TOKEN !== undefined && { metricsToken: env.METRICS_TOKEN }),
        stopGraceMs: env.STOP_GRACE_SECONDS * 1_000,
        logLevel: env.LOG_LEVEL,
      };
    });
}
