import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "../../../src/platform/database/open-embedded.ts";
import type { JobName } from "../../../src/platform/queue/job.ts";
import type { JobQueue } from "../../../src/platform/queue/queue.ts";
import { startQueue } from "../../../src/platform/queue/queue.ts";
import {
  deadLetters,
  jobsWaiting,
  oldestJobAge,
} from "../../../src/platform/queue/queue-gauges.ts";
import { CHORE_NAMES } from "../../../src/platform/queue/queues.ts";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import { DrawnMeanwhile } from "../../../src/request/posting/drawn-meanwhile.ts";
import { handlers } from "../../jobs/handlers.ts";
import { openTemporary } from "../../support/embedded.ts";

const NAMES: JobName[] = [
  "create-rail",
  "reconcile-rail",
  "verify-rail",
  "post-instructions",
  "update-approval-card",
  "raise-alarm",
  "withdraw-instructions",
  "remind-approvers",
  "tell-ending",
  "expire-request",
  "void-request",
  "wake-request",
  "whitelist-destination",
  "keep-register",
  "keep-setup",
];
const CHORES = {
  sweep: async () => {},
  "watch-cards": async () => {},
  "read-rails": async () => {},
  "announce-freeze": async () => {},
  "announce-changes": async () => {},
  "watch-quorums": async () => {},
  "verify-audits": async () => {},
};
/** Wide: an idle worker looks every two seconds, and a retry waits. */
const SOON = { timeout: 25_000, interval: 20 };

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

  // Two workers that look at the same moment do not see each other: only the table can keep them apart.
  it.each<JobName>(["update-approval-card", "post-instructions", "raise-alarm"])(
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
    expect(ages.map(({ labels }) => labels?.queue)).toEqual([...NAMES, ...CHORE_NAMES]);
    expect(ages.find(({ labels }) => labels?.queue === "verify-rail")?.value).toBeGreaterThan(0);
    const letters = await deadLetters.read(database.db);
    expect(letters.map(({ labels }) => labels?.job)).toEqual(NAMES);

    await queue.work(
      handlers(async () => {}),
      CHORES,
    );
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
    await after.work(
      handlers(async (ref) => void ran.push(ref.requestId)),
      CHORES,
    );

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

  it("takes up at once what a killed process had under way", async () => {
    const requestId = aRequestId();
    const before = await start();
    await enqueue(before, "create-rail", requestId);
    await before.stop();
    await sql`
      update jobs.job set state = 'active', started_on = now()
      where data->>'requestId' = ${requestId}`.execute(database.db);

    const ran: string[] = [];
    const after = await start();
    await after.work(
      handlers(async (ref) => void ran.push(ref.requestId)),
      CHORES,
    );

    await expect.poll(() => ran, SOON).toContain(requestId);
  });

  it("waits for the work under way when it stops, and begins no more", async () => {
    const [slow, late] = [aRequestId(), aRequestId()];
    const order: string[] = [];
    const { promise: hold, resolve: letGo } = Promise.withResolvers<void>();
    const queue = await start();
    await queue.work(
      handlers(async ({ requestId }) => {
        order.push(`begins ${requestId}`);
        if (requestId === slow) await hold;
        order.push(`ends ${requestId}`);
      }),
      CHORES,
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

  it("takes no job while it rests, and keeps what it is handed", async () => {
    const [before, after] = [aRequestId(), aRequestId()];
    const done: string[] = [];
    const queue = await start();
    await queue.work(
      handlers(async ({ requestId }) => void done.push(requestId)),
      CHORES,
    );
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
      handlers(async (ref) => {
        if (ref.requestId !== requestId) return;
        tries += 1;
        throw new Error("Slack is down");
      }),
      CHORES,
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

  it("puts off what Slack fails at again and again, and after some minutes gives it up like anything else", async () => {
    const [early, late] = [aRequestId(), aRequestId()];
    const queue = await start();
    await enqueue(queue, "post-instructions", early);
    await enqueue(queue, "post-instructions", late);
    await sql`
      update jobs.job set retry_count = 40, retry_limit = 49
      where data->>'requestId' = ${late}`.execute(database.db);
    await queue.work(
      handlers(async ({ requestId }) => {
        if (requestId !== early && requestId !== late) return;
        const options = { isOfThisCall: true };
        throw new MessengerError("unavailable", "Slack said internal_error", options);
      }),
      CHORES,
    );

    await expect
      .poll(() => said(early)[0], SOON)
      .toMatchObject({
        msg: "it cannot be done at the moment; the job is put off",
      });
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
      handlers(async () => {
        runs += 1;
        if (runs === 1) throw new DrawnMeanwhile("The card");
      }),
      CHORES,
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
    await queue.work(
      handlers(async () => {}),
      CHORES,
    );

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
    const failing = (name: string) => async () => {
      done.push(name);
      throw new Error(`No ${name} today`);
    };
    const queue = await start();
    await queue.work(
      handlers(async () => {}),
      {
        sweep: failing("sweep"),
        "watch-cards": failing("watch-cards"),
        "read-rails": failing("read-rails"),
        "announce-freeze": failing("announce-freeze"),
        "announce-changes": failing("announce-changes"),
        "watch-quorums": failing("watch-quorums"),
        "verify-audits": failing("verify-audits"),
      },
    );

    for (const job of CHORE_NAMES) {
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

    expect(new Set(done)).toEqual(new Set(CHORE_NAMES));
  });

  it("asks for a chore again and again, whatever became of the one before", async () => {
    let sweeps = 0;
    const sweep = async () => {
      sweeps += 1;
      throw new Error("No sweep today");
    };
    const queue = await start();
    await queue.work(
      handlers(async () => {}),
      { ...CHORES, sweep },
      {
        ...{ sweep: 1, "watch-cards": 600, "read-rails": 600 },
        ...{ "announce-freeze": 600, "announce-changes": 600 },
        ...{ "watch-quorums": 600, "verify-audits": 600 },
      },
    );

    await expect.poll(() => sweeps, SOON).toBeGreaterThanOrEqual(3);
  });

  async function start(): Promise<JobQueue> {
    const logger = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) });
    const queue = await startQueue(database.bossOptions, logger);
    queues.push(queue);
    return queue;
  }

  function aRequestId(): string {
    requests += 1;
    return `request-${requests}`;
  }

  const enqueue = (queue: JobQueue, name: JobName, requestId: string) =>
    database.db
      .transaction()
      .execute((trx) => queue.enqueue(trx, { name, request: { workspaceId: "T1", requestId } }));

  async function jobsOf(requestId: string): Promise<unknown[]> {
    const { rows } = await sql`
      select name, state::text as state from jobs.job
      where data->>'requestId' = ${requestId} order by created_on`.execute(database.db);
    return rows;
  }

  const waitingIn = async (name: JobName) =>
    (await jobsWaiting.read(database.db)).find(({ labels }) => labels?.queue === name)?.value ??
    NaN;

  const said = (requestId: string) => logged.filter((line) => line.requestId === requestId);
});
