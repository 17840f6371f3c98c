import type { Logger as BoltLogger } from "@slack/bolt";
import { LogLevel } from "@slack/bolt";
import type { Logger } from "pino";
import { pino } from "pino";

export type LogLevelName = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/** Nothing secret is logged in the first place; this is the second lock. */
const SECRETS = [
  "token",
  "botToken",
  "appToken",
  "authorization",
  "headers.authorization",
  "iban",
  "address",
];

export function createLogger(level: LogLevelName): Logger {
  return pino({
    level,
    base: null,
    redact: { paths: [...SECRETS, ...SECRETS.map((path) => `*.${path}`)], censor: "[redacted]" },
  });
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
