import { readFileSync } from "node:fs";
import { z } from "zod";
import {
  approvers,
  CODE,
  isEachOnce,
  list,
  logLevel,
  NETWORK,
  network,
  number,
  quorum,
  railAddress,
  railEnvironment,
  railService,
  SERVICES,
  slackAddress,
  TWICE,
  text,
} from "./config-values.ts";
import type { AddressFamily } from "./platform/payment-details/destination-value.ts";

/** The environment is wrong. Each fault begins with a setting's name and repeats no value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(["These settings are wrong:", ...faults].join("\n- "));
    this.faults = faults;
  }
}

/** The fewest and most hours, here and where people set them in Slack. */
export const HOURS = { coolDown: [0, 720], expires: [1, 720] } as const;

/** Of one workspace, with its bot's token. With OAuth each workspace sets its own in Slack. */
const ofOne = {
  SLACK_BOT_TOKEN: text(/^xoxb-\S+$/, "a token that begins with xoxb-").describe("The bot's token"),
  SLACK_APP_TOKEN: text(/^xapp-\S+$/, "a token that begins with xapp-")
    .optional()
    .describe("App-level token, for Socket Mode"),
  RAIL_API_TOKEN: text(/^[!-~]+$/, "a token without blanks").describe("The Rail service's token"),
  APPROVALS_CHANNEL: text(/^[CG][A-Z0-9]{2,}$/, "a channel's id").describe("Shows every card"),
  APPROVERS: approvers.describe("Who approves Rails"),
  APPROVALS_REQUIRED: quorum.optional().describe("How many of them must approve; at first 2"),
  DESTINATION_APPROVERS: approvers.optional().describe("Of destinations, if others do"),
  DESTINATION_APPROVALS_REQUIRED: quorum.optional().describe("Of destinations, if different"),
  TEAM: list(/^(everyone|[UW][A-Z0-9]{2,})$/, "everyone, or Slack user ids such as U0123ABCD", 100)
    .transform((all) => (all.includes("everyone") ? "everyone" : all))
    .optional()
    .describe("Who may ask, report, freeze and look; at first everyone. Approvers always may"),
  COOL_DOWN_HOURS: number(...HOURS.coolDown)
    .optional()
    .describe("How long a new destination waits; at first 24"),
  EXPIRES_IN_HOURS: number(...HOURS.expires)
    .optional()
    .describe("How long a request can be approved; at first 72"),
  RAIL_API_URL: railAddress.describe("Base address of the Rail service"),
  RAIL_API_ENVIRONMENT: railEnvironment.prefault("sandbox").describe("Every card shows it"),
};

/** In place of these, for workspaces that install the app over OAuth. */
const ofMany = {
  SLACK_CLIENT_ID: text(/^\S+$/, "the app's client id, as Slack shows it").describe(
    "For many workspaces, which install the app at `/slack/install`",
  ),
  SLACK_CLIENT_SECRET: text(/^\S{16,}$/, "the app's client secret, as Slack shows it").describe(
    "The app's client secret",
  ),
  PUBLIC_URL: railAddress.describe(
    "Where browsers reach this server, such as https://signalbox.example",
  ),
};

const ofBoth = {
  SLACK_SIGNING_SECRET: text(/^\S{16,}$/, "the signing secret, as Slack shows it")
    .optional()
    .describe("In place of `SLACK_APP_TOKEN`: Slack sends signed requests to `/slack/events`"),
  DATABASE_URL: text(/^postgres(ql)?:\/\/\S+$/, "the address of a PostgreSQL database")
    .refine((url) => URL.canParse(url), { error: "must be the address of a PostgreSQL database." })
    .describe("PostgreSQL, as the role of the app"),
  ENCRYPTION_KEYS: list(/^[A-Za-z0-9+/]{43}=?$/, "keys of 32 bytes in base64")
    .transform((all) => all.map((key) => new Uint8Array(Buffer.from(key, "base64"))))
    .describe("Keys of 32 bytes in base64: the first encrypts, all decrypt"),
  METRICS_TOKEN: text(/^[!-~]{16,}$/, "16 characters or more, without blanks")
    .optional()
    .describe("Opens `/metrics`; 16 characters or more. Without one it is closed"),
  SLACK_API_URL: slackAddress.prefault("https://slack.com/api/").describe("Another Slack"),
  SLACK_COMMAND: text(/^\/[a-z0-9_-]{1,31}$/, "a slash command such as /rail")
    .prefault("/rail")
    .describe("The slash command, as the manifest spells it"),
  RAIL_API_URLS: list(/=/, SERVICES)
    .pipe(z.array(railService))
    .refine((all) => isEachOnce(all.flatMap((each) => [each.name, each.baseUrl])), TWICE)
    .optional()
    .describe("All services that may be called; by default `RAIL_API_URL`"),
  RAIL_FIAT_ASSETS: list(CODE, "currency codes").prefault("GBP").describe("Offered in forms"),
  RAIL_STABLECOINS: list(CODE, "stablecoin codes").prefault("GBPA").describe("Offered in forms"),
  RAIL_NETWORKS: list(NETWORK, "networks, with :solana or :ethereum behind those of that family")
    .pipe(z.array(network))
    .refine((all) => isEachOnce(all.map(([id]) => id)), TWICE)
    .transform((all): Record<string, AddressFamily> => Object.fromEntries(all))
    .prefault("SOLANA_DEVNET:solana")
    .describe("Offered in forms; addresses of other families are not checked"),
  DATABASE_POOLER: z
    .literal("transaction", { error: "must be transaction, or not be set." })
    .optional()
    .describe("Set where a pooler in transaction mode is in front of the database"),
  DATA_DIR: z.string().prefault("./data").describe("Directory of the marks that a restore lacks"),
  PORT: number(0, 65_535).prefault("3000").describe("Port of our own HTTP server"),
  LOG_LEVEL: logLevel.prefault("info").describe("The least important lines that are logged"),
};

