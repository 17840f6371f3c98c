import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client, Pool, Query } from "../../../src/platform/database/db.ts";
import { statement } from "../../../src/platform/database/db.ts";
import { createKeys } from "../../../src/platform/database/keys.ts";
import { openDatabase } from "../../../src/platform/database/open-database.ts";
import { createDatabase, type TestDatabase } from "../../harness/postgres.ts";

const KEYS = createKeys([randomBytes(32)], randomBytes);

/** A pool that writes down what is asked, and does `instead` of a query where that is given. */
function watch(pool: Pool) {
  const seen: Query[] = [];
  const released: boolean[] = [];
  const watched = {
    seen,
    released,
    instead: null as ((query: Query, client: Client) => Promise<never> | null) | null,
    end: () => pool.end(),
    async connect(): Promise<Client> {
      const client = await pool.connect();
      return {
        query(query) {
          seen.push(query);
          return watched.instead?.(query, client) ?? client.query(query);
        },
        release(destroy = false) {
          released.push(destroy);
          client.release(destroy);
        },
      };
    },
  };
  return watched;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  await database.openPool().query("insert into signalbox.workspaces (id) values ('T1'), ('T2')");
});
afterAll(() => database.drop());

async function open({ isPooled = false } = {}) {
  const pool = watch(database.openPool({ max: 6 }));
  const db = openDatabase(pool, KEYS, { isPooled });
  await db.query(RESET);
  pool.seen.length = 0;
  return { db, pool, texts: () => pool.seen.map(({ text }) => text) };
}

const RESET = statement("update signalbox.workspaces set identity = null");
const COUNT = statement<{ n: number }>("select count(*)::integer as n from signalbox.workspaces");
const BROKEN = statement("select 1 / 0");
const MARK = statement("update signalbox.workspaces set identity = $2 where id = $1");
const READ = statement<{ identity: string | null }>(
  "select identity from signalbox.workspaces where id = $1",
);

test("a transaction is begun as read committed, locks its workspace first, and commits", async () => {
  const opened = await open();
  const result = await opened.db.transaction("T1", async (tx) => {
    await tx.query(MARK, ["T1", "x"]);
    return "done";
  });
  expect(result).toBe("done");
  const [begin, lock, ...rest] = opened.texts();
  expect(begin).toBe("begin isolation level read committed");
  expect(lock).toContain("for no key update");
  expect(rest.at(-1)).toBe("commit");
  expect(await opened.db.query(READ, ["T1"])).toEqual([{ identity: "x" }]);
});

test("what is undone is not kept, and is no error", async () => {
  const opened = await open();
  const result = await opened.db.transaction("T1", async (tx) => {
    await tx.query(MARK, ["T1", "x"]);
    tx.undo();
    return "refused";
  });
  expect(result).toBe("refused");
  expect(await opened.db.query(READ, ["T1"])).toEqual([{ identity: null }]);
});

test("a swallowed failure does not pass for a commit", async () => {
  const opened = await open();
  const work = opened.db.transaction("T1", async (tx) => {
    await tx.query(MARK, ["T1", "x"]);
    await tx.query(BROKEN).catch(() => {});
  });
  await expect(work).rejects.toMatchObject({ code: "not-committed" });
  expect(await opened.db.query(READ, ["T1"])).toEqual([{ identity: null }]);
});

test("what throws undoes the transaction, and the connection is used again", async () => {
  const opened = await open();
  const work = opened.db.transaction("T1", async (tx) => {
    await tx.query(MARK, ["T1", "x"]);
    throw new Error("no");
  });
  await expect(work).rejects.toThrow("no");
  await expect(opened.db.transaction("T1", (tx) => tx.query(BROKEN))).rejects.toThrow("division");
  expect(opened.pool.released).not.toContain(true);
  expect(await opened.db.query(READ, ["T1"])).toEqual([{ identity: null }]);
});

test("a connection that failed is never used again", async () => {
  const opened = await open();
  for (const text of ["commit", COUNT.text, "begin isolation level read committed"]) {
    opened.pool.instead = (query) =>
      query.text === text ? Promise.reject(new Error("reset")) : null;
    const work = opened.db.transaction("T1", (tx) => tx.query(COUNT));
    await expect(work).rejects.toThrow("reset");
    expect(opened.pool.released.at(-1)).toBe(true);
  }
  await expect(opened.db.query(COUNT)).resolves.toEqual([{ n: 2 }]);
  opened.pool.instead = () => Promise.reject(new Error("reset"));
  await expect(opened.db.query(COUNT)).rejects.toThrow("reset");
  expect(opened.pool.released.at(-1)).toBe(true);
});

