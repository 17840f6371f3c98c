import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WORK } from "../../../src/capabilities.ts";
import type { OpenDatabase } from "../../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../../src/platform/database/open-postgres.ts";
import type { JobQueue } from "../../../src/platform/queue/queue.ts";
import { startQueue } from "../../../src/platform/queue/queue.ts";
import { createTransaction } from "../../../src/platform/queue/transaction.ts";
import { doing } from "../../jobs/handlers.ts";
import { openTemporary } from "../../support/embedded.ts";
import { createDatabase, hasPostgres } from "../../support/postgres.ts";

/** Shorter than pg-boss's minute, and than a backlog of one job per worker in two seconds. */
const SOON = { interval: 20 };
const CARD = "update-approval-card";
const BACKLOG = 60;

interface Engine {
  open(): Promise<{ database: OpenDatabase; close(): Promise<void> }>;
}

const embedded: Engine = {
  async open() {
    const database = await openTemporary();
    return { database, close: () => database.close() };
  },
};
const postgres: Engine = {
  async open() {
    const { url, drop } = await createDatabase();
    const database = openPostgres(url, () => {});
    const close = async () => {
      await database.close();
      await drop();
    };
    return { database, close };
  },
};

describe.each([
  ["the embedded engine", embedded, true],
  ["PostgreSQL", postgres, hasPostgres],
] as const)("jobs on %s", (_, engine, isThere) => {
  describe.runIf(isThere)("come in time", () => {
    let opened: Awaited<ReturnType<Engine["open"]>>;
    const queues: JobQueue[] = [];
    beforeEach(async () => {
      opened = await engine.open();
    });
    afterEach(async () => {
      await Promise.all(queues.splice(0).map((queue) => queue.stop()));
      await opened.close();
    });

    it("even when pg-boss counted their request as being worked on", async () => {
      await start();
      await sql`
        update jobs.queue set singletons_active = ${["request-1"]} where name = ${CARD}`.execute(
        opened.database.db,
      );
      const done: string[] = [];
      const queue = await start();
      await work(queue, async ({ requestId }) => void done.push(requestId));

      await enqueue(queue, "request-1");

      await expect.poll(() => done, SOON).toEqual(["request-1"]);
    });

    it("one after another, without a pause between them", async () => {
      const queue = await start();
      for (let nth = 1; nth <= BACKLOG; nth += 1) await enqueue(queue, `request-${nth}`);
      const done: string[] = [];
      await work(queue, async ({ requestId }) => void done.push(requestId));

      await expect.poll(() => done, SOON).toHaveLength(BACKLOG);
    });

    it("once for all that waits of one request, and once more for what is asked meanwhile", async () => {
      const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
      const order: string[] = [];
      const queue = await start();
      for (let nth = 1; nth <= 10; nth += 1) await enqueue(queue, "request-1");
      await work(queue, async ({ requestId }) => {
        order.push(`begins ${requestId}`);
        if (requestId === "request-1") await hold;
        order.push(`ends ${requestId}`);
      });
      await expect.poll(() => order, SOON).toEqual(["begins request-1"]);

      for (let nth = 1; nth <= 3; nth += 1) await enqueue(queue, "request-1");
      await enqueue(queue, "request-2");
      await expect.poll(() => order, SOON).toContain("ends request-2");
      letGo();

      await expect.poll(() => waiting(), SOON).toBe(0);
      expect(order).toEqual([
        "begins request-1",
        ...["begins request-2", "ends request-2"],
        ...["ends request-1", "begins request-1", "ends request-1"],
      ]);
    });

    it("once for what waits for a moment, when another of the same request begins before", async () => {
      const done: string[] = [];
      const queue = await start();
      // On a busy machine the moment must not be over before the first begins.
      await work(queue, async ({ requestId }) => void done.push(requestId));
      const { db } = opened.database;
      const transaction = createTransaction(db, queue.enqueue);
      const card = (requestId: string) =>
        ({ name: CARD, request: { workspaceId: "T1", requestId } }) as const;
      await transaction(async (tx) => {
        await tx.enqueue({ ...card("request-1"), afterMs: 1_900 });
        await tx.enqueue({ ...card("request-1"), startAfter: "2199-01-01T00:00:00.000Z" });
        await tx.enqueue({ ...card("request-2"), afterMs: 1_900 });
      });
      await enqueue(queue, "request-1");

      await expect.poll(() => done, SOON).toContain("request-2");
      expect(done).toEqual(["request-1", "request-2"]);
      expect(await waiting()).toBe(1);
    });

    // The embedded engine has one connection: no two transactions are under way.
    it.runIf(engine === postgres)("again for what commits while a run is under way", async () => {
      const done: string[] = [];
      const queue = await start();
      await enqueue(queue, "request-1");
      await opened.database.db.transaction().execute(async (trx) => {
        const request = { workspaceId: "T1", requestId: "request-1" };
        await queue.enqueue(trx, { name: CARD, request });
        await work(queue, async ({ requestId }) => void done.push(requestId));
        // This run cannot see what the transaction changes.
        await expect.poll(() => done, SOON).toHaveLength(1);
      });

      await expect.poll(() => done, SOON).toHaveLength(2);
    });

    it.runIf(engine === postgres)("even while a take of others hangs", async () => {
      const { db } = opened.database;
      const queue = await start();
      await sql`
        create function hang() returns trigger language plpgsql as $$ begin
          if new.group_id = 'request-1' and new.state = 'active' then
            perform pg_advisory_xact_lock(1);
          end if;
          return new;
        end $$`.execute(db);
      await sql`create trigger hang before update on jobs.job
        for each row execute function hang()`.execute(db);
      const done: string[] = [];
      await work(queue, async ({ requestId }) => void done.push(requestId));
      // Two takes that want the same chore would wait for each other.
      await expect.poll(() => waiting(WORK.chores.map(({ name }) => name)), SOON).toBe(0);
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(1)`.execute(trx);
        await enqueue(queue, "request-1");
        await expect.poll(() => hanging(), SOON).toBe(1);
        await enqueue(queue, "request-2");
        await expect.poll(() => done, SOON).toEqual(["request-2"]);
      });

      await expect.poll(() => done, SOON).toEqual(["request-2", "request-1"]);
    });

    async function hanging(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`.execute(
        opened.database.db,
      );
      return rows[0]?.count ?? 0;
    }

    async function start(): Promise<JobQueue> {
      const queue = await startQueue(opened.database.bossOptions, WORK, pino({ level: "silent" }));
      queues.push(queue);
      return queue;
    }

    const work = (queue: JobQueue, handler: Parameters<typeof doing>[0]) =>
      queue.work(doing(handler));

    const enqueue = (queue: JobQueue, requestId: string) =>
      opened.database.db
        .transaction()
        .execute((trx) =>
          queue.enqueue(trx, { name: CARD, request: { workspaceId: "T1", requestId } }),
        );

    async function waiting(names: readonly string[] = [CARD]): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from jobs.job
        where name = any(${names}) and state < 'completed'`.execute(opened.database.db);
      return rows[0]?.count ?? 0;
    }
  });
});