/** All settings of the environment, each with its description. */
export const environment = z.object({ ...ofOne, ...ofMany, ...ofBoth });
const one = z.object({ ...ofOne, ...ofBoth });
const many = z.object({
  ...{ ...ofMany, ...ofBoth },
  SLACK_SIGNING_SECRET: ofBoth.SLACK_SIGNING_SECRET.unwrap(),
  RAIL_API_URLS: ofBoth.RAIL_API_URLS.unwrap(),
});

/** A file can hold each of these: `X_FILE` names the file of `X`. No log shows them. */
const SECRETS = [
  ...(["SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"] as const),
  ...(["SLACK_CLIENT_SECRET", "RAIL_API_TOKEN", "DATABASE_URL"] as const),
  ...(["ENCRYPTION_KEYS", "METRICS_TOKEN"] as const),
];

type Given = Record<string, string | undefined>;
type Unset<Shape> = { [name in keyof Shape]?: undefined };

/** By their names in the environment. Without what is also set in Slack, that in force stays. */
export type OneConfig = z.output<typeof one> &
  Unset<typeof ofMany> & { RAIL_API_URLS: readonly z.output<typeof railService>[] };
export type ManyConfig = z.output<typeof many> & Unset<typeof ofOne>;
export type Config = OneConfig | ManyConfig;

/**
 * Reads the environment and the files of secrets that it names. Ignores empty values and white
 * space around a value, such as a file's last line end. Throws a `ConfigError` with all faults.
 */
export function readConfig(given: Given): Config {
  const env = trimmed(given);
  const faults = SECRETS.flatMap((name) => readFileOf(name, env));
  const isMany = Object.keys(ofMany).some((name) => env[name]);
  const { data, error } = isMany ? many.safeParse(env) : one.safeParse(env);
  for (const { path, message } of error?.issues ?? []) {
    const name = String(path[0]);
    if (env[name] !== UNREAD) faults.push(`${name} ${message}`);
  }
  faults.push(...faultsTogether(env, isMany));
  if (!data || faults.length > 0) throw new ConfigError([...new Set(faults)]);
  if (!("RAIL_API_URL" in data)) return data;
  const { RAIL_API_URL: baseUrl, RAIL_API_ENVIRONMENT: kind } = data;
  const { RAIL_API_URLS = [{ name: kind, baseUrl, environment: kind }] } = data;
  return { ...data, RAIL_API_URLS };
}

/** Without empty values, and without white space around the others. */
export function trimmed(given: Given): Given {
  const values = Object.entries(given).map(([name, value = ""]) => [name, value.trim()] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ""));
}

/** No setting takes it. It still says which way to Slack was chosen. */
const UNREAD = "\0";

/** Puts a secret that a file holds under its own name. No fault names a path. */
function readFileOf(name: string, env: Given): string[] {
  const path = env[`${name}_FILE`];
  if (path === undefined) return [];
  if (env[name]) return [`${name}_FILE must not be set beside ${name}: remove one of them.`];
  try {
    env[name] = readFileSync(path, "utf8").trim() || UNREAD;
  } catch {
    env[name] = UNREAD;
  }
  if (env[name] !== UNREAD) return [];
  return [`${name}_FILE must name a file that holds it and can be read.`];
}

/** Finds what is wrong between settings that are sound one by one. */
function* faultsTogether(env: Given, isMany: boolean): Generator<string> {
  if (isMany) {
    const others = Object.keys(ofOne).filter((name) => env[name]);
    const why = "must not be set beside SLACK_CLIENT_ID: each workspace sets its own in Slack.";
    yield* others.map((name) => `${name} ${why}`);
    return;
  }
  const { SLACK_APP_TOKEN: socket, SLACK_SIGNING_SECRET: http } = env;
  if (!socket && !http) {
    yield "SLACK_APP_TOKEN must be set, or SLACK_SIGNING_SECRET where Slack sends over HTTP.";
  }
  if (socket && http) {
    yield "SLACK_APP_TOKEN must not be set beside SLACK_SIGNING_SECRET: remove one of them.";
  }
  const { data: baseUrl } = ofOne.RAIL_API_URL.safeParse(env.RAIL_API_URL);
  const { data: kind } = ofOne.RAIL_API_ENVIRONMENT.safeParse(env.RAIL_API_ENVIRONMENT);
  const { data: services } = ofBoth.RAIL_API_URLS.safeParse(env.RAIL_API_URLS);
  const listed = services?.find((each) => each.baseUrl === baseUrl);
  if (services && baseUrl && !listed) yield "RAIL_API_URLS must list RAIL_API_URL, too.";
  if (listed && kind && listed.environment !== kind) {
    yield "RAIL_API_ENVIRONMENT must be what RAIL_API_URLS says of this address.";
  }
}

/** Returns every secret of the settings, for a log that must not show it. */
export const secretsOf = (config: Config): string[] =>
  SECRETS.flatMap((name) => {
    const value = config[name] ?? [];
    if (typeof value === "string") return [value, URL.parse(value)?.password ?? ""];
    return value.map((key) => Buffer.from(key).toString("base64").replace(/=$/, ""));
  }).filter((secret) => secret !== "");
