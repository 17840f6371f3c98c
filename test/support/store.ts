import type { Kysely } from "kysely";
import type { Database } from "../../src/platform/database/schema.ts";
import type { QueuedJob } from "../../src/platform/queue/job.ts";
import { createStore } from "../../src/request/queries/create-store.ts";
import type { Store } from "../../src/request/queries/store-port.ts";
import { openTemporary } from "./embedded.ts";
import { SEAL } from "./seal.ts";

export interface TestStore {
  db: Kysely<Database>;
  store: Store;
  /** What was enqueued by transactions that were committed, in that order. Tests take out what they have run. */
  jobs: QueuedJob[];
  close(): Promise<void>;
}

/** The real store on the embedded engine, with a list in the place of the queue. */
export async function openTestStore(): Promise<TestStore> {
  const database = await openTemporary("with-tables");
  const jobs: QueuedJob[] = [];
  return {
    db: database.db,
    store: recordingJobs(
      createStore(database.db, async () => {}, SEAL),
      jobs,
    ),
    jobs,
    close: () => database.close(),
  };
}

/** As with the real queue, the jobs of a transaction are there once it is committed, and not before. */
function recordingJobs(store: Store, jobs: QueuedJob[]): Store {
  return {
    ...store,
    async transaction(work) {
      const enqueued: QueuedJob[] = [];
      const result = await store.transaction((tx) =>
        work({
          ...tx,
          async enqueue(job) {
            await tx.enqueue(job);
            enqueued.push(job);
          },
        }),
      );
      jobs.push(...enqueued);
      return result;
    },
  };
}
