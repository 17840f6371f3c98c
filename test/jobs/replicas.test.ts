import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { WORK } from "../../src/capabilities.ts";
import type { OpenDatabase } from "../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { QueuedJob } from "../../src/platform/queue/job.ts";
import type { JobQueue } from "../../src/platform/queue/queue.ts";
import { startQueue } from "../../src/platform/queue/queue.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import { doing } from "./handlers.ts";

/** Well under the minute after which a job would have expired. */
const SOON = { interval: 20 };
const HANGING_WORKER = fileURLToPath(new URL("hanging-worker.ts", import.meta.url));

describe.runIf(hasPostgres)("processes on one PostgreSQL", () => {
  let database: TestDatabase;
  let opened: OpenDatabase;
  const queues: JobQueue[] = [];
  beforeEach(async () => {
    database = await createDatabase("with-tables");
    opened = openPostgres(database.url, () => {});
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    await opened.close();
    await database.drop();
  });

  it("leave alone what another one has under way", async () => {
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    let runs = 0;
    const first = await started(async ({ requestId }) => {
      if (requestId !== "request-1") return;
      runs += 1;
      await hold;
    });
    await enqueue(first, "create-rail", "request-1");
    await expect.poll(() => runs, SOON).toBe(1);

    const second = await started(async ({ requestId }) => {
      if (requestId === "request-1") runs += 1;
    });
    await takesUpADecoy(second);

    expect(await jobsOf("request-1")).toEqual([{ state: "active", retry_count: 0 }]);
    letGo();
    await expect
      .poll(() => jobsOf("request-1"), SOON)
      .toEqual([{ state: "completed", retry_count: 0 }]);
    expect(runs).toBe(1);
  });

  it.each(["create-rail", "update-approval-card", "post-instructions", "raise-alarm"] as const)(
    "take up what a killed one had under way, %s too",
    async (name) => {
      const ran: string[] = [];
      const killed = spawn(process.execPath, [HANGING_WORKER, database.url], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void killed.kill("SIGKILL"));
      const lines = createInterface({ input: killed.stdout });
      const queue = await startQueue(opened.bossOptions, WORK, pino({ level: "silent" }));
      queues.push(queue);
      await enqueue(queue, name, "request-1");
      expect(await once(lines, "line")).toEqual(["request-1"]);
      // A second one of the same request, which must not wait for the first to expire; one run may serve both.
      await enqueue(queue, name, "request-1");
      await queue.work(doing(async ({ requestId }) => void ran.push(requestId)));

      killed.kill("SIGKILL");

      await expect.poll(async () => (await jobsOf("request-1")).filter(isOpen), SOON).toEqual([]);
      expect(ran).toContain("request-1");
    },
    60_000,
  );

  it("take it up at once, however often it was tried before", async () => {
    const queue = await started(async () => {});
    // A minute at least would pass before its next try.
    await takesUpADecoy(queue, 6);
  });

  it("go on holding what they have under way when their connections are cut", async () => {
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    let runs = 0;
    const first = await started(async ({ requestId }) => {
      if (requestId !== "request-1") return;
      runs += 1;
      await hold;
    });
    await enqueue(first, "create-rail", "request-1");
    await expect.poll(() => holders(), SOON).toHaveLength(1);
    const [before] = await holders();
    const second = await started(async ({ requestId }) => {
      if (requestId === "request-1") runs += 1;
    });

    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(opened.db);

    await expect
      .poll(async () => (await holders()).filter((pid) => pid !== before), SOON)
      .toHaveLength(1);
    await takesUpADecoy(second);
    expect(runs).toBe(1);
    letGo();
    await expect.poll(() => holders(), SOON).toEqual([]);
    await expect
      .poll(() => jobsOf("request-1"), SOON)
      .toEqual([{ state: "completed", retry_count: 0 }]);
  });

  async function started(handler: Parameters<typeof doing>[0]): Promise<JobQueue> {
    const queue = await startQueue(opened.bossOptions, WORK, pino({ level: "silent" }));
    queues.push(queue);
    await queue.work(doing(handler));
    return queue;
  }

  const enqueue = (queue: JobQueue, name: QueuedJob["name"], requestId: string) =>
    opened.db
      .transaction()
      .execute((trx) => queue.enqueue(trx, { name, request: { workspaceId: "T1", requestId } }));

  const isOpen = ({ state }: { state: string }) => state !== "completed";

  /** Once a job that nobody holds was taken up, all that are under way have been looked at twice. */
  async function takesUpADecoy(queue: JobQueue, retries = 0): Promise<void> {
    const request = { workspaceId: "T1", requestId: "decoy" };
    await opened.db.transaction().execute(async (trx) => {
      await queue.enqueue(trx, {
        name: "verify-rail",
        request,
        startAfter: "2999-01-01T00:00:00Z",
      });
      await sql`
        update jobs.job set state = 'active', started_on = now(), retry_count = ${retries}
        where data->>'requestId' = 'decoy'`.execute(trx);
    });
    await expect
      .poll(() => jobsOf("decoy"), SOON)
      .toEqual([{ state: "completed", retry_count: retries + 1 }]);
  }

  async function jobsOf(requestId: string): Promise<{ state: string; retry_count: number }[]> {
    const { rows } = await sql<{ state: string; retry_count: number }>`
      select state::text as state, retry_count from jobs.job
      where data->>'requestId' = ${requestId} order by retry_count`.execute(opened.db);
    return rows;
  }

  /** The sessions that hold a job. */
  async function holders(): Promise<number[]> {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_locks where locktype = 'advisory' and database = (
        select oid from pg_database where datname = current_database())`.execute(opened.db);
    return rows.map(({ pid }) => pid);
  }
});
