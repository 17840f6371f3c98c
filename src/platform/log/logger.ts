import { LogLevel, type Logger as SlackLogger } from "@slack/web-api";
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from "pino";
import { errorFacts, messageOf } from "./error-facts.ts";

interface LoggerOptions {
  level: LevelWithSilent;
  /** Values that are never written, wherever they would stand in a line. */
  secrets: readonly string[];
  /** Standard output when absent. */
  destination?: DestinationStream;
}

const CENSOR = "[redacted]";

/** Nothing secret is logged in the first place; this is the second lock. */
const NAMES = [
  "token botToken appToken signingSecret clientSecret stateSecret authorization",
  "headers.authorization iban address accountNumber",
].flatMap((names) => names.split(" "));

/** Shorter ones are words that lines are made of. */
const SHORTEST_SECRET = 8;
const SLACK_TOKEN = /x(ox[a-z]|app)-[\w-]+/g;

export function createLogger({ level, secrets, destination }: LoggerOptions): Logger {
  const hidden = secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  const paths = NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
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
      serializers: { err: (error: unknown) => errorFacts(error) },
    },
    destination,
  );
}

/** pino for Bolt and Slack's packages. Their debug lines hold whole payloads, and are left out. */
export function slackLogger(log: Logger): SlackLogger {
  const child = log.child({ from: "slack" });
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
