import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import type { AppOptions, RunningApp } from "../../src/app.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import type { SeededDestination } from "../../src/destination/seed-destination.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import type { Company, RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { APPROVALS, acmeSeed, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { temporaryDirectory } from "./embedded.ts";
import type { Person } from "./person.ts";
import { person } from "./person.ts";

/** What the form offers as a destination. */
export const COLD_WALLET: SeededDestination = {
  name: "Treasury cold wallet",
  details: {
    kind: "wallet",
    network: "SOLANA_DEVNET",
    address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
  },
};

/** A Slack workspace and a Rail service, and the app configured for them as in production. */
export interface Production {
  slack: SlackWorkspace;
  rails: RailService;
  as(userId: string): Person;
  env: Record<string, string>;
  /** One more replica, with the wallet that the form offers. */
  start(logger?: Logger, options?: AppOptions): Promise<RunningApp>;
  /** The services; whoever started a replica stops it before. */
  stop(): Promise<void>;
}

/** `railsDir`: where the Rail service keeps its state; in memory when absent. `companies`: beside Acme with its token. */
export async function startProduction(
  databaseUrl: string,
  { railsDir, companies = [] }: { railsDir?: string; companies?: readonly Company[] } = {},
): Promise<Production> {
  const directory = await temporaryDirectory();
  const slack = await startSlackWorkspace({ seed: acmeSeed });
  const rails = await startRailService({
    companies: [{ name: "Acme", token: "acme-token" }, ...companies],
    ...(railsDir !== undefined && { dataDir: railsDir }),
  });
  const env = {
    NODE_ENV: "production",
    PORT: "0",
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory.path,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    ENCRYPTION_KEYS: randomBytes(32).toString("base64"),
    RAIL_API_URL: rails.baseUrl,
    RAIL_API_TOKEN: "acme-token",
    RAIL_API_ENVIRONMENT: "sandbox",
    // Soon, for a look at what has become of a Rail.
    RAIL_LOOK_PAUSES: "1,2,3",
    APPROVALS_CHANNEL: APPROVALS,
    APPROVERS: [BEN, CAL, DEE].join(","),
  };
  return {
    slack,
    rails,
    as: (userId) => person(slack.url, userId),
    env,
    async start(logger = createLogger("silent"), options = {}) {
      const read = readConfig(env);
      if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
      const app = await startApp(read.config, logger, options);
      await app.whitelist(COLD_WALLET);
      return app;
    },
    async stop() {
      await rails.stop();
      await slack.stop();
      await directory.remove();
    },
  };
}
