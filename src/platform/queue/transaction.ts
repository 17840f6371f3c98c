import type { Transaction } from "kysely";
import { inTransaction } from "../database/at-once.ts";
import { isDeadlock } from "../database/deadlock.ts";
import type { Database, Db } from "../database/schema.ts";
import type { QueuedJob } from "./job.ts";

/** Puts jobs into the queue through the transaction given, so that they are visible only once that commits. */
export type Enqueue = (trx: Transaction<Database>, ...jobs: QueuedJob[]) => Promise<void>;

/** One transaction: its work is saved together or not at all. Never wait for the network inside. */
export interface Tx {
  db: Transaction<Database>;
  /** The only way to enqueue a job, at the end of the work: it becomes visible with the state that it follows from. */
  enqueue(job: QueuedJob): Promise<void>;
  /** Sends the jobs asked for so far beside these last writes, so that the two share a way to the database. */
  withJobs(...writes: readonly Promise<unknown>[]): Promise<void>;
}

export type InTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * `committed` is called after each commit of a transaction that asked for a job that is due, now or so much later. Two
 * transactions that wait for each other are ended by PostgreSQL, by undoing one of them: its work is then done once more.
 */
export function createTransaction(
  db: Db,
  enqueue: Enqueue,
  committed: (afterMs: number) => void = () => {},
): InTransaction {
  return async (work) => {
    const attempt = () => {
      const asked: QueuedJob[] = [];
      return inTransaction(db, async (trx) => {
        let sent = 0;
        const send = async () => {
          const jobs = asked.slice(sent);
          sent = asked.length;
          if (jobs.length > 0) await enqueue(trx, ...jobs);
        };
        const result = await work({
          db: trx,
          enqueue: async (job) => void asked.push(job),
          withJobs: async (...writes) => void (await Promise.all([...writes, send()])),
        });
        await send();
        return { result, asked };
      });
    };
    const { result, asked } = await attempt().catch((error: unknown) => {
      if (!isDeadlock(error)) throw error;
      return attempt();
    });
    const soon = asked.filter(({ startAfter }) => startAfter === undefined);
    new Set(soon.map(({ afterMs = 0 }) => afterMs)).forEach(committed);
    return result;
  };
}
