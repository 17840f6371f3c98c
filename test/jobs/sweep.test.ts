import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORK } from "../../src/capabilities.ts";
import type { OpenDatabase } from "../../src/platform/database/open-embedded.ts";
import type { Db } from "../../src/platform/database/schema.ts";
import type { JobQueue } from "../../src/platform/queue/queue.ts";
import { startQueue } from "../../src/platform/queue/queue.ts";
import type { InTransaction } from "../../src/platform/queue/transaction.ts";
import { createTransaction } from "../../src/platform/queue/transaction.ts";
import { saveWorkspace } from "../../src/request/queries/companies.ts";
import { replaceMessage } from "../../src/request/queries/messages.ts";
import { insertRequest } from "../../src/request/queries/requests.ts";
import type { State } from "../../src/request/rules/change-request.ts";
import { sweep } from "../../src/request/sweep.ts";
import { connectionOf, SEAL } from "../store/contract/subject.ts";
import { aContent, after, aRequest, NOW } from "../support/builders.ts";
import { saveCurrentConnection } from "../support/set-up.ts";
import { openTestDatabase } from "../support/store.ts";

const WORKSPACE = "T1";
/** More than a page of what the sweep reads at a time. */
const MANY = 210;
const GENEROUS_MS = 120_000;

describe("the sweep, over a queue at which nobody works", () => {
  let database: OpenDatabase;
  let queue: JobQueue;
  let db: Db;
  let transaction: InTransaction;
  let requests = 0;
  const connection = connectionOf(WORKSPACE);
  beforeAll(async () => {
    database = await openTestDatabase();
    queue = await startQueue(database.bossOptions, WORK, pino({ level: "silent" }));
    db = database.db;
    transaction = createTransaction(db, queue.enqueue);
    await saveWorkspace(database.db, WORKSPACE, "Acme");
    await saveCurrentConnection(database.db, SEAL, WORKSPACE, connection, "a token", NOW);
  });
  afterAll(async () => {
    await queue.stop();
    await database.close();
  });

  it.each<[string, State]>([
    ["expire-request", { status: "pending" }],
    [
      "raise-alarm",
      {
        status: "quarantined",
        unnamed: 0,
        because: "differs",
        was: "created",
        since: NOW,
        railIds: [],
        differences: [],
      },
    ],
  ])(
    "asks for %s and the card of every request whose jobs were all lost, and of none twice",
    async (name, state) => {
      const lost: string[] = [];
      for (let count = 0; count < MANY; count += 1) lost.push(await ask(state));
      lost.sort();

      await sweep({ db, transaction, clock: () => NOW });
      expect(await waitingFor(name)).toEqual(lost);
      expect(await waitingFor("update-approval-card")).toEqual(lost);

      await sweep({ db, transaction, clock: () => NOW });
      expect(await waitingFor(name)).toEqual(lost);
      expect(await waitingFor("update-approval-card")).toEqual(lost);

      await sql`delete from jobs.job where name = ${name}`.execute(database.db);
      await sweep({ db, transaction, clock: () => NOW });
      expect(await waitingFor(name)).toEqual(lost);
      await sql`delete from requests`.execute(database.db);
      await sql`delete from jobs.job`.execute(database.db);
    },
    GENEROUS_MS,
  );

  it(
    "asks for the reminder of every card whose job was lost, although many requests have no card yet",
    async () => {
      const reminded: string[] = [];
      for (let count = 0; count < MANY; count += 1) {
        await ask({ status: "pending" }, after({ hours: 24 }));
        const requestId = await ask({ status: "pending" }, after({ hours: 24 }));
        const card = { channelId: "C1", ts: `${count}`, version: 0 };
        await replaceMessage(
          db,
          { workspaceId: WORKSPACE, requestId },
          "approval-card",
          card,
          undefined,
        );
        reminded.push(requestId);
      }
      reminded.sort();

      await sweep({ db, transaction, clock: () => after({ hours: 3 }) });

      expect(await waitingFor("remind-approvers")).toEqual(reminded);
      await sql`delete from messages`.execute(database.db);
      await sql`delete from requests`.execute(database.db);
      await sql`delete from jobs.job`.execute(database.db);
    },
    GENEROUS_MS,
  );

  it("leaves alone what is not due for a minute yet", async () => {
    const due = await ask({ status: "pending" }, after({ minutes: -2 }));
    await ask({ status: "pending" }, after({ minutes: 1 }));

    await sweep({ db, transaction, clock: () => NOW });

    expect(await waitingFor("expire-request")).toEqual([due]);
  });

  async function ask(state: State, expiresAt = after({ days: -400 })): Promise<string> {
    requests += 1;
    const number = requests;
    const content = aContent({ workspaceId: WORKSPACE, connection, requestId: randomUUID() });
    const request = aRequest({ content, number, version: 0, state, expiresAt });
    await transaction((tx) => insertRequest(tx.db, request));
    return request.id;
  }

  async function waitingFor(name: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select data->>'requestId' as id from jobs.job where name = ${name}`.execute(database.db);
    return rows.map(({ id }) => id).sort();
  }
});
