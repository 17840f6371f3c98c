import { enableCompileCache } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { stopOnSignal } from "./platform/log/stop-on-signal.ts";

// Compiling takes nearly half of a start's processor time: later starts read what it made.
enableCompileCache();

/** Starts the app; or its sandbox, where nothing of Slack is configured outside production. */
async function start(env: NodeJS.ProcessEnv) {
  const isSlack = Object.keys(env).some((name) => /^SLACK_(BOT|APP|SIGNING|CLIENT)_/.test(name));
  if (!isSlack && !/^prod/i.test(env.NODE_ENV?.trim() ?? "")) {
    console.log("The sandbox is starting.");
    const { startSandbox } = await import("./sandbox/start.ts");
    return startSandbox(env, console.log);
  }
  const { startApp } = await import("./app.ts");
  const app = await startApp(env);
  return { greeting: `Signalbox is running on port ${app.port}.`, stop: app.stop };
}

function fail(title: string, ...faults: readonly string[]): void {
  process.stderr.write(`${[title, ...faults.map((fault) => `- ${fault}`)].join("\n")}\n`);
  process.exit(1);
}

try {
  const running = await start(process.env);
  stopOnSignal({ stop: running.stop, fail, now: Date.now, wait: (ms) => pause(ms) });
  console.log(running.greeting);
} catch (error) {
  const { ConfigError } = await import("./config.ts");
  if (error instanceof ConfigError)
    fail("Signalbox cannot start with these settings:", ...error.faults);
  fail("Signalbox could not start:", error instanceof Error ? error.message : String(error));
}
