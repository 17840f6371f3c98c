import { expect, test } from "vitest";
import {
  type Due,
  extendDue,
  finishDue,
  readNextDue,
  takeDue,
} from "../../../src/request/store/due.ts";
import { addWorkspace } from "../../../src/request/store/workspaces.ts";
import { ask, openStore, setUp } from "./store.ts";

const START = Date.parse("2026-03-02T09:00:00.000Z");
const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString();
const ALL = { limit: 10, turn: "", busy: {} };

async function openStill() {
  const store = await openStore({ clock: true });
  await store.sql("update signalbox.connections set walk_at = null");
  await store.setTime(START);
  return store;
}

test("what is due is taken once; the take ends by itself after six seconds", async () => {
  const { db, setTime } = await openStill();
  const asked = await ask(db, { nextAt: at(0) });
  const [due, ...others] = await takeDue(db, "advance", ALL);
  expect(others).toEqual([]);
  expect(due).toMatchObject({ loop: "advance", workspace: "T1", id: asked.id, failures: 0 });
  expect(due?.taken).toBe(at(6));
  await setTime(START + 5_999);
  expect(await takeDue(db, "advance", ALL)).toEqual([]);
  await setTime(START + 6_000);
  expect(await takeDue(db, "advance", ALL)).toHaveLength(1);
});

test("a time beyond the longest wait comes from a wrong clock, and is due at once", async () => {
  const { db } = await openStill();
  await ask(db, { nextAt: at(366 * 86_400) });
  await ask(db, { nextAt: at(31 * 86_400) });
  expect(await takeDue(db, "advance", ALL)).toHaveLength(1);
});

const only = (dues: Due[]): Due => {
  const [due] = dues;
  if (!due) throw new Error("Nothing was due");
  return due;
};

test("whoever extends its take keeps it; a late one learns that it has lost it", async () => {
  const { db, setTime } = await openStill();
  await ask(db, { nextAt: at(0) });
  const mine = only(await takeDue(db, "advance", ALL));
  await setTime(START + 4_000);
  const longer = await extendDue(db, mine);
  expect(longer?.taken).toBe(at(10));
  await setTime(START + 10_000);
  const yours = only(await takeDue(db, "advance", ALL));
  if (!longer) throw new Error("It was not extended");
  expect(await extendDue(db, longer)).toBeNull();
  expect(await finishDue(db, longer, null)).toBe(false);
  expect(await finishDue(db, yours, at(60), 3)).toBe(true);
  await setTime(START + 60_000);
  expect(only(await takeDue(db, "advance", ALL)).failures).toBe(3);
});

test("one look tells when each loop has something to do, after a wrong clock too", async () => {
  const { db, sql, setTime } = await openStill();
  await ask(db, { nextAt: at(30), syncAt: at(20) });
  await sql("update signalbox.workspaces set check_at = null");
  const now = START;
  const times = { advance: now + 30_000, sync: now + 20_000 };
  expect(await readNextDue(db)).toEqual({
    now,
    ...times,
    walk: null,
    audit: null,
    first: now + 20_000,
  });
  await sql("update signalbox.connections set walk_at = $1", [at(366 * 86_400)]);
  expect(await readNextDue(db)).toEqual({ now, ...times, walk: now, audit: null, first: now });
  await setTime(START + 400 * 86_400_000);
  expect((await readNextDue(db)).walk).toBe(START + 366 * 86_400_000);
});

test("workspaces take turns, also beside one with thousands waiting", async () => {
  const { db, sql } = await openStill();
  for (const workspace of ["T2", "T3"]) {
    await addWorkspace(db, workspace);
    await setUp(db, workspace);
    await ask(db, { workspace, nextAt: at(-1) });
  }
  const asked = await ask(db, { nextAt: at(-1_000) });
  await sql(
    `insert into signalbox.requests (workspace, id, number, version, body, digest, mac, connection,
      kind, status, is_open, requested_by, next_at)
    select workspace, 'copy ' || n, 1 + n, version, body, digest, mac, connection, kind, status,
      is_open, requested_by, next_at from signalbox.requests, generate_series(1, 3000) n
    where id = $1`,
    [asked.id],
  );
  const served = [];
  let turn = "";
  for (let round = 0; round < 4; round += 1) {
    const taken = await takeDue(db, "advance", { limit: 1, turn, busy: {} });
    turn = only(taken).workspace;
    served.push(turn);
  }
  expect(served).toEqual(["T1", "T2", "T3", "T1"]);
  const busy = { T1: 1 };
  expect(await takeDue(db, "advance", { limit: 10, turn: "", busy })).toHaveLength(1);
  expect(await takeDue(db, "advance", { limit: 10, turn: "", busy: { T1: 2 } })).toEqual([]);
  expect(await takeDue(db, "advance", ALL)).toHaveLength(2);
});

test("two processes that take at once do not wait, and take nothing twice", async () => {
  const { db, sql, openAnother } = await openStore();
  const other = openAnother();
  for (let at = 0; at < 8; at += 1) await ask(db, { nextAt: new Date(0).toISOString() });
  const rounds = await Promise.all(
    [db, other, db, other].map((each) => takeDue(each, "advance", ALL)),
  );
  const ids = rounds.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await sql("update signalbox.requests set next_at = to_timestamp(0)");
  await db.transaction("T1", async (tx) => {
    const mine = await takeDue(tx, "advance", ALL);
    const theirs = await takeDue(other, "advance", ALL);
    expect(new Set([...mine, ...theirs].map(({ id }) => id)).size).toBe(4);
  });
});

test("what each process asks each second costs far less than PostgreSQL compiles, also unanalysed", async () => {
  const { db, sql } = await openStore();
  const texts: string[] = [];
  const query: typeof db.query = (asked, values) => {
    texts.push(asked.text);
    return db.query(asked, values);
  };
  await readNextDue({ ...db, query });
  const [row] = await sql(`explain (format json) ${texts[0]}`);
  const [{ jit_above_cost: most }] = await sql("show jit_above_cost");
  expect(row["QUERY PLAN"][0].Plan["Total Cost"]).toBeLessThan(Number(most) / 2);
});
