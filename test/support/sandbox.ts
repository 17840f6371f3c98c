import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../../src/platform/process/logger.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import type { Sandbox, SandboxOptions } from "../../src/sandbox/sandbox.ts";
import { startSandbox } from "../../src/sandbox/start.ts";
import { removeDirectory, skipFirstStart } from "./embedded.ts";
import { unpaced } from "./no-pace.ts";
import type { Person } from "./person.ts";
import { person } from "./person.ts";
import { createDatabaseOn, serverForStores, WITH_TABLES } from "./postgres-server.ts";

export interface TestSandbox extends Sandbox {
  as(userId: string): Person;
  /** Acme's token at the Rail service, for what happens there behind the bot's back. */
  railToken(): string;
  /** Stops everything and starts it again on the same directories and ports. */
  restart(): Promise<void>;
  /** Starts the Rail service again where it was, after `rails.stop()`. */
  restartRails(): Promise<void>;
}

export interface TestSandboxOptions extends SandboxOptions {
  /** On the embedded engine, as `npm start`. */
  isEmbedded?: boolean;
}

/**
 * The whole product as `npm start` runs it, on free ports and in a directory of its own; but on the run's PostgreSQL, which
 * takes half the work, where there is one. Slack's rates are off unless told, and with them our own pace: a test does in a
 * minute what people do in hours.
 */
export async function startTestSandbox({
  isEmbedded = false,
  ...options
}: TestSandboxOptions = {}): Promise<TestSandbox> {
  const server = isEmbedded ? undefined : serverForStores();
  const database = server === undefined ? undefined : await createDatabaseOn(server, WITH_TABLES);
  const dataDir = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  const place = options.world === "many" ? "sandbox-many" : "sandbox";
  if (!database) skipFirstStart(join(dataDir, place, "signalbox"), "with-tables");
  const logger = createLogger(process.env.TEST_LOG === undefined ? "silent" : "debug");
  const start = (port: number) =>
    startSandbox(
      {
        ...{ mode: "sandbox", PORT: port, DATA_DIR: dataDir },
        ...{ SLACK_COMMAND: "/rail", LOG_LEVEL: "silent", WORLD: "one" },
      },
      logger,
      {
        rates: "off",
        ...(options.rates !== "slack" && { pace: unpaced }),
        ...(database && { databaseUrl: database.url }),
        ...options,
      },
    );
  const railToken = () => readFileSync(join(dataDir, "sandbox", "rail-token"), "utf8");
  let sandbox = await start(0);
  return {
    get greeting() {
      return sandbox.greeting;
    },
    get slack() {
      return sandbox.slack;
    },
    get rails() {
      return sandbox.rails;
    },
    get app() {
      return sandbox.app;
    },
    get railTokens() {
      return sandbox.railTokens;
    },
    get publicUrl() {
      return sandbox.publicUrl;
    },
    as: (userId) => person(sandbox.slack.url, userId),
    railToken,
    async restart() {
      await sandbox.stop();
      sandbox = await start(Number(new URL(sandbox.slack.url).port));
    },
    async restartRails() {
      const rails = await startRailService({
        port: Number(new URL(sandbox.rails.baseUrl).port),
        dataDir: join(dataDir, "sandbox", "rail-service"),
        companies: [{ name: "Acme", token: railToken() }],
        clock: () => new Date(sandbox.slack.clock.now()).toISOString(),
      });
      const { stop, ...others } = sandbox;
      sandbox = {
        ...others,
        rails,
        async stop() {
          await stop();
          await rails.stop();
        },
      };
    },
    async stop() {
      await sandbox.stop();
      await database?.drop();
      removeDirectory(dataDir);
    },
  };
}
