import type { Logger as BoltLogger } from "@slack/bolt";
import { LogLevel } from "@slack/bolt";
import type { DestinationStream, Logger } from "pino";
import { pino } from "pino";

export type LogLevelName = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

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

export function createLogger(level: LogLevelName, destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]);
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: "[redacted]" },
      serializers: { err: (error: unknown) => factsOf(error) },
    },
    destination,
  );
}

interface ErrorFacts {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: ErrorFacts;
}

const CAUSES_AT_MOST = 5;

/** Only these: the errors of databases and clients carry a statement's parameters, whole rows and headers. */
function factsOf(error: unknown, depth = 0): ErrorFacts {
  if (typeof error !== "object" || error === null) {
    return { type: typeof error, message: String(error) };
  }
  const facts: ErrorFacts = {
    type: error instanceof Error ? error.name : "object",
    message: messageOf(error),
  };
  if ("code" in error && (typeof error.code === "string" || typeof error.code === "number")) {
    facts.code = error.code;
  }
  if ("stack" in error && typeof error.stack === "string") facts.stack = error.stack;
  if ("cause" in error && error.cause !== undefined && depth < CAUSES_AT_MOST) {
    facts.cause = factsOf(error.cause, depth + 1);
  }
  return facts;
}

/** An error that stands for several often says nothing itself. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) {
    return error.errors.map(messageOf).join("; ");
  }
  if (typeof error === "object" && error !== null && "message" in error) {
    return String(error.message);
  }
  return String(error);
}

/** pino's face towards Bolt and Slack's SDKs, whose debug lines hold whole payloads and are left out. */
export function boltLogger(logger: Logger): BoltLogger {
  const child = logger.child({ from: "slack" });
  const join = (parts: unknown[]) =>
    parts.map((part) => (part instanceof Error ? part.message : String(part))).join(" ");
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
