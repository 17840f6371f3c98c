import { z } from "zod";
import { whyUnsatisfiable } from "./domain/approval-policy.ts";
import type { Environment } from "./domain/change.ts";
import type { LogLevelName } from "./logger.ts";
import type { Catalogue } from "./services/ports.ts";

export interface SandboxConfig {
  mode: "sandbox";
  command: string;
  /** The page's. */
  port: number;
  dataDir: string;
  logLevel: LogLevelName;
}

export interface SlackConfig {
  mode: "slack";
  slack: { kind: "socket"; appToken: string; botToken: string; apiUrl: string };
  command: string;
  port: number;
  database: { kind: "postgres"; url: string } | { kind: "embedded"; dataDir: string };
  /** 32 bytes each; the first seals, all open. */
  encryptionKeys: readonly [Buffer, ...Buffer[]];
  rail: { baseUrl: string; token: string; environment: Environment; catalogue: Catalogue };
  approvals: { channel: string; approvers: readonly string[]; approvalsRequired: number };
  logLevel: LogLevelName;
}

export type Config = SandboxConfig | SlackConfig;

export type ConfigResult = { ok: true; config: Config } | { ok: false; faults: string[] };

/** Whoever sets one of these means a real Slack, and must set the rest. */
const SLACK_SETTINGS = ["SLACK_APP_TOKEN", "SLACK_BOT_TOKEN", "SLACK_API_URL"] as const;
const NOT_IN_SANDBOX = [
  "RAIL_API_URL",
  "RAIL_API_TOKEN",
  "RAIL_API_ENVIRONMENT",
  "DATABASE_URL",
] as const;

/**
 * Reads the environment. Every fault is found at once, and says what to do. An empty value counts as none; what stands
 * around a value, such as the line end of a secret that was read from a file, does not belong to it.
 */
export function readConfig(environment: Record<string, string | undefined>): ConfigResult {
  const env = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value),
  );
  const isProduction = env.NODE_ENV === "production";
  if (SLACK_SETTINGS.some((name) => env[name]) || isProduction) {
    return result(slackConfig(isProduction).safeParse(env));
  }
  const misplaced = NOT_IN_SANDBOX.filter((name) => env[name]).map(
    (name) =>
      `${name} is set, but SLACK_APP_TOKEN and SLACK_BOT_TOKEN are not. Without them the sandbox starts, in which anyone can act as anyone: it never meets a real token or database. Set both, or remove ${name}.`,
  );
  return misplaced.length > 0
    ? { ok: false, faults: misplaced }
    : result(sandboxConfig.safeParse(env));
}

const port = z
  .string()
  .default("3000")
  .refine((text) => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535, {
    error: "PORT must be a number from 0 to 65535.",
  })
  .transform(Number);

const logLevel = z
  .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
    error: "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.",
  })
  .default("info");

const command = z
  .string()
  .regex(/^\/[a-z0-9_-]{1,31}$/, {
    error: "SLACK_COMMAND must be a slash command such as /rail, as it is spelled in the manifest.",
  })
  .default("/rail");

const sandboxConfig = z
  .object({
    PORT: port,
    DATA_DIR: z.string().default("./data"),
    SLACK_COMMAND: command,
    LOG_LEVEL: logLevel.default("warn"),
  })
  .transform(
    (env): SandboxConfig => ({
      mode: "sandbox",
      command: env.SLACK_COMMAND,
      port: env.PORT,
      dataDir: env.DATA_DIR,
      logLevel: env.LOG_LEVEL,
    }),
  );

/** A text that must be there, and look so. */
function required(name: string, what: string, form: RegExp = /./) {
  const error = `${name} must be set: ${what}.`;
  return z.string({ error }).regex(form, { error });
}

function list(name: string, what: string, form: RegExp) {
  return z
    .string()
    .transform((text) => text.split(",").map((each) => each.trim()))
    .refine((each) => each.every((one) => form.test(one)), {
      error: `${name} must be ${what}.`,
      abort: true,
    })
    .refine((each) => new Set(each).size === each.length, {
      error: `${name} names one twice.`,
      abort: true,
    });
}

/** Tokens travel there: https, or http on this machine. */
function address(name: string, what: string) {
  const error = `${name} must be ${what}, with https (http only on this machine), and without credentials, query or fragment.`;
  return z.string({ error }).refine(isSafeAddress, { error });
}

function isSafeAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.search || url.hash) return false;
  const isLoopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
}

