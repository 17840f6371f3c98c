import { createHash } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WORK } from "../../../src/capabilities.ts";
import type { OpenDatabase } from "../../../src/platform/database/open-embedded.ts";
import type { DeadLetter } from "../../../src/platform/queue/job.ts";
import type { JobQueue } from "../../../src/platform/queue/queue.ts";
import { startQueue } from "../../../src/platform/queue/queue.ts";
import { MessengerError } from "../../../src/platform/slack/messenger-error.ts";
import { doing } from "../../jobs/handlers.ts";
import { openTestDatabase } from "../../support/store.ts";

/** On which pg-boss tells its workers of jobs. */
const CHANNEL = `pgboss_${createHash("sha224").update("jobs").digest("hex").slice(0, 24)}`;
const SOON = { interval: 20 };
/** Tried three times only. */
const NAME = "update-approval-card";

describe("dead letters", () => {
  let database: OpenDatabase;
  let queue: JobQueue;
  /** Says what a request's job meets; nothing when it is absent. */
  const trouble = new Map<string, Error>();
  const done: string[] = [];

  beforeAll(async () => {
    database = await openTestDatabase();
    queue = await startQueue(database.bossOptions, WORK, pino({ level: "silent" }));
    await queue.work(
      doing(async ({ requestId }) => {
        const error = trouble.get(requestId);
        if (error) throw error;
        done.push(requestId);
      }),
    );
  });
  afterEach(async () => {
    trouble.clear();
    done.length = 0;
    await sql`delete from jobs.job where data ? 'requestId' and state <> 'active'`.execute(
      database.db,
    );
  });
  afterAll(async () => {
    await queue.stop();
    await database.close();
  });

  it("say which job of which request was given up, since when and why, to its workspace only", async () => {
    trouble.set("request-1", new MessengerError("no-such-channel", "The channel is gone"));
    await enqueue("request-1", "T1");

    await expect.poll(() => hurry(() => queue.deadLetters("T1")), SOON).toHaveLength(1);
    expect(await queue.deadLetters("T1")).toEqual([
      {
        job: NAME,
        does: "drawing its card",
        request: { workspaceId: "T1", requestId: "request-1" },
        failedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        because: "The channel is gone",
      },
    ]);
    expect(await queue.deadLetters("T2")).toEqual([]);
    expect(await queue.retryDeadLetters("T2")).toBe(0);
    expect(await queue.deadLetters("T1")).toHaveLength(1);
  });

  it("come at the first try where the app is not installed: no further one could help", async () => {
    trouble.set("request-1", new MessengerError("not-installed", "Slack said token_revoked"));
    await enqueue("request-1", "T1");

    // Nobody hurries it: a second try would be a second later.
    await expect.poll(() => queue.deadLetters("T1"), SOON).toHaveLength(1);
    const { rows } = await sql<{ retry_count: number }>`
      select retry_count from jobs.job where name = ${NAME} and state = 'failed'`.execute(
      database.db,
    );
    expect(rows).toEqual([{ retry_count: 0 }]);
    expect(await queue.deadLetters("T1")).toMatchObject([{ because: "Slack said token_revoked" }]);
  });

  it("keep nothing of an error that may quote a secret", async () => {
    const error = Object.assign(new TypeError("Bearer xoxb-secret", { cause: "xoxb-secret" }), {
      code: "ERR_INVALID_ARG",
      request: { headers: { authorization: "Bearer xoxb-secret" } },
    });
    trouble.set("request-1", error);
    await enqueue("request-1", "T1");

    await expect.poll(() => hurry(() => queue.deadLetters("T1")), SOON).toHaveLength(1);
    const [letter] = await queue.deadLetters("T1");
    expect(letter?.because).toBe("Unexpected: TypeError ERR_INVALID_ARG. The log says more");
    const { rows } = await sql<{ row: string }>`
      select job::text as row from jobs.job`.execute(database.db);
    expect(rows.filter(({ row }) => row.includes("xoxb-secret"))).toEqual([]);
  });

  it("are tried again when someone says so, and are gone when that went well", async () => {
    for (const requestId of ["request-1", "request-2"]) {
      trouble.set(requestId, new Error("Slack is down"));
      await enqueue(requestId, "T1");
    }
    await expect.poll(() => hurry(() => queue.deadLetters("T1")), SOON).toHaveLength(2);
    trouble.delete("request-1");

    expect(await queue.retryDeadLetters("T1")).toBe(2);

    const given = async () => {
      const letters = await hurry(() => queue.deadLetters("T1"));
      return letters.map(({ request }) => request.requestId);
    };
    await expect.poll(given, SOON).toEqual(["request-2"]);
    expect(done).toEqual(["request-1"]);
  });

  it("do not grow in number while a thing stays stuck, nor do its jobs", async () => {
    trouble.set("request-1", new Error("Slack is down"));
    const letters = () => hurry(() => count("dead-letters"));
    await wakeUp("request-1");
    await wakeUp("request-1");
    await wakeUp("request-1");
    expect(await count(NAME)).toBe(1);
    await expect.poll(letters, SOON).toBe(1);

    await wakeUp("request-1");
    expect(await count(NAME)).toBe(1);

    const [{ failedAt }] = (await queue.deadLetters("T1")) as [DeadLetter];
    for (const round of [2, 3, 4]) {
      await passes("70 minutes");
      await wakeUp("request-1");
      expect(await count(NAME)).toBe(round);
      await expect.poll(() => hurry(() => count(NAME, "failed")), SOON).toBe(round);
      expect(await letters()).toBe(round === 2 ? 2 : 3);
      const given = await queue.deadLetters("T1");
      expect(given).toHaveLength(1);
      expect(Date.parse(failedAt) - Date.parse(given[0]?.failedAt ?? "")).toBe(
        (round - 1) * 70 * 60_000,
      );
    }

    // By now it rests for an hour each time.
    await passes("50 minutes");
    await wakeUp("request-1");
    expect(await count(NAME)).toBe(4);
    expect(await queue.retryDeadLetters("T1")).toBe(1);
    await expect.poll(letters, SOON).toBe(1);

    trouble.clear();
    await enqueue("request-1", "T1");
    await expect.poll(letters, SOON).toBe(0);
  });

  it("do not hold up what someone else asks for, and nor does what waits for later than a try", async () => {
    await wakeUp("request-1", new Date(Date.now() + 60_000).toISOString());
    await wakeUp("request-1");

    await expect.poll(() => done, SOON).toEqual(["request-1"]);
  });

  it("stand beside since when the oldest job waits that could be done", async () => {
    const idle = await startQueue(database.bossOptions, WORK, pino({ level: "silent" }));
    await queue.stop();
    queue = idle;
    expect(await queue.oldestWaiting("T1")).toBeNull();

    await enqueue("request-1", "T1", "2999-01-01T00:00:00Z");
    expect(await queue.oldestWaiting("T1")).toBeNull();

    await enqueue("request-2", "T1", "2020-01-01T00:00:00Z");
    await enqueue("request-3", "T1");
    expect(await queue.oldestWaiting("T1")).toBe("2020-01-01T00:00:00.000Z");
    expect(await queue.oldestWaiting("T2")).toBeNull();
  });

  async function passes(interval: string): Promise<void> {
    await sql`
      update jobs.job set created_on = created_on - ${interval}::interval
      where name = 'dead-letters'`.execute(database.db);
  }

  /** Does not wait for the pauses between the tries, nor until the worker looks again by itself. */
  async function hurry<Result>(look: () => Promise<Result>): Promise<Result> {
    await sql`
      with due as (update jobs.job set start_after = now() where state = 'retry' returning name)
      select pg_notify(${CHANNEL}, name) from due`.execute(database.db);
    return look();
  }

  const enqueue = (requestId: string, workspaceId: string, startAfter?: string) =>
    send(requestId, { workspaceId, ...(startAfter && { startAfter }) });
  const wakeUp = (requestId: string, startAfter?: string) =>
    send(requestId, { workspaceId: "T1", isWakeUp: true, ...(startAfter && { startAfter }) });

  function send(
    requestId: string,
    { workspaceId, ...how }: { workspaceId: string; startAfter?: string; isWakeUp?: boolean },
  ): Promise<void> {
    return database.db
      .transaction()
      .execute((trx) =>
        queue.enqueue(trx, { name: NAME, request: { workspaceId, requestId }, ...how }),
      );
  }

  async function count(name: string, state = "%"): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from jobs.job
      where name = ${name} and data ? 'requestId' and state::text like ${state}`.execute(
      database.db,
    );
    return rows[0]?.count ?? 0;
  }
});
