import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { ACME, ANA, BEN, CAL } from "../../src/sandbox/slack-workspace/seed.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { hasPostgres, postgresUrl } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";
import { approve, ask, cardReading } from "./steps.ts";

const LEFT_AT = "2026-01-01T10:00:00.000Z";
const ROLES = fileURLToPath(new URL("../../docs/roles.sql", import.meta.url));
const SRC = fileURLToPath(new URL("../../src", import.meta.url));

describe.runIf(hasPostgres)("a database with an owner, and a role that runs the app", () => {
  // Roles belong to the whole server.
  const name = `signalbox_${randomUUID().replaceAll("-", "")}`;
  let server: pg.Client;
  let app: pg.Client;
  const migrated: { code: unknown; out: string; err: string }[] = [];

  beforeAll(async () => {
    server = new pg.Client(postgresUrl());
    await server.connect();
    const statements = (await readFile(ROLES, "utf8"))
      .replace(/^--.*$/gm, "")
      .replace(/\bsignalbox/g, name)
      .split(";");
    for (const statement of statements) if (statement.trim()) await server.query(statement);
    // Three replicas of an orchestrator may each have it done before their start.
    migrated.push(...(await Promise.all([1, 2, 3].map(() => migrate(`${name}_owner`, name)))));
    app = new pg.Client(urlAs(name));
    await app.connect();
  });
  afterAll(async () => {
    await app.end();
    await server.query(`drop database ${name} with (force)`);
    await server.query(`drop role ${name}`);
    await server.query(`drop role ${name}_owner`);
    await server.end();
  });

  it("is migrated once by three at once, each of which says what it did", () => {
    expect(migrated.map(({ code, err }) => ({ code, err }))).toEqual(
      Array(3).fill({ code: 0, err: "" }),
    );
    const said = migrated.map(({ out }) => out);
    expect(said.filter((out) => out.startsWith("Applied 0001-ground.\n"))).toHaveLength(1);
    expect(said.filter((out) => out.startsWith("The tables were up to date.\n"))).toHaveLength(2);
    for (const out of said) {
      expect(out).toMatch(new RegExp(`The job queue is up to date.\n${name} may run the app.\n$`));
    }
  });

  describe("with the app on it", () => {
    let production: Production;
    let replica: RunningApp;
    beforeAll(async () => {
      production = await startProduction(urlAs(name));
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
      const owner = new pg.Client(urlAs(`${name}_owner`));
      await owner.connect();
      const { rows } = await owner.query(
        "delete from kysely_migration where name = (select max(name) from kysely_migration) returning *",
      );

      const { code, err } = await run("main.ts", [], production.env);

      const { name: last, timestamp } = rows[0];
      await owner.query("insert into kysely_migration values ($1, $2)", [last, timestamp]);
      await owner.end();
      expect(code).toBe(1);
      expect(err).toMatch(
        /- The database is not ready .*\((must be owner|permission denied) .*npm run migrate/,
      );
    });

    it("deletes by it what has happened in a workspace that was left, and nothing of one that was not", async () => {
      const audit = "select count(*)::int as count from audit";
      const before = await app.query(audit);
      const forget = (workspace: string) =>
        app.query("select forget_events($1, 9) as events, forget_audit($1, $2, 9) as audit", [
          workspace,
          LEFT_AT,
        ]);
      await app.query("insert into workspaces (id, name, left_at) values ('T0LEFT', '', $1)", [
        LEFT_AT,
      ]);
      await app.query("insert into departures values ('T0LEFT', $1, 1)", [LEFT_AT]);
      await app.query("insert into audit values ('T0LEFT', 1, '', '', '', '', null, '', '', '')");
      await app.query("insert into audit values ('T0LEFT', 2, '', '', '', '', null, '', '', '')");

      expect((await forget("T0LEFT")).rows).toEqual([{ events: 0, audit: 1 }]);
      expect((await forget(ACME)).rows).toEqual([{ events: 0, audit: 0 }]);
      expect((await app.query(audit)).rows[0].count).toBe(before.rows[0].count + 1);
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
      expect((await app.query("select 1 from audit")).rowCount).toBeGreaterThan(0);

      await expect(app.query(statement)).rejects.toMatchObject({ code: "42501" });
    });
  });

  function urlAs(role: string): string {
    const url = new URL(postgresUrl());
    url.username = role;
    url.pathname = name;
    return url.href;
  }

  const migrate = (as: string, grantTo: string) =>
    run("migrate.ts", ["--grant-to", grantTo], { DATABASE_URL: urlAs(as) });
});

async function run(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(SRC, program), ...args], {
    env: { ...childEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [[code], out, err] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, err };
}
