import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { WORK } from "../../../src/capabilities.ts";
import { migrate } from "../../../src/platform/database/migrate.ts";
import type { OpenDatabase } from "../../../src/platform/database/open-embedded.ts";
import type { Db } from "../../../src/platform/database/schema.ts";
import { createSeal } from "../../../src/platform/database/seal.ts";
import { createLogger } from "../../../src/platform/process/logger.ts";
import type { JobQueue } from "../../../src/platform/queue/queue.ts";
import { startQueue } from "../../../src/platform/queue/queue.ts";
import type { InTransaction } from "../../../src/platform/queue/transaction.ts";
import { createTransaction } from "../../../src/platform/queue/transaction.ts";
import type { RailSpec } from "../../../src/platform/rail-api/rules/rail.ts";
import { saveWorkspace } from "../../../src/request/queries/companies.ts";
import { insertRequest, nextRequestNumber } from "../../../src/request/queries/requests.ts";
import type { Change, Connection } from "../../../src/request/rules/change.ts";
import type { ChangeRequest, State } from "../../../src/request/rules/change-request.ts";
import type { RequestEvent } from "../../../src/request/rules/request-event.ts";
import { doing } from "../../jobs/handlers.ts";
import {
  ANA,
  aChange,
  aContent,
  anOnRampSpec,
  aRequest,
  NOW,
  somePolicy,
} from "../../support/builders.ts";
import { saveCurrentConnection, savePolicy } from "../../support/set-up.ts";

export interface Company {
  workspaceId: string;
  connection: Connection;
}

export interface RequestFields {
  number?: number;
  name?: string;
  reason?: string;
  /** A request for a Rail, unless another change is given. */
  spec?: RailSpec;
  change?: Change;
  requestedBy?: string;
  state?: State;
  attempt?: number;
  expiresAt?: string;
}

/** The store and the queue on one engine, both at work. Tests share it, each with companies of its own. */
export interface Subject {
  database: OpenDatabase;
  db: Db;
  transaction: InTransaction;
  /** A workspace with a connection and a policy of its own. */
  company(): Promise<Company>;
  /** A request as it is before it is saved. */
  draw(company: Company, fields?: RequestFields): ChangeRequest;
  /** A saved one. */
  ask(company: Company, fields?: RequestFields): Promise<ChangeRequest>;
  /** The jobs that ran for a request, in the order in which they ended well. */
  ran(requestId: string): string[];
  /** What a job for this request does, instead of nothing. */
  onJob(requestId: string, work: (name: string) => Promise<void>): void;
  stop(): Promise<void>;
}

export const SEAL = createSeal([randomBytes(32)]);
export const NO_EVENTS: readonly RequestEvent[] = [];

/** `workers` queues on one database, as so many replicas would have. */
export async function startSubject(database: OpenDatabase, workers: number): Promise<Subject> {
  const { db } = database;
  await migrate(db);
  const works = new Map<string, (name: string) => Promise<void>>();
  const done = new Map<string, string[]>();
  const queues: JobQueue[] = [];
  for (let count = 0; count < workers; count += 1) {
    const queue = await startQueue(database.bossOptions, WORK, createLogger("silent"));
    queues.push(queue);
    await queue.work(
      doing(async ({ requestId }, name) => {
        await works.get(requestId)?.(name);
        done.set(requestId, [...(done.get(requestId) ?? []), name]);
      }),
    );
  }
  const [queue] = queues;
  if (!queue) throw new Error("At least one queue is needed");
  const transaction = createTransaction(db, queue.enqueue);
  let companies = 0;

  const subject: Subject = {
    database,
    db,
    transaction,

    async company() {
      companies += 1;
      const workspaceId = `T${companies}`;
      const connection = connectionOf(workspaceId);
      await saveWorkspace(db, workspaceId, `Company ${companies}`);
      await savePolicy(db, workspaceId, somePolicy(), NOW);
      await saveCurrentConnection(db, SEAL, workspaceId, connection, "a token", NOW);
      return { workspaceId, connection };
    },

    draw: drawRequest,

    async ask(company, fields = {}) {
      return transaction(async (tx) => {
        const number = fields.number ?? (await nextRequestNumber(tx.db, company.workspaceId));
        const request = drawRequest(company, { ...fields, number });
        await insertRequest(tx.db, request);
        return request;
      });
    },

    ran: (requestId) => done.get(requestId) ?? [],
    onJob: (requestId, work) => void works.set(requestId, work),

    async stop() {
      await Promise.all(queues.map((each) => each.stop()));
      await database.close();
    },
  };
  return subject;
}

export function connectionOf(workspaceId: string): Connection {
  return {
    id: `con_${workspaceId}`,
    baseUrl: "https://rails.example/api/v1",
    environment: "sandbox",
  };
}

function drawRequest(
  { workspaceId, connection }: Company,
  { name, reason, spec = anOnRampSpec(), requestedBy = ANA, change, ...fields }: RequestFields = {},
): ChangeRequest {
  const rail = aChange({
    spec,
    ...(name !== undefined && { name }),
    ...(reason !== undefined && { reason }),
  });
  const content = aContent({
    workspaceId,
    connection,
    requestedBy,
    requestId: randomUUID(),
    change: change ?? rail,
  });
  return aRequest({ content, version: 0, ...fields });
}

/** A promise and the word that resolves it. */
export function gate(): { opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** What the queue holds for a request, oldest first. */
export async function jobsOf(
  { db }: OpenDatabase,
  requestId: string,
): Promise<{ name: string; state: string }[]> {
  const { rows } = await sql<{ name: string; state: string }>`
    select name, state::text as state from jobs.job
    where data->>'requestId' = ${requestId} order by created_on`.execute(db);
  return rows;
}
