import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { openEmbedded } from "../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { Db } from "../../src/platform/database/schema.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import type { Company, RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import type { Seed } from "../../src/sandbox/slack-workspace/seed.ts";
import { acmeSeed } from "../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { skipFirstStart, temporaryDirectory } from "../support/embedded.ts";
import type { Person } from "../support/person.ts";
import { person } from "../support/person.ts";
import { createDatabaseOn, serverForStores, WITH_TABLES } from "../support/postgres-server.ts";

export type Env = Record<string, string>;

/**
 * A Slack workspace, a Rail service, and a database that the app is started on again and again: on the run's PostgreSQL,
 * which takes less work, and on the embedded engine where there is none.
 */
export interface Installation {
  rails: RailService;
  as(userId: string): Person;
  /** Connected by the environment; what else it says is in `env`. Another process that ran before has to be stopped. */
  start(env: Env): Promise<RunningApp>;
  stop(): Promise<void>;
  /** While the app is stopped. */
  inDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
}

/** `companies`: at the Rail service, beside Acme with its token. */
export async function anInstallation({
  seed = acmeSeed,
  companies = [],
}: {
  seed?: Seed;
  companies?: readonly Company[];
} = {}): Promise<Installation> {
  const directory = await temporaryDirectory();
  const dataDir = join(directory.path, "signalbox");
  const server = serverForStores();
  const postgres = server === undefined ? undefined : await createDatabaseOn(server, WITH_TABLES);
  if (!postgres) skipFirstStart(dataDir, "with-tables");
  const slack = await startSlackWorkspace({ seed, rates: "off" });
  const rails = await startRailService({
    companies: [{ name: "Acme", token: "acme-token" }, ...companies],
  });
  const common = {
    PORT: "0",
    DATA_DIR: dataDir,
    ...(postgres && { DATABASE_URL: postgres.url }),
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    ENCRYPTION_KEYS: randomBytes(32).toString("base64"),
    RAIL_API_URLS: `sandbox=${rails.baseUrl}`,
    RAIL_API_URL: rails.baseUrl,
    RAIL_API_TOKEN: "acme-token",
  };
  let app: RunningApp | undefined;
  const stop = async () => {
    await app?.stop();
    app = undefined;
  };
  onTestFinished(async () => {
    await stop();
    await rails.stop();
    await slack.stop();
    await postgres?.drop();
    await directory.remove();
  });
  return {
    rails,
    as: (userId) => person(slack.url, userId),
    stop,
    async start(env) {
      await stop();
      const read = readConfig({ ...common, ...env });
      if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
      app = await startApp(read.config, createLogger("silent"), { host: "127.0.0.1" });
      return app;
    },
    async inDatabase(work) {
      const database = postgres
        ? openPostgres(postgres.url, () => {})
        : await openEmbedded(dataDir);
      try {
        return await work(database.db);
      } finally {
        await database.close();
      }
    },
  };
}
