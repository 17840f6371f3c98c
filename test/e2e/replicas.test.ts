import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";
import { ask, cardReading, cards, openReview } from "./steps.ts";

const ROUNDS = 5;

describe.runIf(hasPostgres)("two replicas on one PostgreSQL, configured as in production", () => {
  let database: TestDatabase;
  let production: Production;
  const replicas: RunningApp[] = [];

  beforeAll(async () => {
    database = await createDatabase();
    production = await startProduction(database.url);
    // Registers the wallet, which two at once would do twice.
    replicas.push(await production.start());
    replicas.push(await production.start());
  });

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await production.stop();
    await database.drop();
  });

  it("make one Rail, one card and one POST of two last approvals at once, every time", async () => {
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
    const posts = rails
      .calls()
      .filter(({ method, path }) => method === "POST" && path === "/rails");
    expect(posts).toHaveLength(ROUNDS);
    expect(await cards(ben)).toHaveLength(ROUNDS);
  });
});
