import { expect, test } from "vitest";
import { checkChain } from "../../../src/request/store/chain.ts";
import { readRequest, readRequests } from "../../../src/request/store/requests.ts";
import { SETTINGS } from "../../rules/company.ts";
import { approve, ask, groundOf, note, openStore, type Store, saveNote, take } from "./store.ts";

const PUT_BACK = `update signalbox.requests r set version = o.version, body = o.body, mac = o.mac
  from old o where o.id = r.id`;

/** A request in its second version, whose row was changed by this statement. */
async function changed(store: Store, statement: string) {
  const asked = await ask(store.db);
  await store.sql("create table old as select * from signalbox.requests");
  await take(store.db, asked, approve);
  await store.sql(statement);
  return asked;
}

test.each([
  ["its body", "update signalbox.requests set body = replace(body, 'UANNA', 'UBEN')"],
  ["its version", "update signalbox.requests set version = 1"],
  ["its mac", "update signalbox.requests set mac = overlay(mac placing 'xxxx' from 20)"],
  ["its mac by a shorter one", "update signalbox.requests set mac = left(mac, 30)"],
  ["the workspace of its entry", "update signalbox.audit set request = null where version = 2"],
  ["the version in its last entry", "update signalbox.audit set version = 1 where seq = 3"],
  ["the row by an older one", PUT_BACK],
  ["both by older ones", `${PUT_BACK}; update signalbox.audit set version = 1 where seq = 3`],
  ["its last entry's mac", "update signalbox.audit set mac = left(mac, 30) where seq = 3"],
  ["its status", "update signalbox.requests set status = 'done'"],
  ["its destination", "update signalbox.requests set destination = 'wallet:SOLANA:other'"],
  ["its connection", "update signalbox.requests set connection = 'c2'"],
])("a request is broken after a change of %s", async (_, statement) => {
  const store = await openStore();
  const asked = await changed(store, statement);
  await saveNote(store.db, "T1", {});
  const found = await readRequest(store.db, "T1", asked.id);
  expect(found).toMatchObject({ is: "broken", broken: { row: "request", id: asked.id } });
  const read = await groundOf(store.db, asked.id);
  expect(read).toMatchObject({ request: null, broken: { row: "request", id: asked.id } });
  const page = await readRequests(store.db, "T1", {}, 10);
  expect(page).toMatchObject({ requests: [], broken: [{ id: asked.id }] });
});

test("a row of another request or workspace does not pass under its mac", async () => {
  const { db, sql } = await openStore();
  const [one, two] = [await ask(db), await ask(db)];
  await sql(
    `update signalbox.requests r set body = o.body, mac = o.mac from signalbox.requests o
      where r.id = $1 and o.id = $2`,
    [one.id, two.id],
  );
  expect(await readRequest(db, "T1", one.id)).toMatchObject({ is: "broken" });
  expect(await readRequest(db, "T1", two.id)).toMatchObject({ is: "intact" });
});

test("a broken row can be closed, over the version that stands in it", async () => {
  const store = await openStore();
  const asked = await changed(store, PUT_BACK);
  const { broken, was, now, forces } = await groundOf(store.db, asked.id);
  if (broken?.row !== "request" || !broken.found) throw new Error("It is not broken");
  expect([was, broken.version]).toEqual([1, 1]);
  const closed = { is: "closed", how: "void", by: "UBEN", at: now, reason: "" } as const;
  const next = { ...broken.found, version: 3, state: closed };
  const result = await saveNote(store.db, "T1", {
    requests: [{ next, was, nextAt: null, syncAt: null }],
    entries: [note({ action: "void", request: asked.id, version: 3 })],
    forces,
  });
  expect(result).toBe("saved");
  expect((await groundOf(store.db, asked.id)).request).toMatchObject({ state: { is: "closed" } });
});

test("a body that is no JSON is a broken row, not an error", async () => {
  const { db, sql } = await openStore();
  const asked = await ask(db);
  await sql("update signalbox.requests set body = '{'");
  const { broken } = await groundOf(db, asked.id);
  expect(broken).toEqual({ row: "request", id: asked.id, version: 1, found: null });
});

test("changed settings are not in force, nor is an older version in their place", async () => {
  const { db, sql } = await openStore();
  const stricter = { ...SETTINGS, coolDownHours: 48 };
  const entries = [note({ action: "settings", facts: { version: 2 } })];
  await saveNote(db, "T1", { entries, settings: { version: 2, settings: stricter } });
  expect((await groundOf(db)).inForce?.settings).toEqual(stricter);
  await sql("create table old as select * from signalbox.settings where version = 1");
  await sql("update signalbox.settings s set body = o.body, mac = o.mac from old o");
  const read = await groundOf(db);
  expect(read).toMatchObject({ inForce: null, connection: null, forces: { settings: 2 } });
  expect(read.broken).toEqual({ row: "settings", version: 2 });
  await sql("delete from signalbox.settings where version = 2");
  expect((await groundOf(db)).broken).toEqual({ row: "settings", version: 2 });
});

