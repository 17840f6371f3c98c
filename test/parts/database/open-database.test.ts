import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client, Db, Query, Tx } from "../../../src/platform/database/db.ts";
import { statement } from "../../../src/platform/database/db.ts";
import { createKeys } from "../../../src/platform/database/keys.ts";
import { openDatabase } from "../../../src/platform/database/open-database.ts";
import { createDatabase, type TestDatabase } from "../../harness/postgres.ts";

const KEYS = createKeys([randomBytes(32)], randomBytes);

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await database.openPool().query("insert into signalbox.workspaces (id) values ('T1'), ('T2')");
});
afterAll(() => database.drop());

/** A database that writes down what it asks; `instead` of a query can fail. */
async function open({ isPooled = false, options = "" } = {}) {
  const pool = database.openPool({ max: 6, options });
  const seen: Query[] = [];
  const released: boolean[] = [];
  const meet = { instead: (_: Query): Error | null => null };
  const connect = async (): Promise<Client> => {
    const client = await pool.connect();
    return {
      query(query) {
        seen.push(query);
        const fault = meet.instead(query);
        return fault ? Promise.reject(fault) : client.query(query);
      },
      release(destroy = false) {
        released.push(destroy);
        client.release(destroy);
      },
    };
  };
  const db = openDatabase({ connect, end: () => pool.end() }, KEYS, { isPooled });
  await database.openPool({ max: 1 }).query("update signalbox.workspaces set identity = null");
  const identity = async () => (await db.query(READ))[0]?.identity;
  return { db, meet, identity, seen, released };
}

const READ = statement<{ identity: string | null }>(
  "select identity from signalbox.workspaces where id = 'T1'",
);
const BROKEN = statement("select 1 / 0");
const MARK = statement("update signalbox.workspaces set identity = $2 where id = $1");
const mark = (tx: Db) => tx.query(MARK, ["T1", "x"]);

test("a transaction is read committed, locks its workspace first, and commits", async () => {
  const { db, seen, identity } = await open();
  expect(await db.transaction("T1", async (tx) => mark(tx).then(() => "done"))).toBe("done");
  const [begin, lock, ...rest] = seen.map(({ text }) => text);
  expect(begin).toBe("begin isolation level read committed");
  expect(lock).toContain("for no key update");
  expect(rest.at(-1)).toBe("commit");
  expect(await identity()).toBe("x");
  // It would have locked nothing.
  await expect(db.transaction("T9", async () => {})).rejects.toThrow("no row");
});

test.each<[string, (tx: Tx) => unknown, string | null]>([
  ["is undone", (tx) => tx.undo(), null],
  ["throws", () => Promise.reject(new Error("no")), "no"],
  ["fails", (tx) => tx.query(BROKEN), "division"],
  // A swallowed failure does not pass for a commit.
  ["fails and is swallowed", (tx) => tx.query(BROKEN).catch(() => {}), "rolled a transaction back"],
])("of what %s nothing is kept, and the next goes on", async (_, end, fault) => {
  const { db, released, identity } = await open();
  const work = db.transaction("T1", async (tx) => {
    await mark(tx);
    await end(tx);
  });
  const next = db.transaction("T1", async () => "yes");
  await (fault === null ? work : expect(work).rejects.toThrow(fault));
  expect(await next).toBe("yes");
  expect(released).not.toContain(true);
  expect(await identity()).toBeNull();
});

test("a connection that failed is never used again", async () => {
  const { db, meet, seen, released } = await open();
  for (const text of ["commit", READ.text, "begin isolation level read committed"]) {
    meet.instead = (query) => (query.text === text ? new Error("reset") : null);
    await expect(db.transaction("T1", (tx) => tx.query(READ))).rejects.toThrow("reset");
    expect([seen.at(-1)?.text, released.at(-1)]).toEqual([text, true]);
  }
  meet.instead = () => new Error("reset");
  await expect(db.query(READ)).rejects.toThrow("reset");
  expect(released.at(-1)).toBe(true);
});

test("nor is one that PostgreSQL ended, or whose server became read-only", async () => {
  const { db, released, identity } = await open();
  const work = db.transaction("T1", async (tx) => {
    await mark(tx);
    await tx.query(statement("select pg_terminate_backend(pg_backend_pid())"));
  });
  await expect(work).rejects.toMatchObject({ code: "57P01" });
  expect(released.at(-1)).toBe(true);
  expect(await identity()).toBeNull();
  const standby = await open({ options: "-c default_transaction_read_only=on" });
  await expect(standby.db.transaction("T1", mark)).rejects.toMatchObject({ code: "25006" });
  expect(standby.released).toEqual([true]);
});

