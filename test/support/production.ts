import { randomBytes } from "node:crypto";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { APPROVALS, acmeSeed, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";

/** A Slack workspace and a Rail service, and the settings with which a process in production meets them. */
export interface Production {
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** `databaseUrl` is of an empty PostgreSQL database. */
export async function startProduction(databaseUrl: string): Promise<Production> {
  const slack = await startSlackWorkspace({ seed: acmeSeed });
  const rails = await startRailService({ companies: [{ name: "Acme", token: "acme-token" }] });
  return {
    env: {
      NODE_ENV: "production",
      PORT: "0",
      DATABASE_URL: databaseUrl,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_API_URL: slack.apiUrl,
      ENCRYPTION_KEYS: randomBytes(32).toString("base64"),
      RAIL_API_URL: rails.baseUrl,
      RAIL_API_TOKEN: "acme-token",
      RAIL_API_ENVIRONMENT: "sandbox",
      APPROVALS_CHANNEL: APPROVALS,
      APPROVERS: [BEN, CAL, DEE].join(","),
    },
    async stop() {
      await rails.stop();
      await slack.stop();
    },
  };
}
