import { type Logger as BoltLogger, LogLevel } from "@slack/web-api";
import { type DestinationStream, type Logger, pino } from "pino";
import { factsOf, messageOf } from "./error-facts.ts";

export type LogLevelName = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

const CENSOR = "[redacted]";

/** Nothing secret is logged in the first place; this is the second lock. */
const SECRETS = [
  "token",
  "botToken",
  "appToken",
  "signingSecret",
  "clientSecret",
  "stateSecret",
  "authorization",
  "headers.authorization",
  "iban",
  "address",
  "accountNumber",
];

/** Shorter ones are words that lines are made of. */
const SHORTEST_SECRET = 8;
const SLACK_TOKEN = /x(ox[a-z]|app)-[\w-]+/g;

/** `secrets` are never written, wherever they would stand in a line; of an empty or very short one nothing is hidden. */
export function createLogger(
  level: LogLevelName,
  destination?: DestinationStream,
  secrets: readonly string[] = [],
): Logger {
  const hidden = secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  const paths = SECRETS.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]);
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: CENSOR },
      hooks: {
        streamWrite: (line) =>
          hidden
            .reduce((text, secret) => text.replaceAll(secret, CENSOR), line)
            .replace(SLACK_TOKEN, CENSOR),
      },
      serializers: { err: (error: unknown) => factsOf(error) },
    },
    destination,
  );
}

/** pino's face towards Bolt and Slack's SDKs, whose debug lines hold whole payloads and are left out. */
export function boltLogger(logger: Logger): BoltLogger {
  const child = logger.child({ from: "slack" });
  const join = (parts: unknown[]) =>
    parts.map((part) => (part instanceof Error ? messageOf(part) : String(part))).join(" ");
  return {
    debug() {},
    info: (...parts) => child.debug(join(parts)),
    warn: (...parts) => child.warn(join(parts)),
    error: (...parts) => child.error(join(parts)),
    setLevel() {},
    getLevel: () => LogLevel.INFO,
    setName() {},
  };
}