test("after its end nothing more is asked in a transaction", async () => {
  const { db, identity } = await open();
  const late = await db.transaction("T1", async (tx) => () => mark(tx));
  await expect(late()).rejects.toThrow("over");
  expect(await identity()).toBeNull();
});

test("a deadlock repeats the work once, and only once", async () => {
  const { db, meet, identity } = await open();
  const deadlock = Object.assign(new Error("deadlock"), { code: "40P01", severity: "ERROR" });
  for (const times of [1, 2]) {
    let left = times;
    meet.instead = ({ text }) => (text === MARK.text && left-- > 0 ? deadlock : null);
    const work = db.transaction("T1", (tx) => tx.query(MARK, ["T1", `after ${times}`]));
    await (times === 1 ? work : expect(work).rejects.toThrow("deadlock"));
  }
  expect(await identity()).toBe("after 1");
});

test("a real deadlock of two workspaces' transactions harms neither", async () => {
  const { db } = await open();
  const both = Promise.withResolvers<void>();
  let inside = 0;
  const cross = (own: string, other: string) =>
    db.transaction(own, async (tx) => {
      inside += 1;
      // Again they could meet again.
      if (inside > 2) return;
      if (inside === 2) both.resolve();
      await both.promise;
      await tx.query(MARK, [other, own]);
    });
  await Promise.all([cross("T1", "T2"), cross("T2", "T1")]);
  expect(inside).toBe(3);
});

test("transactions of one workspace queue without connections; others pass", async () => {
  const { db } = await open();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const run = (workspace: string, name: string, until?: Promise<void>) =>
    db.transaction(workspace, async () => {
      await until;
      order.push(name);
    });
  const held = run("T1", "one", first.promise);
  const waiting = Array.from({ length: 20 }, (_, at) => run("T1", `${at}`));
  await run("T2", "other");
  first.resolve();
  await Promise.all([held, ...waiting]);
  expect(order).toEqual(["other", "one", ...Array.from(waiting.keys(), String)]);
});

test("another process waits for the lock; readers do not, nor do they hold it up", async () => {
  const { db, identity } = await open();
  const other = openDatabase(database.openPool({ max: 2 }), KEYS, { isPooled: true });
  const reader = await database.openPool({ max: 1 }).connect();
  await reader.query("begin; select * from signalbox.workspaces for key share");
  const order: string[] = [];
  let second: Promise<unknown> | undefined;
  await db.transaction("T1", async (tx) => {
    second = other.transaction("T1", async (its) => {
      order.push(`sees ${(await its.query(READ))[0]?.identity}`);
    });
    expect(await identity()).toBeNull();
    await mark(tx);
    order.push("first");
  });
  await second;
  reader.release(true);
  expect(order).toEqual(["first", "sees x"]);
});

test("statements have names, unless a pooler in transaction mode is in front", async () => {
  for (const isPooled of [false, true]) {
    const { db, seen } = await open({ isPooled });
    await db.query(READ);
    const { name, text } = READ;
    expect(seen).toEqual([{ ...(!isPooled && { name }), text, values: [] }]);
  }
  const [name, same, other] = ["select 1", "select 1", "select 2"].map((text) => statement(text));
  expect([name?.name === same?.name, name?.name === other?.name]).toEqual([true, false]);
});

test("what runs alone has no transaction, and takes its turn in its workspace", async () => {
  const { db, seen, identity } = await open();
  const over = Promise.withResolvers<void>();
  const alone = db.alone("T1", (tx) => mark(tx).then(() => over.promise));
  const after = db.transaction("T1", () => identity());
  const waits = db.alone("T1", async (_, hasWaited) => [hasWaited, await identity()]);
  expect(await db.alone("T2", async (_, hasWaited) => hasWaited)).toBe(false);
  over.resolve();
  await alone;
  expect(await after).toBe("x");
  expect(await waits).toEqual([true, "x"]);
  expect(seen.slice(0, 2).map(({ text }) => text)).toEqual([
    MARK.text,
    expect.stringMatching(/^begin/),
  ]);
});
