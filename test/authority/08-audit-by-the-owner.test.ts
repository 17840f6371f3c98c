import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RunningApp } from "../../src/app.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ACME, ANA, APPROVALS, BEN } from "../../src/sandbox/slack-workspace/seed.ts";
import { answerText, approve, ask } from "../e2e/steps.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { Production } from "../support/production.ts";
import { startProduction } from "../support/production.ts";
import type { TwoRoles } from "../support/two-roles.ts";
import { openTwoRoles } from "../support/two-roles.ts";

const REFUSED = "42501";
const LONG_AGO = "2020-01-01T00:00:00Z";

describe.runIf(hasPostgres)("the audit, for a role that runs the app", () => {
  let roles: TwoRoles;
  let production: Production;
  let running: RunningApp;
  beforeAll(async () => {
    roles = await openTwoRoles();
    const { code, err } = await roles.migrate({ DATA_KEPT_DAYS: "45" });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    production = await startProduction(roles.urlAs(roles.name));
    running = await production.start();
    for (const name of ["Payroll float", "Office float"]) {
      await approve(production.as(BEN), await ask(production.as(ANA), { name }));
    }
  }, 60_000);
  afterAll(async () => {
    await running.stop();
    await production.stop();
    await roles.drop();
  });
  afterEach(() => roles.app.query("discard all"));

  const history = async () =>
    (
      await roles.superuser.query(`
        select array(select hash from audit order by sequence) as audit,
          array(select event from request_events order by request_id, version) as events,
          (select kept_days from retention) as kept`)
    ).rows[0];
  const untouched = async (act: () => Promise<void>) => {
    const before = await history();
    expect(before.audit.length).toBeGreaterThan(0);
    expect(before.kept).toBe(45);
    await act();
    expect(await history()).toEqual(before);
  };
  const health = () => answerText(production.as(BEN), "/rail health");

  it.each([
    "update audit set facts = '{}'",
    "delete from audit",
    "truncate audit",
    "delete from request_events",
    "update request_events set event = '{}'",
    "truncate request_events cascade",
    `insert into departures values ('${ACME}', '${LONG_AGO}', 999)`,
    `update departures set left_at = '${LONG_AGO}'`,
    "delete from departures",
    "truncate departures",
    "update retention set kept_days = 1",
    "delete from retention",
    "insert into retention values (false, 1)",
    "alter table audit disable trigger all",
    "create trigger mine before insert on audit execute function suppress_redundant_updates_trigger()",
    "create rule mine as on insert to audit do instead nothing",
    "alter function forget_history(text, integer) set search_path = pg_temp",
    "alter function forget_history(text, integer) owner to current_user",
    "create or replace function leave_workspace(of_workspace text) returns void language sql as 'select'",
    "create function public.clock_timestamp() returns timestamptz language sql as 'select now()'",
    "set session_replication_role = replica",
    "copy audit to program 'true'",
  ])("refuses: %s", async (statement) => {
    await untouched(async () => {
      await expect(roles.app.query(statement)).rejects.toMatchObject({ code: REFUSED });
    });
  });

  it("does not let it become the owner", async () => {
    for (const statement of [
      `set role ${roles.name}_owner`,
      `set session authorization ${roles.name}_owner`,
      `grant ${roles.name}_owner to ${roles.name}`,
    ]) {
      await expect(roles.app.query(statement)).rejects.toMatchObject({ code: REFUSED });
    }
    await expect(
      roles.app.query("select set_config('role', $1, false)", [`${roles.name}_owner`]),
    ).rejects.toMatchObject({ code: REFUSED });
  });

  it("leaves no workspace that was not left, and forgets nothing of it", async () => {
    await untouched(async () => {
      for (const name of ["leave_workspace", "note_forgotten"]) {
        await expect(roles.app.query(`select ${name}($1)`, [ACME])).rejects.toMatchObject({
          code: REFUSED,
        });
      }
      await roles.app.query("select forget_history($1, 999)", [ACME]);
    });
  });

  it("forgets nothing of one that it marks as left long ago, whatever it puts in the way of names and clocks", async () => {
    await untouched(async () => {
      await roles.app.query(`
        begin;
        update workspaces set left_at = '${LONG_AGO}';
        update requests set requested_at = '${LONG_AGO}';
        create temp table departures (like public.departures);
        create temp table retention (is_only boolean, kept_days integer);
        create temp table workspaces (like public.workspaces);
        create temp table audit (like public.audit);
        create function pg_temp.clock_timestamp() returns timestamptz
          language sql as $$ select timestamptz '2099-01-01' $$;
        create function pg_temp.make_interval(hours integer) returns interval
          language sql as $$ select interval '0' $$;
        insert into pg_temp.departures values ('${ACME}', '${LONG_AGO}', 999, 'x', '${LONG_AGO}');
        insert into pg_temp.retention values (true, 0);
        select set_config('search_path', 'pg_temp, public', false);
        select set_config('timezone', 'UTC+14', false);
        select public.leave_workspace('${ACME}');
        select public.note_forgotten('${ACME}');
        select public.forget_history('${ACME}', 999);
        update public.workspaces set left_at = null;
        commit`);
    });
    const { rows } = await roles.superuser.query(
      "select now() - left_at < interval '1 minute' as is_now, audit_deleted_at from departures",
    );
    expect(rows).toEqual([{ is_now: true, audit_deleted_at: null }]);
    expect(await health()).toMatch(/entries up to \d+ are deleted after/);
  });

  it("says in /rail health that what it verified is whole, and notices a changed entry at the next verification, once", async () => {
    const ben = production.as(BEN);
    const reads = (words: string) =>
      ben.waitFor(async () => (await health()).includes(words), words, { withinMs: 30_000 });
    const told = async () =>
      (await ben.messages(APPROVALS)).filter((message) =>
        plainTextOf(message).includes("The audit was changed"),
      ).length;
    await running.stop();
    running = await production.start();
    await reads("verified");
    expect(await health()).toMatch(/🟢 Fine · Audit: \d+ entries verified .*, none changed/);
    expect(await health()).toContain("🟢 Fine · Rights in the database");

    const { rows } = await roles.superuser.query(`
      update audit set facts = '{}' where sequence = 2 returning sequence`);
    expect(rows).toHaveLength(1);
    await running.stop();
    const lines: string[] = [];
    running = await production.start(createLogger("warn", { write: (line) => lines.push(line) }));
    await reads("🔴 Broken · Audit: entry 2 was changed");
    await ben.waitFor(async () => (await told()) === 1, "the approvers to be told");
    expect(lines.filter((line) => line.includes("the audit was changed"))).toHaveLength(1);
    expect(lines.filter((line) => line.includes("can change the audit"))).toEqual([]);

    await running.stop();
    running = await production.start();
    const before = await roles.superuser.query("select clock_timestamp() as at");
    await ben.waitFor(
      async () => {
        const at = await roles.superuser.query("select checked_at from audit_checks");
        return at.rows[0]?.checked_at > before.rows[0].at;
      },
      "one more verification",
      { withinMs: 30_000 },
    );
    await ask(production.as(ANA), { name: "Second float" });
    expect(await told()).toBe(1);
  }, 120_000);
});

describe.runIf(hasPostgres)("the audit, where one role owns everything", () => {
  it("is said to be changeable at the start and in /rail health", async () => {
    const database = await createDatabase();
    const production = await startProduction(database.url);
    const lines: string[] = [];
    const app = await production.start(createLogger("warn", { write: (line) => lines.push(line) }));

    const health = await answerText(production.as(BEN), "/rail health");

    await app.stop();
    await production.stop();
    await database.drop();
    expect(lines.filter((line) => line.includes("can change the audit"))).toHaveLength(1);
    expect(health).toContain(
      "🟠 Attention · Rights in the database: Signalbox's own role can change the audit",
    );
  }, 60_000);
});
