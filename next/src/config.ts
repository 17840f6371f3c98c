import { readFileSync } from "node:fs";
import { z } from "zod";
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

const text = (form: RegExp, what: string) => {
  const error = `must be ${what}.`;
  return z.string({ error }).regex(form, { error, abort: true });
};

const number = (from: number, to: number) => {
  const what = `a whole number from ${from} to ${to}`;
  return text(/^[0-9]{1,5}$/, what)
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error: `must be ${what}.` });
};

const list = (form: RegExp, what: string, most = 20) => {
  const error = `must be ${what}, separated by commas.`;
  return z
    .string({ error })
    .transform((all) => all.split(",").map((each) => each.trim()))
    .refine((all) => all.every((each) => form.test(each)), { error, abort: true })
    .refine(isEachOnce, TWICE)
    .refine(({ length }) => length <= most, { error: `can name at most ${most}.` });
};

const TWICE = { error: "names one twice." };
const isEachOnce = (all: readonly string[]) => new Set(all).size === all.length;

/** Tokens are sent to these addresses. */
const UNSAFE = "must be an https address (http on loopback), without credentials or query.";
const address = z.string({ error: UNSAFE }).refine(isSafe, { error: UNSAFE, abort: true });
const railAddress = address.transform((base) => base.replace(/\/+$/, ""));
const slackAddress = address.transform((base) => base.replace(/\/*$/, "/"));

function isSafe(base: string): boolean {
  const url = URL.parse(base);
  if (!url || url.username || url.password || /[?#]/.test(base)) return false;
  const isLoopback = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback);
}

const railEnvironment = z.enum(["sandbox", "production"], {
  error: "must be sandbox or production: every card shows it.",
});

const logLevel = z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
  error: "must be trace, debug, info, warn, error, fatal or silent.",
});

const SERVICES = "name=address=sandbox or name=address=production for each Rail service";

const railService = z.string().transform((each, context) => {
  const [, name = "", url, kind] = /^([a-z0-9][a-z0-9-]{0,39})=(.*)=([^=]*)$/.exec(each) ?? [];
  const read = z.object({ baseUrl: railAddress, environment: railEnvironment });
  const { data } = read.safeParse({ baseUrl: url, environment: kind });
  if (data) return { name, ...data };
  context.addIssue({ code: "custom", message: `must be ${SERVICES}, each with a safe address.` });
  return z.NEVER;
});

/** Without a family the format of a network's addresses is not checked. */
const network = z.string().transform((each): [string, AddressFamily] => {
  const [id = "", family] = each.split(":");
  return [id, family === "solana" || family === "ethereum" ? family : "unknown"];
});

const KEY = /^[A-Za-z0-9+/]{43}=?$/;
const NETWORK = /^[A-Za-z0-9_-]{1,40}(:(solana|ethereum))?$/;
const CODE = /^[A-Za-z0-9_-]{1,40}$/;
export const USER = /^[UW][A-Z0-9]{2,}$/;
const approvers = list(USER, "Slack user ids such as U0123ABCD");
const quorum = number(1, 20);

/** The fewest and most hours, here and where people set them in Slack. */
export const HOURS = { coolDown: [0, 720], expires: [1, 720] } as const;

/** A file can hold each of these: `X_FILE` names the file of `X`. No log shows them. */
const secrets = {
  SLACK_BOT_TOKEN: text(/^xoxb-\S+$/, "a token that begins with xoxb-").describe("The bot's token"),
  SLACK_APP_TOKEN: text(/^xapp-\S+$/, "a token that begins with xapp-")
    .optional()
    .describe("App-level token, for Socket Mode"),
  SLACK_SIGNING_SECRET: text(/^\S{16,}$/, "the signing secret, as Slack shows it")
    .optional()
    .describe("In place of `SLACK_APP_TOKEN`: Slack sends signed requests to `/slack/events`"),
  RAIL_API_TOKEN: text(/^[!-~]+$/, "a token without blanks").describe("The Rail service's token"),
  DATABASE_URL: text(/^postgres(ql)?:\/\/\S+$/, "the address of a PostgreSQL database")
    .refine((url) => URL.canParse(url), { error: "must be the address of a PostgreSQL database." })
    .describe("PostgreSQL, as the role of the app"),
  ENCRYPTION_KEYS: list(KEY, "keys of 32 bytes in base64")
    .transform((all) => all.map((key) => new Uint8Array(Buffer.from(key, "base64"))))
    .describe("Keys of 32 bytes in base64: the first encrypts, all decrypt"),
  METRICS_TOKEN: text(/^[!-~]{16,}$/, "16 characters or more, without blanks")
    .optional()
    .describe("Whoever bears it may read `/metrics`; without one nobody"),
};

/** All settings of the environment, each with its description. */
export const environment = z.object({
  ...secrets,
  SLACK_API_URL: slackAddress.prefault("https://slack.com/api/").describe("Another Slack"),
  SLACK_COMMAND: text(/^\/[a-z0-9_-]{1,31}$/, "a slash command such as /rail")
    .prefault("/rail")
    .describe("The slash command, as the manifest spells it"),
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
});

const SECRETS = z.object(secrets).keyof().options;

type Given = Record<string, string | undefined>;
type Sound = Partial<z.output<typeof environment>>;

/** By their names in the environment. Without what is also set in Slack, that in force stays. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment and the files of secrets that it names. Ignores empty values and white
 * space around a value, such as a file's last line end. Throws a `ConfigError` with all faults.
 */
export function readConfig(given: Given) {
  const env = trimmed(given);
  const faults = SECRETS.flatMap((name) => readFileOf(name, env));
  const sound: Sound = {};
  for (const [name, setting] of Object.entries(environment.shape)) {
    const { data, error } = setting.safeParse(env[name]);
    if (!error) {
      Object.assign(sound, { [name]: data });
    } else if (env[name] !== UNREAD) {
      faults.push(...error.issues.map(({ message }) => `${name} ${message}`));
    }
  }
  faults.push(...faultsTogether(env, sound));
  if (faults.length > 0) throw new ConfigError([...new Set(faults)]);
  const read = environment.parse(env);
  const { RAIL_API_URL: baseUrl, RAIL_API_ENVIRONMENT: kind } = read;
  const { RAIL_API_URLS = [{ name: kind, baseUrl, environment: kind }] } = read;
  return { ...read, RAIL_API_URLS };
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
  env[name] = contentOf(path) || UNREAD;
  if (env[name] !== UNREAD) return [];
  return [`${name}_FILE must name a file that holds it and can be read.`];
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

/** Finds what is wrong between settings that are sound one by one. */
function* faultsTogether(env: Given, sound: Sound): Generator<string> {
  const { SLACK_APP_TOKEN: socket, SLACK_SIGNING_SECRET: http } = env;
  if (!socket && !http) {
    yield "SLACK_APP_TOKEN must be set, or SLACK_SIGNING_SECRET where Slack sends over HTTP.";
  }
  if (socket && http) {
    yield "SLACK_APP_TOKEN must not be set beside SLACK_SIGNING_SECRET: remove one of them.";
  }
  const { RAIL_API_URL, RAIL_API_URLS } = sound;
  const listed = RAIL_API_URLS?.find(({ baseUrl }) => baseUrl === RAIL_API_URL);
  if (RAIL_API_URLS && RAIL_API_URL && !listed) yield "RAIL_API_URLS must list RAIL_API_URL, too.";
  if (listed && sound.RAIL_API_ENVIRONMENT && listed.environment !== sound.RAIL_API_ENVIRONMENT) {
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
