import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/logger.ts";
import type { RailService } from "../../src/sandbox/rail-service/server.ts";
import { startRailService } from "../../src/sandbox/rail-service/server.ts";
import { ANA, APPROVALS, acmeSeed, BEN, CAL, DEE } from "../../src/sandbox/slack-workspace/seed.ts";
import type { SlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { startSlackWorkspace } from "../../src/sandbox/slack-workspace/server.ts";
import { person } from "../support/person.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import { ask, cardReading, cards, openReview } from "./steps.ts";

const ROUNDS = 5;

describe.runIf(hasPostgres)("two replicas on one PostgreSQL, configured as in production", () => {
  let database: TestDatabase;
  let slack: SlackWorkspace;
  let rails: RailService;
  const replicas: RunningApp[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    slack = await startSlackWorkspace({ seed: acmeSeed });
    rails = await startRailService({ companies: [{ name: "Acme", token: "acme-token" }] });
    const read = readConfig({
      NODE_ENV: "production",
      PORT: "0",
      DATABASE_URL: database.url,
      SLACK_APP_TOKEN: slack.appToken,
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_API_URL: slack.apiUrl,
      ENCRYPTION_KEYS: randomBytes(32).toString("base64"),
      RAIL_API_URL: rails.baseUrl,
      RAIL_API_TOKEN: "acme-token",
      RAIL_API_ENVIRONMENT: "sandbox",
      APPROVALS_CHANNEL: APPROVALS,
      APPROVERS: [BEN, CAL, DEE].join(","),
    });
    if (!read.ok || read.config.mode !== "slack") throw new Error(JSON.stringify(read));
    const { config } = read;
    const start = () => startApp(config, createLogger("silent"));
    replicas.push(...(await Promise.all([start(), start()])));
    await replicas[0]?.whitelist({
      name: "Treasury cold wallet",
      details: {
        kind: "wallet",
        network: "SOLANA_DEVNET",
        address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
      },
    });
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await rails.stop();
    await slack.stop();
    await database.drop();
  });

  it("make one Rail, one card and one POST of two last approvals at once, every time", async () => {
    const [ana, ben, cal] = [
      person(slack.url, ANA),
      person(slack.url, BEN),
      person(slack.url, CAL),
    ];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const name = `Float ${round}`;
      const card = await ask(ana, { name });
      await openReview(ben, card);
      await openReview(cal, card);

      const submitted = await Promise.all([ben.submit(), cal.submit()]);

      expect(submitted).toMatchObject([{ closed: true }, { closed: true }]);
      await cardReading(ben, name, "DONE");
      expect(rails.rails("Acme")).toHaveLength(round);
    }
    const posts = rails
      .calls()
      .filter(({ method, path }) => method === "POST" && path === "/rails");
    expect(posts).toHaveLength(ROUNDS);
    expect(await cards(ben)).toHaveLength(ROUNDS);
  });
});
