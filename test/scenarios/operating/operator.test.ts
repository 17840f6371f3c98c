import { randomBytes } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { createDatabase, runSql } from "../../harness/postgres.ts";
import { operate, runChildProcess } from "../../harness/process.ts";
import type { Stage } from "../../harness/stage.ts";
import { WORDS } from "../../harness/words.ts";
import { MINUTE, resume, stopsOf } from "../creating.ts";
import { BEN, CAL, openTeam } from "../team.ts";

const { states } = WORDS;

const aKey = () => randomBytes(32).toString("base64");

/** The operator's commands run as the owner of the tables. */
const asOwner = ({ env, database }: Pick<Stage, "env" | "database">) => ({
  ...env,
  DATABASE_URL: database.ownerUrl,
});

async function readRows(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

test("S83 keys are rotated beside the app: what people agreed to under the old key is carried out under the new one", async () => {
  await using stage = await openTeam();
  const { env, database } = stage;
  const [older, newer] = [env.ENCRYPTION_KEYS ?? "", aKey()];
  await stage.register();
  const number = await stage.askForRail();
  await stage.approve(BEN, number);

  await stage.stop();
  env.ENCRYPTION_KEYS = newer;
  await expect(stage.start()).rejects.toThrow(/^ENCRYPTION_KEYS lacks keys still in use: \w{12}/);
  const refused = await runChildProcess({ ...env, LOG_LEVEL: "silent" });
  expect(refused.code).toBe(1);
  expect(refused.said).toContain("ENCRYPTION_KEYS lacks keys still in use");
  expect(refused.said).not.toMatch(/^ {4}at /m);

  env.ENCRYPTION_KEYS = `${newer},${older}`;
  await stage.start();
  const later = await stage.askForRail({ name: "Second float" });
  const rotated = await operate(asOwner(stage), ["rotate-keys"]);
  expect(rotated).toEqual({
    code: 0,
    said: expect.stringMatching(/^Renewed .* [1-9]\d*\. All is/),
  });
  const again = await operate(asOwner(stage), ["rotate-keys"]);
  expect(again.said).toContain("Renewed under the first key: 0.");

  await stage.stop();
  env.ENCRYPTION_KEYS = newer;
  await stage.start();
  await stage.approve(CAL, number);
  await stage.card(number, states.payable);
  await stage.approve(BEN, later);
  await stage.approve(CAL, later);
  await stage.card(later, states.payable);
  const [row] = await readRows(
    database.ownerUrl,
    "select count(*)::int as broken from signalbox.audit where action = 'broken'",
  );
  expect(row).toEqual({ broken: 0 });
});

/** In the order in which they are renewed. */
const CHANGES = [
  ["connections", "update signalbox.connections set base_url = base_url || '/'"],
  ["requests", "update signalbox.requests set body = replace(body, 'spring', 'autumn')"],
  ["settings", "update signalbox.settings set body = replace(body, '72', '73')"],
  ["audit", "update signalbox.audit set hash = reverse(hash) where seq = 2"],
] as const;

test("S83 rotating stops at a row that somebody changed, names it, and can run again once it is right", async () => {
  await using stage = await openTeam();
  const { ownerUrl } = stage.database;
  await stage.register();
  await stage.stop();
  const env = { ...asOwner(stage), ENCRYPTION_KEYS: `${aKey()},${stage.env.ENCRYPTION_KEYS}` };
  for (const [table, change] of CHANGES) {
    await runSql(ownerUrl, `create table public.kept as table signalbox.${table}`);
    await runSql(ownerUrl, change);
    const { said, code } = await operate(env, ["rotate-keys"]);
    expect(said).toMatch(new RegExp(`^${table} \\S+ of workspace T\\w+ was changed outside`));
    expect(said.split("\n")).toHaveLength(1);
    expect(code).toBe(1);
    await runSql(
      ownerUrl,
      `set session_replication_role = replica; delete from signalbox.${table};
       insert into signalbox.${table} table public.kept; drop table public.kept`,
    );
  }
  expect(await operate(env, ["rotate-keys"])).toMatchObject({ code: 0 });
});

test("the operator deletes one workspace, after being told what that means, and no other", async () => {
  await using stage = await openTeam();
  const { ownerUrl } = stage.database;
  await stage.register();
  await stage.stop();
  await runSql(ownerUrl, "insert into signalbox.workspaces (id) values ('T2')");
  const left = () => readRows(ownerUrl, "select id from signalbox.workspaces order by 1");
  const [{ id } = {}] = await left();
  const env = asOwner(stage);

  const told = await operate(env, ["delete-workspace", `${id}`]);
  expect(told).toEqual({
    code: 1,
    said: expect.stringMatching(/^Nothing was deleted.*requests 1/),
  });
  expect(await left()).toHaveLength(2);
  expect(await operate(stage.env, ["delete-workspace", `${id}`, "--yes"])).toEqual({
    ...{ code: 1, said: expect.stringContaining("DATABASE_URL must name the owner") },
  });
  const done = await operate(env, ["delete-workspace", `${id}`, "--yes"]);
  expect(done).toEqual({ code: 0, said: expect.stringMatching(/^All rows of \w+ are deleted/) });
  expect(await left()).toEqual([{ id: "T2" }]);
  for (const table of ["requests", "settings", "connections", "audit", "rails", "posts"]) {
    expect(await readRows(ownerUrl, `select 1 from signalbox.${table}`), table).toEqual([]);
  }
});

test("S70 a deleted workspace that starts again is stopped as after a restore, and goes on once people resume", async () => {
  await using stage = await openTeam();
  await stage.register();
  await stage.stop();
  const [{ id } = {}] = await readRows(
    stage.database.ownerUrl,
    "select id from signalbox.workspaces",
  );
  const done = await operate(asOwner(stage), ["delete-workspace", `${id}`, "--yes"]);
  expect(done.said).toContain("sending is stopped until people resume, as after a restore");
  await stage.start();
  await stage.pass(MINUTE);
  const [notice] = await stopsOf(stage);
  expect(notice?.text).toContain("The database was restored or replaced");
  await resume(stage);
  await stage.pass(MINUTE);
  expect(await stopsOf(stage)).toEqual([]);
});

test("the operator makes the tables, twice; every mistake is a sentence and exit 1", async () => {
  await using stage = await openTeam({ processes: 0 });
  const fresh = await createDatabase();
  await runSql(fresh.ownerUrl, "drop schema signalbox cascade");
  const env = { ...stage.env, DATABASE_URL: fresh.ownerUrl };
  const mistakes: [object, string[], RegExp][] = [
    [{}, ["rotate-keys"], /^The tables are missing/],
    [{}, [], /^Say one of: schema/],
    [{}, ["scheme"], /^Say one of: schema/],
    [{}, ["toString"], /^Say one of: schema/],
    [{}, ["schema", "a", "b"], /^Say one of: schema/],
    [{}, ["schema", "--force"], /^Unknown option '--force'/],
    [{}, ["delete-workspace"], /^Say which workspace/],
    [{ APPROVERS: "" }, ["schema"], /^APPROVERS must be/],
    [{ DATABASE_URL: "postgres://x@127.0.0.1:1/x" }, ["schema"], /ECONNREFUSED/],
  ];
  for (const [own, args, sentence] of mistakes) {
    const { said, code } = await operate({ ...env, ...own }, args);
    expect.soft(said, args.join(" ")).toMatch(sentence);
    expect.soft(said).not.toMatch(/^ {4}at /m);
    expect.soft(code, args.join(" ")).toBe(1);
  }
  expect(await operate(env, ["schema"])).toMatchObject({ code: 0 });
  expect(await operate(env, ["schema"])).toMatchObject({ code: 0 });
  expect(await operate(env, ["delete-workspace", "T9"])).toEqual({
    ...{ code: 1, said: "There is no workspace T9 in this database." },
  });
  await fresh.drop();
});
