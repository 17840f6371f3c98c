import { sql } from "kysely";
import { expect, vi } from "vitest";
import { migrate } from "../../src/platform/database/migrate.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { saveFreeze } from "../../src/request/queries/freezes.ts";
import { saveRequest } from "../../src/request/queries/requests.ts";
import { savePolicyVersion } from "../../src/workspace/set-up/setups.ts";
import { createDatabase } from "../support/postgres.ts";
import { SEAL } from "../support/seal.ts";
import type { TestStore } from "../support/store.ts";
import type { Deps } from "./world.ts";

/** Two transactions at once: on the embedded engine one would simply wait for the other. */

export async function openTwoAtOnce(): Promise<TestStore> {
  const { url, drop } = await createDatabase();
  const { db, close } = openPostgres(url, () => {});
  await migrate(db);
  return {
    db,
    store: createStore(db, async () => {}, SEAL),
    jobs: [],
    async close() {
      await close();
      await drop();
    },
  };
}

/** Until a transaction on this database waits for a lock that another one holds. */
export async function somebodyWaits({ db }: TestStore): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ waiting: string }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(Number(rows[0]?.waiting)).toBe(1);
  });
}

/** These dependencies, but that the transaction in which this is called waits before it commits. */
export function held(deps: Deps, what: "saveRequest" | "saveFreeze" | "savePolicyVersion") {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const store: Store = {
    ...deps.store,
    transaction: (work) =>
      deps.transaction(async (tx) => {
        let isIt = false;
        const watched: Transaction = {
          ...tx,
          saveRequest: async (...args) => {
            isIt ||= what === "saveRequest";
            await saveRequest(tx.db, ...args);
          },
          saveFreeze: async (...args) => {
            isIt ||= what === "saveFreeze";
            await saveFreeze(tx.db, ...args);
          },
          savePolicyVersion: async (...args) => {
            isIt ||= what === "savePolicyVersion";
            return savePolicyVersion(tx.db, ...args);
          },
        };
        const result = await work(watched);
        if (isIt) {
          reached.resolve();
          await gate.promise;
        }
        return result;
      }),
  };
  return {
    deps: { ...deps, db, transaction },
    reached: reached.promise,
    letGo: () => gate.resolve(),
  };
}
