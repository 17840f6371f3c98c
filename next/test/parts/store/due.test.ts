import { expect, test } from "vitest";
import {
  type Due,
  extendDue,
  finishDue,
  nextDueAt,
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
  const store = await openStill();
  const asked = await ask(store.db, { nextAt: at(0) });
  const [due, ...others] = await takeDue(store.db, "advance", ALL);
  expect(others).toEqual([]);
  expect(due).toMatchObject({ loop: "advance", workspace: "T1", id: asked.id, failures: 0 });
  expect(due?.taken).toBe(at(6));
  await store.setTime(START + 5_999);
  expect(await takeDue(store.db, "advance", ALL)).toEqual([]);
  await store.setTime(START + 6_000);
  expect(await takeDue(store.db, "advance", ALL)).toHaveLength(1);
});

test("what is not due yet, and what is due in another loop, is not taken", async () => {
  const store = await openStill();
  await ask(store.db, { nextAt: at(1), syncAt: at(0) });
  await ask(store.db);
  expect(await takeDue(store.db, "advance", ALL)).toEqual([]);
  expect(await takeDue(store.db, "sync", ALL)).toHaveLength(1);
});

test("a time beyond the longest wait comes from a wrong clock, and is due at once", async () => {
  const store = await openStill();
  await ask(store.db, { nextAt: at(366 * 86_400) });
  await ask(store.db, { nextAt: at(31 * 86_400) });
  expect(await takeDue(store.db, "advance", ALL)).toHaveLength(1);
});

const only = (dues: Due[]): Due => {
  const [due] = dues;
  if (!due) throw new Error("Nothing was due");
  return due;
};

test("whoever extends its take keeps it; a late one learns that it has lost it", async () => {
  const store = await openStill();
  await ask(store.db, { nextAt: at(0) });
  const mine = only(await takeDue(store.db, "advance", ALL));
  await store.setTime(START + 4_000);
  const longer = await extendDue(store.db, mine);
  expect(longer?.taken).toBe(at(10));
  await store.setTime(START + 10_000);
  const yours = only(await takeDue(store.db, "advance", ALL));
  if (!longer) throw new Error("It was not extended");
  expect(await extendDue(store.db, longer)).toBeNull();
  expect(await finishDue(store.db, longer, null)).toBe(false);
  expect(await finishDue(store.db, yours, at(60), 3)).toBe(true);
  await store.setTime(START + 60_000);
  expect(only(await takeDue(store.db, "advance", ALL)).failures).toBe(3);
});

test("work that is finished for good is never due again", async () => {
  const store = await openStill();
  await ask(store.db, { syncAt: at(0) });
  const due = only(await takeDue(store.db, "sync", ALL));
  expect(await nextDueAt(store.db)).toBe(START + 6_000);
  expect(await finishDue(store.db, due, null)).toBe(true);
  expect(await nextDueAt(store.db)).toBeNull();
});

test("the next due time is the earliest of all loops", async () => {
  const store = await openStill();
  await ask(store.db, { nextAt: at(30), syncAt: at(20) });
  expect(await nextDueAt(store.db)).toBe(START + 20_000);
  await store.sql("update signalbox.connections set walk_at = $1", [at(10)]);
  expect(await nextDueAt(store.db)).toBe(START + 10_000);
  await store.sql("update signalbox.workspaces set next_at = $1", [at(5)]);
  expect(await nextDueAt(store.db)).toBe(START + 5_000);
});

test("a connection's walk and a workspace's own work are taken the same way", async () => {
  const store = await openStill();
  await store.sql("update signalbox.connections set walk_at = signalbox.clock()");
  await store.sql("update signalbox.workspaces set next_at = signalbox.clock()");
  expect(await takeDue(store.db, "walk", ALL)).toMatchObject([{ workspace: "T1", id: "c1" }]);
  const work = await takeDue(store.db, "workspace", ALL);
  expect(work).toMatchObject([{ workspace: "T1", id: "T1" }]);
  expect(await finishDue(store.db, only(work), at(3_600))).toBe(true);
});

test("workspaces take turns, and thousands that wait in one leave the others their way", async () => {
  const store = await openStill();
  for (const workspace of ["T2", "T3"]) {
    await addWorkspace(store.db, workspace);
    await setUp(store.db, workspace);
    await ask(store.db, { workspace, nextAt: at(-1) });
  }
  const asked = await ask(store.db, { nextAt: at(-1_000) });
  await store.sql(
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
    const taken = await takeDue(store.db, "advance", { limit: 1, turn, busy: {} });
    turn = only(taken).workspace;
    served.push(turn);
  }
  expect(served).toEqual(["T1", "T2", "T3", "T1"]);
  const busy = { T1: 1 };
  expect(await takeDue(store.db, "advance", { limit: 10, turn: "", busy })).toHaveLength(1);
  expect(await takeDue(store.db, "advance", { limit: 10, turn: "", busy: { T1: 2 } })).toEqual([]);
  expect(await takeDue(store.db, "advance", ALL)).toHaveLength(2);
});

test("of two processes that take at once neither waits for the other, and nothing is taken twice", async () => {
  const store = await openStore();
  const other = store.openAnother();
  const soon = new Date(0).toISOString();
  for (let at = 0; at < 8; at += 1) await ask(store.db, { nextAt: soon });
  const rounds = await Promise.all(
    [store.db, other, store.db, other].map((db) => takeDue(db, "advance", ALL)),
  );
  const ids = rounds.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  await store.db.transaction("T1", async (tx) => {
    const [one] = await takeDue(tx, "advance", ALL);
    const rest = await takeDue(other, "advance", ALL);
    expect(rest.map(({ id }) => id)).not.toContain(one?.id);
  });
});
