import { startApp } from "./app.ts";
import type { Config } from "./config.ts";
import { readConfig } from "./config.ts";
import { createLogger } from "./logger.ts";

/** What runs until a signal comes. */
interface Running {
  stop(): Promise<void>;
}

const read = readConfig(process.env);
if (read.ok) await run(read.config);
else fail("Signalbox cannot start with these settings:", read.faults);

async function run(config: Config): Promise<void> {
  try {
    const running = await start(config);
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => void stop(running));
    }
  } catch (error) {
    fail("Signalbox could not start:", [error instanceof Error ? error.message : String(error)]);
  }
}

async function start(config: Config): Promise<Running> {
  const logger = createLogger(config.logLevel);
  if (config.mode === "sandbox") {
    const { startSandbox } = await import("./sandbox/start.ts");
    const sandbox = await startSandbox(config, logger);
    process.stdout.write(`${sandbox.greeting}\n`);
    return sandbox;
  }
  if (config.database.kind === "embedded") {
    logger.warn(
      "Using the embedded database, which is for trial: set DATABASE_URL for anything real",
    );
  }
  const app = await startApp(config, logger);
  logger.info({ port: app.port }, "Signalbox is running");
  return app;
}

async function stop(running: Running): Promise<void> {
  await running.stop();
  process.exit(0);
}

function fail(title: string, faults: readonly string[]): void {
  process.stderr.write(`${[title, ...faults.map((fault) => `- ${fault}`)].join("\n")}\n`);
  process.exitCode = 1;
  // Whatever was opened before the fault must not keep the process alive.
  setTimeout(() => process.exit(1), 200).unref();
}
