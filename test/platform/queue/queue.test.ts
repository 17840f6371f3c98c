import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WORK } from "../../../src/capabilities.ts";
import type { OpenDatabase } from "../../../src/platform/database/open-embedded.ts";
import type { QueuedJob } from "../../../src/platform/queue/job.ts";
import type { JobQueue } from "../../../src/platform/queue/queue.ts";
import { startQueue } from "../../../src/platform/queue/queue.ts";
import { queueGauges } from "../../../src/platform/queue/queue-gauges.ts";
import { createTransaction } from "../../../src/platform/queue/transaction.ts";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import { DrawnMeanwhile } from "../../../src/request/posting/meanwhile.ts";
import { doing } from "../../jobs/handlers.ts";
import { openTemporary } from "../../support/embedded.ts";

const [jobsWaiting, oldestJobAge, deadLetters] = queueGauges(WORK);
const NAMES = WORK.jobs.map(({ name }) => name);
const CHORES = WORK.chores.map(({ name }) => name);
/** Wide: an idle worker looks every two seconds, and a retry waits. */
const SOON = { interval: 20 };

describe("the queue on the embedded engine", () => {
  let database: OpenDatabase;
  let logged: Record<string, unknown>[] = [];
  const queues: JobQueue[] = [];
  let requests = 0;

  beforeAll(async () => {
    database = await openTemporary();
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    logged = [];
  });
  afterAll(() => database.close());

  it("takes a job of any name within a transaction, before anyone has worked", async () => {
    const queue = await start();

    for (const name of NAMES) {
      const requestId = aRequestId();
      await enqueue(queue, name, requestId);
      expect(await jobsOf(requestId)).toEqual([{ name, state: "created" }]);
    }
  });

  it("does a job outside of the click that woke it", async () => {
    const clicks = new AsyncLocalStorage<string>();
    const seen = new Map<string, string | undefined>();
    const queue = await start();
    await queue.work(doing(async ({ requestId }) => void seen.set(requestId, clicks.getStore())));
    for (let nth = 0; nth < 3; nth += 1) {
      // The workers may still be looking since the last one; then it is not this click that wakes them.
      await pause(100);
      const requestId = aRequestId();
      await clicks.run("a click", async () => {
        await enqueue(queue, "verify-rail", requestId);
        queue.wake();
      });
      await expect.poll(() => seen.has(requestId)).toBe(true);
      expect(seen.get(requestId)).toBeUndefined();
    }
  });

  it("puts all jobs of a transaction into the queue with one statement, each when it is due", async () => {
    const queue = await start();
    const request = { workspaceId: "T1", requestId: aRequestId() };
    await createTransaction(
      database.db,
      queue.enqueue,
    )(async (tx) => {
      await tx.enqueue({ name: "verify-rail", request });
      await tx.enqueue({ name: "update-approval-card", request, afterMs: 300 });
      await tx.enqueue({ name: "expire-request", request, startAfter: "2199-01-01T00:00:00.000Z" });
    });

    const { rows } = await sql`
      select name, (extract(epoch from start_after - created_on) * 1000)::int as "afterMs"
      from jobs.job where group_id = ${request.requestId} and start_after < '2100-01-01'
      order by start_after`.execute(database.db);
    expect(rows).toEqual([
      { name: "verify-rail", afterMs: 0 },
      { name: "update-approval-card", afterMs: 300 },
    ]);
    // The number of the statement within its transaction.
    const inserted = await sql`
      select cmin::text, count(*)::int as jobs from jobs.job
      where group_id = ${request.requestId} group by cmin::text`.execute(database.db);
    expect(inserted.rows).toEqual([{ cmin: expect.any(String), jobs: 3 }]);
  });

  // Two workers that look at the same moment do not see each other: only the table can keep them apart.
  it.each(["update-approval-card", "post-instructions", "raise-alarm"] as const)(
    "lets no two jobs %s of one request be under way, and those of two requests be",
    async (name) => {
      const queue = await start();
      const [twice, other] = [aRequestId(), aRequestId()];
      for (const requestId of [twice, twice, other]) await enqueue(queue, name, requestId);
      const begin = (requestIds: string[]) =>
        sql`update jobs.job set state = 'active'
          where name = ${name} and data->>'requestId' in (${sql.join(requestIds)})`.execute(
          database.db,
        );

      await expect(begin([twice])).rejects.toThrow(/duplicate key/);
      await sql`delete from jobs.job where id in (
        select id from jobs.job where data->>'requestId' = ${twice} limit 1)`.execute(database.db);
      await begin([twice, other]);
    },
  );

  it("tells how many of its jobs could be done now, and is at work only between start and stop", async () => {
    const queue = await start();
    expect(queue.isAtWork()).toBe(false);
    const before = await waitingIn("verify-rail");
    await enqueue(queue, "verify-rail", aRequestId());
    await database.db.transaction().execute((trx) =>
      queue.enqueue(trx, {
        name: "verify-rail",
        request: { workspaceId: "T1", requestId: aRequestId() },
        startAfter: "2199-01-01T00:00:00.000Z",
      }),
    );

    expect(await waitingIn("verify-rail")).toBe(before + 1);
    const ages = await oldestJobAge.read(database.db);
    expect(ages.map(({ labels }) => labels?.queue)).toEqual([...NAMES, ...CHORES]);
    expect(ages.find(({ labels }) => labels?.queue === "verify-rail")?.value).toBeGreaterThan(0);
    const letters = await deadLetters.read(database.db);
    expect(letters.map(({ labels }) => labels?.job)).toEqual(NAMES);

    await queue.work(doing(async () => {}));
    expect(queue.isAtWork()).toBe(true);
    await expect.poll(() => waitingIn("verify-rail"), SOON).toBe(0);
    await queue.stop();
    expect(queue.isAtWork()).toBe(false);
  });

  it("runs what was left when it stopped, and starts again over its own tables", async () => {
    const requestId = aRequestId();
    const before = await start();
    await enqueue(before, "verify-rail", requestId);
    await before.stop();

    const ran: string[] = [];
    const after = await start();
    await after.work(doing(async (ref) => void ran.push(ref.requestId)));

    await expect.poll(() => ran, SOON).toContain(requestId);
  });

  it("has the settings of this release, also where an earlier one has made the queues", async () => {
    const { db } = database;
    const settings = async () => {
      const asked = sql`select name, retry_limit, expire_seconds from jobs.queue
        where name = any(${NAMES}) order by name`;
      return (await asked.execute(db)).rows;
    };
    await start();
    const ours = await settings();
    await sql`update jobs.queue set retry_limit = 3, expire_seconds = 60`.execute(db);
    await start();

    expect(ours).toHaveLength(NAMES.length);
    expect(await settings()).toEqual(ours);
  });

  it("takes up at once what a killed process had under way, also on its last try", async () => {
    const requestId = aRequestId();
    const before = await start();
    await enqueue(before, "create-rail", requestId);
    await before.stop();
    await sql`
      update jobs.job set state = 'active', started_on = now(), retry_count = retry_limit
      where data->>'requestId' = ${requestId}`.execute(database.db);

    const ran: string[] = [];
    const after = await start();
    await after.work(doing(async (ref) => void ran.push(ref.requestId)));

    await expect.poll(() => ran, SOON).toContain(requestId);
  });

  it("waits for the work under way when it stops, and begins no more", async () => {
    const [slow, late] = [aRequestId(), aRequestId()];
    const order: string[] = [];
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    const queue = await start();
    await queue.work(
      doing(async ({ requestId }) => {
        // Jobs of the tests before may come back.
        if (requestId !== slow && requestId !== late) return;
        order.push(`begins ${requestId}`);
        if (requestId === slow) await hold;
        order.push(`ends ${requestId}`);
      }),
    );
    await enqueue(queue, "create-rail", slow);
    await expect.poll(() => order, SOON).toContain(`begins ${slow}`);

    const stopping = queue.stop().then(() => order.push("stopped"));
    await enqueue(queue, "create-rail", late);
    setTimeout(letGo, 300);
    await stopping;

    expect(order).toEqual([`begins ${slow}`, `ends ${slow}`, "stopped"]);
    expect(await jobsOf(slow)).toEqual([{ name: "create-rail", state: "completed" }]);
    expect(await jobsOf(late)).toEqual([{ name: "create-rail", state: "created" }]);
  });

  it("begins nothing that a look of before its stop brings", async () => {
    const requestId = aRequestId();
    const begun: string[] = [];
    const { promise: isTaken, resolve: taken } = Promise.withResolvers<void>();
    const { promise: brought, resolve: bring } = Promise.withResolvers<void>();
    const queue = await start(async (rows) => {
      if (!JSON.stringify(rows).includes(requestId)) return;
      taken();
      await brought;
    });
    await queue.work(doing(async (ref) => void begun.push(ref.requestId)));
    await enqueue(queue, "create-rail", requestId);
    queue.wake();
    await isTaken;

    const stopping = queue.stop();
    bring();
    await stopping;

    expect(begun).not.toContain(requestId);
    expect(await jobsOf(requestId)).toEqual([{ name: "create-rail", state: "retry" }]);
  });

  it("lets what it does not wait for go on in the next process, also on its last try", async () => {
    const requestId = aRequestId();
    const begun: string[] = [];
    const before = await start();
    await enqueue(before, "update-approval-card", requestId);
    await sql`update jobs.job set retry_limit = 0
      where data->>'requestId' = ${requestId}`.execute(database.db);
    await before.work(
      doing(async (ref) => {
        begun.push(ref.requestId);
        await new Promise(() => {});
      }),
    );
    await expect.poll(() => begun, SOON).toContain(requestId);
    await before.stop();
    expect(await jobsOf(requestId)).toEqual([{ name: "update-approval-card", state: "retry" }]);

    const after = await start();
    await after.work(doing(async () => {}));

    await expect
      .poll(() => jobsOf(requestId), SOON)
      .toEqual([{ name: "update-approval-card", state: "completed" }]);
  });

  it("takes no job while it rests, and keeps what it is handed", async () => {
    const [before, after] = [aRequestId(), aRequestId()];
    const done: string[] = [];
    const queue = await start();
    await queue.work(doing(async ({ requestId }) => void done.push(requestId)));
    await enqueue(queue, "create-rail", before);
    await expect.poll(() => done, SOON).toContain(before);
    expect(queue.isAtWork()).toBe(true);

    await queue.rest();
    await enqueue(queue, "create-rail", after);
    await queue.hasten("sweep");
    await queue.stop();

    expect(await jobsOf(after)).toEqual([{ name: "create-rail", state: "created" }]);
    expect(done).not.toContain(after);
  });

  it("says that a job failed, gives up at last, and keeps it among the dead letters", async () => {
    const requestId = aRequestId();
    let tries = 0;
    const queue = await start();
    await queue.work(
      doing(async (ref) => {
        if (ref.requestId !== requestId) return;
        tries += 1;
        throw new Error("Slack is down");
      }),
    );
    await enqueue(queue, "update-approval-card", requestId);

    await expect
      .poll(() => jobsOf(requestId), SOON)
      .toEqual([
        { name: "update-approval-card", state: "failed" },
        { name: "dead-letters", state: "created" },
      ]);

    expect(tries).toBe(3);
    const about = { job: "update-approval-card", workspaceId: "T1", requestId };
    const failed = {
      ...about,
      level: 50,
      err: expect.objectContaining({ message: "Slack is down" }),
    };
    const because = "Unexpected: Error. The log says more";
    await expect
      .poll(() => said(requestId), SOON)
      .toEqual([
        expect.objectContaining({ ...failed, msg: "job failed; it is tried again" }),
        expect.objectContaining({ ...failed, msg: "job failed; it is tried again" }),
        expect.objectContaining({ ...failed, msg: "job failed for the last time" }),
        expect.objectContaining({ ...about, level: 60, because }),
      ]);
  });

  it("puts off what Slack fails at again and again, after some minutes gives it up like anything else, and what a full channel keeps waiting never", async () => {
    const [early, late, full] = [aRequestId(), aRequestId(), aRequestId()];
    const queue = await start();
    for (const each of [early, late, full]) await enqueue(queue, "post-instructions", each);
    const tried = (times: number, requestId: string) =>
      sql`update jobs.job set retry_count = ${times}, retry_limit = ${times + 9}
        where data->>'requestId' = ${requestId}`.execute(database.db);
    await tried(40, late);
    await tried(5_000, full);
    await queue.work(
      doing(async ({ requestId }) => {
        if (requestId === full) throw new MessengerError("limited", "The channel is full");
        if (requestId !== early && requestId !== late) return;
        const options = { isOfThisCall: true };
        throw new MessengerError("unavailable", "Slack said internal_error", options);
      }),
    );

    for (const each of [early, full]) {
      await expect
        .poll(() => said(each)[0], SOON)
        .toMatchObject({ msg: "it cannot be done at the moment; the job is put off" });
    }
    await expect
      .poll(() => said(late)[0], SOON)
      .toMatchObject({
        msg: "job failed; it is tried again",
      });
  });

  it("tries again at once what was overtaken, also after a long outage", async () => {
    const queue = await start();
    const requestId = aRequestId();
    await enqueue(queue, "post-instructions", requestId);
    await sql`update jobs.job set retry_count = 100, retry_limit = 200
      where data->>'requestId' = ${requestId}`.execute(database.db);
    let runs = 0;

    await queue.work(
      doing(async (ref) => {
        if (ref.requestId !== requestId) return;
        runs += 1;
        if (runs === 1) throw new DrawnMeanwhile("The card");
      }),
    );

    await expect.poll(() => runs, SOON).toBe(2);
  });

  it("says that no job can be taken, where the table contradicts itself, and does not spin", async () => {
    const requestId = aRequestId();
    const queue = await start();
    await enqueue(queue, "raise-alarm", requestId);
    await sql`
      update jobs.job set state = 'active', started_on = now(), group_id = null
      where data->>'requestId' = ${requestId}`.execute(database.db);
    await enqueue(queue, "raise-alarm", requestId);
    await queue.work(doing(async () => {}));

    await expect
      .poll(() => logged, SOON)
      .toContainEqual(expect.objectContaining({ msg: "a job could not be taken" }));
    await sql`delete from jobs.job where group_id is null`.execute(database.db);
    await expect
      .poll(() => jobsOf(requestId), SOON)
      .toEqual([{ name: "raise-alarm", state: "completed" }]);
  });

  it("does every chore as soon as it works, and says when one fails", async () => {
    const done: string[] = [];
    const queue = await start();
    await queue.work({
      job: async () => {},
      async chore(name) {
        done.push(name);
        throw new Error(`No ${name} today`);
      },
    });

    for (const job of CHORES) {
      await expect
        .poll(() => logged, SOON)
        .toContainEqual(
          expect.objectContaining({
            level: 50,
            job,
            err: expect.objectContaining({ message: `No ${job} today` }),
          }),
        );
    }

    expect(new Set(done)).toEqual(new Set(CHORES));
  });

  it("asks for a chore again and again, whatever became of the one before", async () => {
    let sweeps = 0;
    const queue = await start();
    const chore = async (name: string) => {
      if (name !== "sweep") return;
      sweeps += 1;
      throw new Error("No sweep today");
    };
    await queue.work({ job: async () => {}, chore }, { sweep: 1 });

    await expect.poll(() => sweeps, SOON).toBeGreaterThanOrEqual(3);
  });

  /** `answering` may hold up the rows that a statement brings. */
  async function start(
    answering: (rows: unknown) => Promise<void> = async () => {},
  ): Promise<JobQueue> {
    const logger = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) });
    const { db } = database.bossOptions;
    if (!db) throw new Error("The embedded engine brings its own");
    const executeSql: typeof db.executeSql = async (text, values) => {
      const answer = await db.executeSql(text, values);
      await answering(answer.rows);
      return answer;
    };
    const options = { ...database.bossOptions, db: { executeSql } };
    const queue = await startQueue(options, WORK, logger);
    queues.push(queue);
    return queue;
  }

  function aRequestId(): string {
    requests += 1;
    return `request-${requests}`;
  }

  const enqueue = (queue: JobQueue, name: QueuedJob["name"], requestId: string) =>
    database.db
      .transaction()
      .execute((trx) => queue.enqueue(trx, { name, request: { workspaceId: "T1", requestId } }));

  async function jobsOf(requestId: string): Promise<unknown[]> {
    const { rows } = await sql`
      select name, state::text as state from jobs.job
      where data->>'requestId' = ${requestId} order by created_on`.execute(database.db);
    return rows;
  }

  const waitingIn = async (name: string) =>
    (await jobsWaiting.read(database.db)).find(({ labels }) => labels?.queue === name)?.value ??
    NaN;

  const said = (requestId: string) => logged.filter((line) => line.requestId === requestId);
});
