import type { Transaction } from "kysely";
import type { Database, Db } from "../database/schema.ts";
import type { Job } from "./job.ts";

/** Puts a job into the queue through the transaction given, so that it is visible only once that commits. */
export type Enqueue = (trx: Transaction<Database>, job: Job) => Promise<void>;

/** One transaction: its work is saved together or not at all. Never wait for the network inside. */
export interface Tx {
  db: Transaction<Database>;
  /** The only way to enqueue a job: it becomes visible with the state that it follows from. */
  enqueue(job: Job): Promise<void>;
}

export type InTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** `committed` is called after each commit of a transaction that asked for a job that is due. */
export function createTransaction(
  db: Db,
  enqueue: Enqueue,
  committed: () => void = () => {},
): InTransaction {
  return async (work) => {
    let isDue = false;
    const result = await db.transaction().execute((trx) =>
      work({
        db: trx,
        async enqueue(job) {
          await enqueue(trx, job);
          isDue ||= job.startAfter === undefined;
        },
      }),
    );
    if (isDue) committed();
    return result;
  };
}
