import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText, approve, ask, askToWhitelist, cardReading, review } from "../e2e/steps.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";

const HOUR = 3_600_000;
const ADDRESS = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM";

describe.runIf(hasPostgres)("a process whose clock is 25 hours ahead of the database's", () => {
  let database: TestDatabase;
  let production: Production;
  let ahead: RunningApp;
  const lines: string[] = [];
  beforeAll(async () => {
    database = await createDatabase("with-tables");
    production = await startProduction(database.url);
    production.env.DESTINATION_COOL_DOWN_HOURS = "24";
    const right = await production.start();
    const card = await askToWhitelist(production.as(ANA), {
      name: "Payout wallet",
      network: "SOLANA_DEVNET",
      address: ADDRESS,
    });
    for (const approver of [BEN, CAL]) await approve(production.as(approver), card);
    await cardReading(production.as(ANA), "Payout wallet", "WHITELISTED");
    await right.stop();
    ahead = await production.start(createLogger("warn", { write: (line) => lines.push(line) }), {
      machine: () => Date.now() + 25 * HOUR,
    });
  }, 90_000);
  afterAll(async () => {
    await ahead.stop();
    await production.stop();
    await database.drop();
  });
  const posts = () =>
    production.rails.calls().filter(({ method, path }) => method === "POST" && path === "/rails")
      .length;

  it("takes no cool-down of 24 hours for over", async () => {
    const said = await answerText(production.as(ANA), "/rail destinations Payout wallet");

    expect(said).toContain("Payout wallet");
    expect(said).toContain("Ready from");
  });

  it("says so in its log and in /rail health", async () => {
    const health = await answerText(production.as(BEN), "/rail health");

    expect(health).toContain("🔴 Broken · Clock of this process: 90000 s ahead of the database's");
    expect(health).toContain("This process sends nothing.");
    expect(lines.filter((line) => line.includes("far from the database's"))).toHaveLength(1);
  });

  it("sends nothing, and leaves it to a process whose clock is right", async () => {
    const card = await ask(production.as(ANA), { name: "Payroll float" });
    for (const approver of [BEN, CAL]) await approve(production.as(approver), card);
    await production
      .as(ANA)
      .waitFor(
        async () => lines.some((line) => line.includes("ClockOff")),
        "the process to decline",
      );
    expect(posts()).toBe(0);

    const right = await production.start();
    await cardReading(production.as(ANA), "Payroll float", "DONE", 60_000);
    await right.stop();
    expect(posts()).toBe(1);
  }, 90_000);
});

describe.runIf(hasPostgres)("a sandbox whose clock is a day ahead", () => {
  const cleanUp = new AsyncDisposableStack();
  let database: TestDatabase;
  let production: Production;
  beforeAll(async () => {
    database = await createDatabase("with-tables");
    cleanUp.defer(() => database.drop());
    production = await startProduction(database.url);
    cleanUp.defer(() => production.stop());
    const app = await production.start(createLogger("silent"), {
      aheadMs: () => 25 * HOUR,
      choresEverySeconds: { sweep: 1 },
    });
    cleanUp.defer(() => app.stop());
  }, 90_000);
  afterAll(() => cleanUp.disposeAsync());

  /** The sweep has been there once it has taken what is old. */
  async function swept(): Promise<void> {
    await inDatabase((pool) =>
      pool.query("insert into deliveries values ('old', now() - interval '3 days')"),
    );
    await production.as(ANA).waitFor(
      () =>
        inDatabase(async (pool) => {
          const { rows } = await pool.query("select from deliveries where key = 'old'");
          return rows.length === 0;
        }),
      "the sweep",
    );
  }

  async function inDatabase<Result>(work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
    const pool = new pg.Pool({ connectionString: database.url });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  }

  it("sweeps away no draft that was filled in just now, and no memory of a click", async () => {
    const ana = production.as(ANA);
    await review(ana, { name: "Tomorrow" });
    await swept();
    const { rows } = await inDatabase((pool) => pool.query("select from deliveries"));
    expect(rows).not.toEqual([]);

    await ana.submit();

    await cardReading(ana, "Tomorrow", "WAITING 0 of 2");
  }, 90_000);
});
