import { ErrorCode } from "@slack/web-api";
import { type Config, readConfig } from "./config/config.ts";
import type { SlackAccess } from "./config/slack-access.ts";
import { messageOf } from "./platform/process/error-facts.ts";
import { createLogger } from "./platform/process/logger.ts";
import { stopOnSignal } from "./platform/process/stop-on-signal.ts";

/** What runs until a signal comes. */
interface Running {
  greeting?: string;
  stop(): Promise<void>;
}

const SQLITE_BUSY = 5;
/** PostgreSQL's code. */
const INSUFFICIENT_PRIVILEGE = "42501";

const read = readConfig(process.env);
if (read.ok) await run(read.config);
else fail("Signalbox cannot start with these settings:", read.faults);

async function run(config: Config): Promise<void> {
  try {
    const running = await start(config);
    stopOnSignal({ stop: running.stop, fail });
    // Only now: a reader of this line may stop it at once.
    if (running.greeting !== undefined) process.stdout.write(`${running.greeting}\n`);
  } catch (error) {
    fail("Signalbox could not start:", [whyNot(error)]);
  }
}

async function start(config: Config): Promise<Running> {
  const logger = createLogger(config.LOG_LEVEL, undefined, secretsOf(config));
  // Node itself would print whatever the error carries.
  process.once("uncaughtException", (error) => {
    logger.fatal({ err: error }, "Signalbox met an error that nothing caught");
    process.exit(1);
  });
  if (config.mode === "sandbox") {
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    say("Signalbox is starting in its sandbox.");
    const { startSandbox } = await import("./sandbox/start.ts");
    return startSandbox(config, logger, { say });
  }
  if (config.database.kind === "embedded") {
    logger.warn(
      "Using the embedded database, which is for trial: set DATABASE_URL for anything real",
    );
  }
  const { startApp } = await import("./app.ts");
  const app = await startApp(config, logger);
  logger.info({ port: app.port }, "Signalbox is running");
  return app;
}

/** What the operator has handed over. */
function secretsOf(config: Config): string[] {
  if (config.mode === "sandbox") return [];
  const { slack, settings, ENCRYPTION_KEYS, METRICS_TOKEN = "", database } = config;
  const keys = ENCRYPTION_KEYS.map((key) => key.toString("base64").replace(/=$/, ""));
  const password = database.kind === "postgres" ? (URL.parse(database.url)?.password ?? "") : "";
  return [...secretsOfSlack(slack), settings.rail?.token ?? "", METRICS_TOKEN, password, ...keys];
}

function secretsOfSlack(slack: SlackAccess): string[] {
  switch (slack.kind) {
    case "socket":
      return [slack.appToken, slack.botToken];
    case "http":
      return [slack.signingSecret, slack.botToken];
    case "http-installations":
      return [slack.signingSecret, slack.clientSecret, slack.stateSecret];
  }
}

/** What went wrong and, of what a person can mend, how. */
function whyNot(error: unknown): string {
  const said = messageOf(error);
  if (!(error instanceof Error)) return said;
  if ("errcode" in error && error.errcode === SQLITE_BUSY) {
    return "The data directory is in use by another process. Stop that one, or set DATA_DIR to another directory.";
  }
  switch ("code" in error ? error.code : undefined) {
    case "EADDRINUSE": {
      const port = "port" in error ? `Port ${error.port}` : "The port";
      return `${port} is in use by another process. Stop that one, or set PORT to another.`;
    }
    case INSUFFICIENT_PRIVILEGE:
      return `The database is not ready for this release, and this role may not make it so (${said}). Run "npm run migrate" as the role that owns the tables.`;
    case ErrorCode.RequestError:
    case ErrorCode.HTTPError:
      return `Slack cannot be reached (${said}). Check the network, and SLACK_API_URL if it is set.`;
    case ErrorCode.PlatformError:
      return `Slack refused the start (${said}). Check SLACK_BOT_TOKEN and, with Socket Mode, SLACK_APP_TOKEN.`;
    default:
      return said;
  }
}

function fail(title: string, faults: readonly string[]): void {
  process.stderr.write(`${[title, ...faults.map((fault) => `- ${fault}`)].join("\n")}\n`);
  process.exitCode = 1;
  // Whatever was opened before the fault must not keep the process alive.
  setTimeout(() => process.exit(1), 200).unref();
}
