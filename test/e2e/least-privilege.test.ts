import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { hasPostgres } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";
import type { TwoRoles } from "../support/two-roles.ts";
import { openTwoRoles, runProgram } from "../support/two-roles.ts";
import { approve, ask, cardReading } from "./steps.ts";

describe.runIf(hasPostgres)("a database with an owner, and a role that runs the app", () => {
  let roles: TwoRoles;
  const migrated: Awaited<ReturnType<TwoRoles["migrate"]>>[] = [];

  beforeAll(async () => {
    roles = await openTwoRoles();
    // Three replicas of an orchestrator may each have it done before their start.
    migrated.push(...(await Promise.all([1, 2, 3].map(() => roles.migrate()))));
  });
  afterAll(() => roles.drop());

  it("is migrated once by three at once, each of which says what it did", () => {
    expect(migrated.map(({ code, err }) => ({ code, err }))).toEqual(
      Array(3).fill({ code: 0, err: "" }),
    );
    const said = migrated.map(({ out }) => out);
    expect(said.filter((out) => out.startsWith("Applied 0001-ground.\n"))).toHaveLength(1);
    expect(said.filter((out) => out.startsWith("The tables were up to date.\n"))).toHaveLength(2);
    for (const out of said) {
      expect(out).toMatch(
        new RegExp(`The job queue is up to date.\n${roles.name} may run the app.\n$`),
      );
    }
  });

  describe("with the app on it", () => {
    let production: Production;
    let replica: RunningApp;
    beforeAll(async () => {
      production = await startProduction(roles.urlAs(roles.name));
      replica = await production.start();
    });
    afterAll(async () => {
      await replica.stop();
      await production.stop();
    });

    it("takes a Rail all its way", async () => {
      const { as } = production;
      const card = await ask(as(ANA), { name: "Payroll float" });
      await approve(as(BEN), card);
      await approve(as(CAL), card);

      await cardReading(as(ANA), "Payroll float", "DONE", 25_000);
    });

    it("starts no process of a release that the owner has not migrated it for", async () => {
      const { rows } = await roles.owner.query(
        "delete from kysely_migration where name = (select max(name) from kysely_migration) returning *",
      );

      const { code, err } = await runProgram("main.ts", [], production.env);

      const { name: last, timestamp } = rows[0];
      await roles.owner.query("insert into kysely_migration values ($1, $2)", [last, timestamp]);
      expect(code).toBe(1);
      expect(err).toMatch(
        /- The database is not ready .*\((must be owner|permission denied) .*npm run migrate/,
      );
    });

    it.each([
      "delete from departures",
      "update audit set facts = '{}'",
      "delete from audit",
      "truncate audit",
      "drop table audit",
      "alter table audit disable trigger all",
      "delete from request_events",
      "update request_events set event = '{}'",
      "delete from kysely_migration",
      "create table public.mine (id integer)",
      "create table jobs.mine (id integer)",
    ])("refuses that role: %s", async (statement) => {
      expect((await roles.app.query("select 1 from audit")).rowCount).toBeGreaterThan(0);

      await expect(roles.app.query(statement)).rejects.toMatchObject({ code: "42501" });
    });
  });
});
