import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";
import { approve, ask, cardReading, cards, openReview, review } from "./steps.ts";

const ROUNDS = 3;
const SOON = { interval: 20 };

describe.runIf(hasPostgres)("replicas on one PostgreSQL, configured as in production", () => {
  let database: TestDatabase;
  let production: Production;
  const replicas: RunningApp[] = [];

  beforeAll(async () => {
    database = await createDatabase("with-tables");
    production = await startProduction(database.url);
    // Registers the wallet, which two at once would do twice.
    replicas.push(await production.start());
    replicas.push(await production.start());
  });
  afterAll(async () => {
    await stop();
    await production.stop();
    await database.drop();
  });

  async function stop(): Promise<void> {
    await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
  }

  const posts = () =>
    production.rails.calls().filter(({ method, path }) => method === "POST" && path === "/rails");

  it("two make one Rail, one card and one POST of two last approvals at once, every time", async () => {
    const { as, rails } = production;
    const [ana, ben, cal] = [as(ANA), as(BEN), as(CAL)];
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
    expect(posts()).toHaveLength(ROUNDS);
    expect(await cards(ben)).toHaveLength(ROUNDS);
  });

  it("one that is asked to stop acknowledges what it was handed, and does it", async () => {
    const ana = production.as(ANA);
    await stop();
    replicas.push(await production.start());
    await review(ana, { name: "Asked at the end" });
    const locked = new pg.Client(database.url);
    await locked.connect();
    await locked.query("begin");
    await locked.query("lock table requests in exclusive mode");
    const submitting = ana.submit();
    await expect.poll(() => isWaitedFor(locked, "requests"), SOON).toBe(true);

    const stopping = stop();
    // Long enough for a connection to be closed too early.
    await pause(100);
    await locked.query("rollback");
    await locked.end();

    expect(await submitting).toMatchObject({ acknowledged: true, closed: true });
    await stopping;
    replicas.push(await production.start());
    await cardReading(ana, "Asked at the end", "WAITING 0 of 2", 25_000);
  });

  it("one that is asked to stop does not wait for a Rail service that hangs; the next finds the outcome", async () => {
    const { as, rails } = production;
    const before = rails.rails("Acme").length;
    const fault = { kind: "delay", ms: 600_000, when: "after-commit" } as const;
    rails.faults.add({ operation: "POST /rails", fault });
    const card = await ask(as(ANA), { name: "Hanging float" });
    await approve(as(BEN), card);
    await approve(as(CAL), card);
    await expect.poll(() => rails.rails("Acme").length, SOON).toBe(before + 1);

    await stop();
    replicas.push(await production.start());

    await cardReading(as(ANA), "Hanging float", "DONE", 25_000);
    expect(posts().length).toBeLessThanOrEqual(before + 1);
    expect(rails.rails("Acme")).toHaveLength(before + 1);
  });
});

async function isWaitedFor(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select 1 from pg_locks where relation = $1::regclass and not granted",
    [table],
  );
  return rowCount === 1;
}