test("where the last entry was changed, the one before says what is in force", async () => {
  const { db, sql } = await openStore();
  const frozen = note({ action: "frozen", request: "r1" });
  await saveNote(db, "T1", { entries: [frozen] });
  await saveNote(db, "T1", { delivery: "d1" });
  await sql("create table old as select * from signalbox.audit");
  const values: Record<string, string> = { at: "at + interval '1 ms'", settings: "0", seq: "4" };
  for (const column of ENTRY_COLUMNS) {
    const value = values[column] ?? "'changed'";
    await sql(`update signalbox.audit set ${column} = ${value} where seq = 3`);
    const read = await groundOf(db);
    const seq = column === "seq" ? 4 : 3;
    expect(read.broken, column).toEqual({ row: "audit", seq });
    expect(read, column).toMatchObject({ head: { seq }, inForce: { settings: SETTINGS } });
    expect(read.forces, column).toEqual({ settings: 1, frozen: "r1" });
    await sql("delete from signalbox.audit; insert into signalbox.audit select * from old");
    expect((await groundOf(db)).broken, column).toBeNull();
  }
});

const ENTRY_COLUMNS = [
  ...["seq", "at", "by", "action", "request", "attempt", "delivery", "facts", "settings"],
  ...["frozen", "prev", "hash"],
];

test("where a changed entry hides new settings, the newest of ours are in force", async () => {
  const { db, sql } = await openStore();
  const entries = [note({ action: "settings", facts: { version: 2 } })];
  const settings = { version: 2, settings: { ...SETTINGS, coolDownHours: 48 } };
  await saveNote(db, "T1", { entries, settings });
  await sql("update signalbox.audit set settings = 1 where seq = 2");
  await sql(`insert into signalbox.settings
    select workspace, 3, connection, body, mac from signalbox.settings where version = 1`);
  expect((await groundOf(db)).forces.settings).toBe(1);
  await sql("delete from signalbox.settings where version = 3");
  expect((await groundOf(db)).forces.settings).toBe(2);
});

test("a workspace whose audit is gone has nothing in force", async () => {
  const { db, sql } = await openStore();
  const asked = await ask(db);
  await sql("delete from signalbox.audit");
  const read = await groundOf(db, asked.id);
  expect(read).toMatchObject({ inForce: null, request: null, broken: { row: "request" } });
  expect(read.forces).toEqual({ settings: 0, frozen: null });
});

const IN_THE_CHAIN: Readonly<Record<string, string>> = {
  changed: `update signalbox.audit set facts = '{"a":1}' where seq = 70`,
  "changed in its mac": "update signalbox.audit set mac = left(mac, 40) where seq = 70",
  removed: "delete from signalbox.audit where seq = 70",
  "removed with its successors": "delete from signalbox.audit where seq >= 70",
  swapped: `update signalbox.audit set seq = case seq when 70 then -71 when 71 then -70 end
    where seq in (70, 71); update signalbox.audit set seq = -seq where seq < 0`,
  replaced: `delete from signalbox.audit where seq = 70;
    update signalbox.audit set seq = 70 where seq = 80`,
};

test("the chain's check finds where it was changed, cut or reordered", async () => {
  const { db, sql } = await openStore();
  await saveNote(db, "T1", { entries: Array.from({ length: 600 }, () => note()) });
  await sql("create table old as select * from signalbox.audit");
  expect(await checkChain(db, "T1", 1, 601)).toBeNull();
  for (const [how, statement] of Object.entries(IN_THE_CHAIN)) {
    await sql(statement);
    expect(await checkChain(db, "T1", 1, 601), how).toEqual({ row: "audit", seq: 70 });
    expect(await checkChain(db, "T1", 1, 69), how).toBeNull();
    await sql("delete from signalbox.audit; insert into signalbox.audit select * from old");
  }
  await sql("delete from signalbox.audit where seq in (550, 601)");
  expect(await checkChain(db, "T1", 1, 601)).toEqual({ row: "audit", seq: 550 });
  expect(await checkChain(db, "T1", 551, 601)).toEqual({ row: "audit", seq: 551 });
});

test("a part of the chain begins at the entry before it", async () => {
  const { db, sql } = await openStore();
  await saveNote(db, "T1", { entries: [note(), note(), note()] });
  expect(await checkChain(db, "T1", 3, 4)).toBeNull();
  await sql("update signalbox.audit set hash = 'x' where seq = 2");
  expect(await checkChain(db, "T1", 3, 4)).toEqual({ row: "audit", seq: 3 });
  expect(await checkChain(db, "T1", 4, 4)).toBeNull();
});