test("a connection that PostgreSQL ended is never used again", async () => {
  const opened = await open();
  const owner = database.openPool({ max: 1 });
  const pid = statement<{ pid: number }>("select pg_backend_pid() as pid");
  const work = opened.db.transaction("T1", async (tx) => {
    const [self] = await tx.query(pid);
    await owner.query("select pg_terminate_backend($1)", [self?.pid]);
    await tx.query(MARK, ["T1", "x"]);
  });
  await expect(work).rejects.toThrow();
  expect(opened.pool.released.at(-1)).toBe(true);
  expect(await opened.db.query(READ, ["T1"])).toEqual([{ identity: null }]);
});

test("after its end nothing more is asked in a transaction", async () => {
  const opened = await open();
  const late = await opened.db.transaction("T1", async (tx) => () => tx.query(MARK, ["T1", "x"]));
  await expect(late()).rejects.toThrow("over");
  expect(await opened.db.query(READ, ["T1"])).toEqual([{ identity: null }]);
});

test("a transaction of a workspace that has no row is refused: it would have locked nothing", async () => {
  const opened = await open();
  await expect(opened.db.transaction("T9", async () => {})).rejects.toThrow("no row");
});

test("a deadlock repeats the work once, and only once", async () => {
  const opened = await open();
  const deadlock = Object.assign(new Error("deadlock"), { code: "40P01", severity: "ERROR" });
  for (const times of [1, 2]) {
    let failed = 0;
    opened.pool.instead = (query) => {
      if (query.text !== MARK.text || failed === times) return null;
      failed += 1;
      return Promise.reject(deadlock);
    };
    const work = opened.db.transaction("T1", (tx) => tx.query(MARK, ["T1", `after ${times}`]));
    await (times === 1 ? work : expect(work).rejects.toThrow("deadlock"));
  }
  expect(await opened.db.query(READ, ["T1"])).toEqual([{ identity: "after 1" }]);
});

test("a real deadlock of two workspaces' transactions harms neither", async () => {
  const opened = await open();
  const both = Promise.withResolvers<void>();
  let inside = 0;
  const cross = (own: string, other: string) =>
    opened.db.transaction(own, async (tx) => {
      inside += 1;
      if (inside === 2) both.resolve();
      await both.promise;
      await tx.query(MARK, [other, own]);
    });
  await Promise.all([cross("T1", "T2"), cross("T2", "T1")]);
  expect(inside).toBe(3);
});

test("transactions of one workspace queue before they take a connection, others pass them", async () => {
  const opened = await open();
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const run = (workspace: string, name: string, until?: Promise<void>) =>
    opened.db.transaction(workspace, async () => {
      order.push(`${name} begins`);
      await until;
      order.push(`${name} ends`);
    });
  const held = run("T1", "one", first.promise);
  const waiting = Array.from({ length: 20 }, (_, at) => run("T1", `more ${at}`));
  await run("T2", "other");
  expect(order).toEqual(["one begins", "other begins", "other ends"]);
  first.resolve();
  await Promise.all([held, ...waiting]);
  expect(order.slice(3)).toEqual([
    "one ends",
    ...waiting.flatMap((_, at) => [`more ${at} begins`, `more ${at} ends`]),
  ]);
});

test("a failed transaction does not hold up the next one of its workspace", async () => {
  const opened = await open();
  const failing = opened.db.transaction("T1", () => Promise.reject(new Error("no")));
  const next = opened.db.transaction("T1", async () => "yes");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("another process waits for the lock; readers do not, nor do they hold it up", async () => {
  const opened = await open();
  const other = openDatabase(database.openPool({ max: 2 }), KEYS, { isPooled: true });
  const reader = await database.openPool({ max: 1 }).connect();
  await reader.query("begin");
  await reader.query("select * from signalbox.workspaces for key share");
  const order: string[] = [];
  const entered = Promise.withResolvers<void>();
  let second: Promise<unknown> | undefined;
  await opened.db.transaction("T1", async (tx) => {
    second = other.transaction("T1", async (tx) => {
      entered.resolve();
      order.push(`sees ${(await tx.query(READ, ["T1"]))[0]?.identity}`);
    });
    expect(await other.query(READ, ["T1"])).toEqual([{ identity: null }]);
    await tx.query(MARK, ["T1", "first"]);
    order.push("first");
  });
  await second;
  await entered.promise;
  reader.release(true);
  expect(order).toEqual(["first", "sees first"]);
});

test("statements have names, unless a pooler in transaction mode is in front", async () => {
  for (const isPooled of [false, true]) {
    const opened = await open({ isPooled });
    await opened.db.query(COUNT);
    const { name } = COUNT;
    const [query] = opened.pool.seen;
    expect(query).toEqual({ ...(!isPooled && { name }), text: COUNT.text, values: [] });
  }
  expect(statement("select 1").name).not.toBe(statement("select 2").name);
  expect(statement("select 1").name).toBe(statement("select 1").name);
});
