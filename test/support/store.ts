import type { OpenDatabase } from "../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { Db } from "../../src/platform/database/schema.ts";
import type { QueuedJob } from "../../src/platform/queue/job.ts";
import type { InTransaction } from "../../src/platform/queue/transaction.ts";
import { createTransaction } from "../../src/platform/queue/transaction.ts";
import { openTemporary } from "./embedded.ts";
import "./kinds.ts";
import { createDatabaseOn, serverForStores, WITH_TABLES } from "./postgres-server.ts";

export interface TestStore {
  db: Db;
  transaction: InTransaction;
  /** What was enqueued by transactions that were committed, in that order. Tests take out what they have run. */
  jobs: QueuedJob[];
  close(): Promise<void>;
}

/**
 * A database of its own with the real tables: on the run's PostgreSQL, and on the embedded engine where there is none.
 * That one plans each statement anew, and takes twice the work.
 */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = serverForStores();
  if (server === undefined) return openTemporary("with-tables");
  const { url, drop } = await createDatabaseOn(server, WITH_TABLES);
  const database = openPostgres(url, () => {});
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** The real tables, with a list in the place of the queue. */
export const openTestStore = async (): Promise<TestStore> => storeOn(await openTestDatabase());

/** The same on a database of the test's own. */
export function storeOn({ db, close }: Pick<TestStore, "db" | "close">): TestStore {
  const jobs: QueuedJob[] = [];
  return { db, transaction: recordingJobs(db, jobs), jobs, close: () => close() };
}

/** A transaction that enqueues nothing. */
export const withoutJobs = (db: Db): InTransaction => createTransaction(db, async () => {});

/** As with the real queue, the jobs of a transaction are there once it is committed, and not before. */
function recordingJobs(db: Db, jobs: QueuedJob[]): InTransaction {
  return async (work) => {
    const enqueued: QueuedJob[] = [];
    const transaction = createTransaction(db, async (_, ...asked) => void enqueued.push(...asked));
    const result = await transaction(work);
    jobs.push(...enqueued);
    return result;
  };
}