const encryptionKeys = required(
  "ENCRYPTION_KEYS",
  "one or more keys of 32 bytes in base64, separated by commas (openssl rand -base64 32 makes one)",
)
  .transform((text) => text.split(",").map((each) => each.trim()))
  // Node's own decoder ends at the first padding: of two keys joined by a space it would drop the second.
  .refine((keys) => keys.every((key) => /^[A-Za-z0-9+/_-]{43}=?$/.test(key)), {
    error:
      "ENCRYPTION_KEYS: each key must be 32 bytes in base64 (openssl rand -base64 32 makes one), with commas between keys.",
  })
  .transform((keys) => keys.map((key) => Buffer.from(key, "base64")));

const USER_ID = /^[UW][A-Z0-9]{2,}$/;
const CODE = /^[A-Za-z0-9_-]{1,40}$/;

/** On its own, so that it is judged whatever else is wrong. */
const approvals = z
  .object({
    APPROVERS: required(
      "APPROVERS",
      "the Slack user ids of the approvers, separated by commas",
    ).pipe(list("APPROVERS", "Slack user ids such as U0123ABCD, separated by commas", USER_ID)),
    APPROVALS_REQUIRED: z
      .string()
      .default("2")
      .refine((text) => /^[1-9][0-9]?$/.test(text), {
        error: "APPROVALS_REQUIRED must be a number from 1 to 99.",
        abort: true,
      })
      .transform(Number),
  })
  .superRefine((env, context) => {
    const policy = {
      version: 0,
      approvers: env.APPROVERS,
      approvalsRequired: env.APPROVALS_REQUIRED,
    };
    const why = whyUnsatisfiable(policy);
    if (why)
      context.addIssue({ code: "custom", message: `APPROVERS and APPROVALS_REQUIRED: ${why}` });
  });

function slackConfig(isProduction: boolean) {
  return z
    .object({
      SLACK_APP_TOKEN: required(
        "SLACK_APP_TOKEN",
        "the app-level token, beginning with xapp-",
        /^xapp-/,
      ),
      SLACK_BOT_TOKEN: required("SLACK_BOT_TOKEN", "the bot token, beginning with xoxb-", /^xoxb-/),
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
        "network identifiers with their family, such as SOLANA_DEVNET:solana, separated by commas",
        /^[A-Za-z0-9_-]{1,40}(:[a-z]{1,20})?$/,
      ).prefault("SOLANA_DEVNET:solana"),
      APPROVALS_CHANNEL: required(
        "APPROVALS_CHANNEL",
        "the id of the channel for approvals, such as C0123ABCD (in Slack: the channel's details, at the bottom)",
        /^[CG][A-Z0-9]{2,}$/,
      ),
      LOG_LEVEL: logLevel,
    })
    .and(approvals)
    .transform((env): SlackConfig => {
      const [firstKey, ...otherKeys] = env.ENCRYPTION_KEYS;
      if (!firstKey) throw new Error("The keys were checked before");
      return {
        mode: "slack",
        slack: {
          kind: "socket",
          appToken: env.SLACK_APP_TOKEN,
          botToken: env.SLACK_BOT_TOKEN,
          apiUrl: env.SLACK_API_URL,
        },
        command: env.SLACK_COMMAND,
        port: env.PORT,
        database: env.DATABASE_URL
          ? { kind: "postgres", url: env.DATABASE_URL }
          : { kind: "embedded", dataDir: env.DATA_DIR },
        encryptionKeys: [firstKey, ...otherKeys],
        rail: {
          baseUrl: env.RAIL_API_URL.replace(/\/$/, ""),
          token: env.RAIL_API_TOKEN,
          environment: env.RAIL_API_ENVIRONMENT,
          catalogue: {
            fiatAssets: env.RAIL_FIAT_ASSETS,
            stablecoins: env.RAIL_STABLECOINS,
            networks: env.RAIL_NETWORKS.map((each) => each.split(":")[0] ?? each),
          },
        },
        approvals: {
          channel: env.APPROVALS_CHANNEL,
          approvers: env.APPROVERS,
          approvalsRequired: env.APPROVALS_REQUIRED,
        },
        logLevel: env.LOG_LEVEL,
      };
    });
}

const POSTGRES = /^postgres(ql)?:\/\//;

function result(parsed: z.ZodSafeParseResult<Config>): ConfigResult {
  return parsed.success
    ? { ok: true, config: parsed.data }
    : { ok: false, faults: parsed.error.issues.map(({ message }) => message) };
}
