import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";
import { approve, ask, cardReading, review } from "./steps.ts";

const SOON = { timeout: 25_000, interval: 20 };

describe.runIf(hasPostgres)("a process that is asked to stop", () => {
  let database: TestDatabase;
  let production: Production;
  let running: RunningApp | undefined;

  beforeAll(async () => {
    database = await createDatabase();
    production = await startProduction(database.url);
    running = await production.start();
  });
  afterAll(async () => {
    await running?.stop();
    await production.stop();
    await database.drop();
  });

  async function stop(): Promise<void> {
    const stopping = running?.stop();
    running = undefined;
    await stopping;
  }

  it("acknowledges what it was handed before it closes the connection, and does it", async () => {
    const ana = production.as(ANA);
    await review(ana, { name: "Asked at the end" });
    const locked = new pg.Client(database.url);
    await locked.connect();
    await locked.query("begin");
    await locked.query("lock table requests in exclusive mode");
    const submitting = ana.submit();
    await expect.poll(() => waitingFor(locked, "requests"), SOON).toBe(true);

    const stopping = stop();
    // Long enough for a connection to be closed too early.
    await pause(100);
    await locked.query("rollback");
    await locked.end();

    expect(await submitting).toMatchObject({ acknowledged: true, closed: true });
    await stopping;
    running = await production.start();
    await cardReading(ana, "Asked at the end", "WAITING 0 of 2", 25_000);
  });

  it("does not wait for a Rail service that hangs, and the next one finds out what became of it", async () => {
    const { as, rails } = production;
    const fault = { kind: "delay", ms: 600_000, when: "after-commit" } as const;
    rails.faults.add({ operation: "POST /rails", fault });
    const card = await ask(as(ANA), { name: "Hanging float" });
    await approve(as(BEN), card);
    await approve(as(CAL), card);
    await expect.poll(() => rails.rails("Acme").length, SOON).toBe(1);

    await stop();
    running = await production.start();

    await cardReading(as(ANA), "Hanging float", "DONE", 25_000);
    const posts = rails.calls().filter(({ method, path }) => `${method} ${path}` === "POST /rails");
    expect(posts.length).toBeLessThanOrEqual(1);
    expect(rails.rails("Acme")).toHaveLength(1);
  });
});

async function waitingFor(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from pg_locks where relation = $1::regclass and not granted",
    [table],
  );
  return rowCount === 1;
}
