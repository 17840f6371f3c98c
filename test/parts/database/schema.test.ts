import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { applySchema, checkStart } from "../../../src/platform/database/check-start.ts";
import { statement } from "../../../src/platform/database/db.ts";
import { readIdentity } from "../../../src/platform/database/identity.ts";
import { createKeys } from "../../../src/platform/database/keys.ts";
import { openDatabase } from "../../../src/platform/database/open-database.ts";
import { createDatabase } from "../../harness/postgres.ts";
import { ask, openStore } from "../store/store.ts";

test("the schema can be applied again while people read and write", async () => {
  const { db, sql, ownerUrl, openPool, setTime } = await openStore({ clock: true });
  await setTime(0);
  await ask(db);
  const owner = openPool({ connectionString: ownerUrl });
  const others = await owner.connect();
  await others.query("begin");
  await others.query("update signalbox.requests set failures = 1");
  await others.query("select * from signalbox.audit");
  const columns = () =>
    sql(`select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'signalbox' order by 1, 2`);
  const before = await columns();
  await applySchema(owner);
  await others.query("commit");
  others.release();
  expect(await columns()).toEqual(before);
  expect(new Set(before.map(({ table_name }) => table_name)).size).toBe(7);
  // Another clock stays in its place.
  const [row] = await sql("select signalbox.iso(signalbox.clock()) as now");
  expect(row?.now).toBe("1970-01-01T00:00:00.000Z");
});

test("the clock is cut to milliseconds, and PostgreSQL may use an index with it", async () => {
  const { sql } = await openStore();
  const [row] = await sql(`select provolatile, at = date_trunc('milliseconds', at) as cut
    from pg_proc, (select signalbox.clock() as at offset 0) now
    where oid = 'signalbox.clock()'::regprocedure`);
  expect(row).toEqual({ provolatile: "s", cut: true });
});

test("times and counts come and go the same under any settings of the session", async () => {
  const { db, sql, openPool, setTime } = await openStore({ clock: true });
  const time = "2026-03-29T01:30:00.120Z";
  await setTime(Date.parse(time));
  const options = "-c datestyle=German,DMY -c timezone=America/St_Johns -c extra_float_digits=-15";
  const pool = openPool({ options });
  const odd = openDatabase(pool, db.keys, { isPooled: false });
  await checkStart(odd);
  const asked = await ask(odd, { nextAt: time });
  expect(asked.requestedAt).toBe(time);
  const [row] = await sql("select next_at = $1::timestamptz as same from signalbox.requests", [
    time,
  ]);
  expect(row).toEqual({ same: true });
});

const TABLES = "workspaces settings connections requests audit rails posts".split(" ");
const DENIED = [
  ...TABLES.filter((table) => table !== "connections").map(
    (table) => `delete from signalbox.${table}`,
  ),
  "update signalbox.settings set body = ''",
  "update signalbox.audit set facts = ''",
  "truncate signalbox.audit",
  "drop table signalbox.posts",
  "create table signalbox.more (id text)",
  "alter table signalbox.audit disable trigger all",
  "create or replace function signalbox.clock() returns timestamptz language sql as 'select now()'",
];

test("S80 the app's role adds to the history, and changes or removes none of it", async () => {
  const { db } = await openStore();
  for (const text of DENIED) {
    await expect(db.query(statement(text)), text).rejects.toMatchObject({ code: "42501" });
  }
});

test("an ordinary role reads the identity, which is another in every database", async () => {
  const [store, other] = [await openStore(), await openStore({ clock: true })];
  const identity = await readIdentity(store.db);
  expect(identity).toMatch(/^\d{10,} [0-9A-F]{8} \d+ \d+ \d+$/);
  expect(await readIdentity(store.openAnother())).toBe(identity);
  expect(await readIdentity(other.db)).not.toBe(identity);
});

test("the start is refused on a server that cannot be written to", async () => {
  const { db, openPool } = await openStore();
  await checkStart(db);
  const pool = openPool({ options: "-c default_transaction_read_only=on" });
  const readOnly = openDatabase(pool, db.keys, { isPooled: false });
  await expect(checkStart(readOnly)).rejects.toMatchObject({ code: "not-fit" });
});

test("the start is refused while any row names a missing key", async () => {
  const { db, sql } = await openStore();
  await ask(db);
  const other = createKeys([randomBytes(32)], randomBytes);
  const named = other.macs.sign(["x"]);
  const missing = named.split(".")[0];
  const places = [
    "update signalbox.requests set mac = $1",
    "update signalbox.settings set mac = $1",
    "update signalbox.connections set token = $1",
    "update signalbox.workspaces set bot_token = $1",
    "update signalbox.audit set mac = $1 where seq = 2",
  ];
  for (const place of places) {
    const [row] = await sql("select mac from signalbox.audit where seq = 1");
    await sql(place, [named]);
    await expect(checkStart(db), place).rejects.toThrow(`${missing}`);
    await sql(place, [row?.mac]);
    await checkStart(db);
  }
});

test("an owner who is no superuser makes the tables; before, no start", async () => {
  const database = await createDatabase();
  const admin = database.openPool({ max: 1 });
  const db = openDatabase(admin, createKeys([randomBytes(32)], randomBytes), { isPooled: false });
  await admin.query("drop schema signalbox cascade");
  await expect(checkStart(db)).rejects.toThrow("operate -- schema");
  const { rows } = await admin.query("select current_database() as name");
  await admin.query(`create role owner_${rows[0].name} login`);
  await admin.query(`alter database ${rows[0].name} owner to owner_${rows[0].name}`);
  await admin.query(`set role owner_${rows[0].name}`);
  await applySchema(admin);
  await checkStart(db);
  await database.drop();
});
