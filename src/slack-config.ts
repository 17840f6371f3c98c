import { z } from "zod";
import {
  address,
  command,
  encryptionKeys,
  list,
  logLevel,
  metricsToken,
  pauses,
  port,
  quorum,
  required,
  stopGrace,
} from "./config-fields.ts";
import type { AddressNetwork } from "./domain/address.ts";
import { whyUnsatisfiable } from "./domain/approval-policy.ts";
import type { Environment } from "./domain/change.ts";
import type { Pauses } from "./domain/pauses.ts";
import { usualPolicy } from "./domain/policy.ts";
import type { PolicyDocument } from "./domain/policy-document.ts";
import type { LogLevelName } from "./logger.ts";
import type { Catalogue } from "./services/ports.ts";
import type { SlackAccess } from "./slack-access.ts";
import { slackAccess } from "./slack-access.ts";

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
    baseUrl: string;
    token: string;
    environment: Environment;
    catalogue: Catalogue;
    /** Between looks for a Rail of unknown outcome; the usual ones when absent. */
    pauses?: Pauses;
  };
  approvals: { channel: string; policy: PolicyDocument };
  /** What opens `/metrics`, which is not there without it. */
  metricsToken?: string;
  /** How long requests of Slack's are still taken in after the process was told to stop. */
  stopGraceMs: number;
  logLevel: LogLevelName;
}

const POSTGRES = /^postgres(ql)?:\/\//;

const USER_ID = /^[UW][A-Z0-9]{2,}$/;
const CODE = /^[A-Za-z0-9_-]{1,40}$/;

/** On its own, so that it is judged whatever else is wrong. */
const approvals = z
  .object({
    APPROVERS: required(
      "APPROVERS",
      "the Slack user ids of the approvers, separated by commas",
    ).pipe(list("APPROVERS", "Slack user ids such as U0123ABCD, separated by commas", USER_ID)),
    APPROVALS_REQUIRED: quorum("APPROVALS_REQUIRED").prefault("2"),
    DESTINATION_APPROVERS: list(
      "DESTINATION_APPROVERS",
      "Slack user ids such as U0123ABCD, separated by commas",
      USER_ID,
    ).optional(),
    DESTINATION_APPROVALS_REQUIRED: quorum("DESTINATION_APPROVALS_REQUIRED").optional(),
  })
  .transform((env) => {
    const rails = { approvers: env.APPROVERS, approvalsRequired: env.APPROVALS_REQUIRED };
    const destinations = {
      approvers: env.DESTINATION_APPROVERS ?? rails.approvers,
      approvalsRequired: env.DESTINATION_APPROVALS_REQUIRED ?? rails.approvalsRequired,
    };
    return { rails, destinations };
  })
  .superRefine(({ rails, destinations }, context) => {
    const ofRails = whyUnsatisfiable(rails);
    const ofDestinations = whyUnsatisfiable(destinations);
    if (ofRails) {
      context.addIssue({
        code: "custom",
        message: `APPROVERS and APPROVALS_REQUIRED: ${ofRails}`,
      });
    } else if (ofDestinations) {
      context.addIssue({
        code: "custom",
        message: `DESTINATION_APPROVERS and DESTINATION_APPROVALS_REQUIRED: ${ofDestinations}`,
      });
    }
  });

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
      RAIL_API_URL: address(
        "RAIL_API_URL",
        "the base address of the Rail service, ending in /api/v1",
      ).refine((text) => /\/api\/v1\/?$/.test(text), {
        error: "RAIL_API_URL must end in /api/v1.",
      }),
      RAIL_API_TOKEN: required("RAIL_API_TOKEN", "the token of the Rail service", /^[\x21-\x7e]+$/),
      RAIL_API_ENVIRONMENT: z.enum(["sandbox", "production"], {
        error: "RAIL_API_ENVIRONMENT must be sandbox or production: it stands on every card.",
      }),
      RAIL_FIAT_ASSETS: list(
        "RAIL_FIAT_ASSETS",
        "currency codes separated by commas",
        CODE,
      ).prefault("GBP"),
      RAIL_STABLECOINS: list(
        "RAIL_STABLECOINS",
        "stablecoin codes separated by commas",
        CODE,
      ).prefault("GBPA"),
      RAIL_NETWORKS: list(
        "RAIL_NETWORKS",
        "network identifiers, separated by commas, each followed by :ethereum or :solana where its addresses are of that family, such as SOLANA_DEVNET:solana",
        /^[A-Za-z0-9_-]{1,40}(:(ethereum|solana))?$/,
      )
        .refine((each) => new Set(each.map((text) => toNetwork(text).id)).size === each.length, {
          error: "RAIL_NETWORKS names one twice.",
        })
        .prefault("SOLANA_DEVNET:solana"),
      DESTINATION_COOL_DOWN_HOURS: z
        .string()
        .refine((text) => /^[0-9]{1,2}$/.test(text) && Number(text) <= 72, {
          error: "DESTINATION_COOL_DOWN_HOURS must be a number from 0 to 72.",
        })
        .transform(Number)
        .optional(),
      RAIL_LOOK_PAUSES: pauses.optional(),
      APPROVALS_CHANNEL: required(
        "APPROVALS_CHANNEL",
        "the id of the channel for approvals, such as C0123ABCD (in Slack: the channel's details, at the bottom)",
        /^[CG][A-Z0-9]{2,}$/,
      ),
      METRICS_TOKEN: metricsToken,
      STOP_GRACE_SECONDS: stopGrace,
      LOG_LEVEL: logLevel,
    })
    .and(approvals)
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
          baseUrl: env.RAIL_API_URL.replace(/\/$/, ""),
          token: env.RAIL_API_TOKEN,
          environment: env.RAIL_API_ENVIRONMENT,
          ...(env.RAIL_LOOK_PAUSES && { pauses: env.RAIL_LOOK_PAUSES }),
          catalogue: {
            fiatAssets: env.RAIL_FIAT_ASSETS,
            stablecoins: env.RAIL_STABLECOINS,
            networks: env.RAIL_NETWORKS.map(toNetwork),
          },
        },
        approvals: {
          channel: env.APPROVALS_CHANNEL,
          policy: usualPolicy({
            rails: env.rails,
            destinations: env.destinations,
            coolDownHours:
              env.DESTINATION_COOL_DOWN_HOURS ?? COOL_DOWN_HOURS[env.RAIL_API_ENVIRONMENT],
          }),
        },
        ...(env.METRICS_TOKEN !== undefined && { metricsToken: env.METRICS_TOKEN }),
        stopGraceMs: env.STOP_GRACE_SECONDS * 1_000,
        logLevel: env.LOG_LEVEL,
      };
    });
}

/** At a Rail service where no money moves, nobody has to wait. */
const COOL_DOWN_HOURS: Record<Environment, number> = { sandbox: 0, production: 24 };

function toNetwork(text: string): AddressNetwork {
  const [id = text, family] = text.split(":");
  return { id, family: family === "ethereum" || family === "solana" ? family : null };
}
