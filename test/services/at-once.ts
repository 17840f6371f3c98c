import type { RootOperationNode } from "kysely";
import { sql, TableNode } from "kysely";
import { expect, vi } from "vitest";
import { migrate } from "../../src/platform/database/migrate.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { InTransaction } from "../../src/platform/queue/transaction.ts";
import { createDatabase } from "../support/postgres.ts";
import type { TestStore } from "../support/store.ts";
import { withoutJobs } from "../support/store.ts";
import type { Deps } from "./world.ts";

/** Two transactions at once: on the embedded engine one would simply wait for the other. */

export async function openTwoAtOnce(): Promise<TestStore> {
  const { url, drop } = await createDatabase("with-tables");
  const { db, close } = openPostgres(url, () => {});
  await migrate(db);
  return {
    db,
    transaction: withoutJobs(db),
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

/** These dependencies, but that a transaction that writes into this table waits before it commits. */
export function held(
  deps: Deps,
  table: "requests" | "freezes" | "policies" | "destinations" | "seen_rails",
) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const transaction: InTransaction = (work) =>
    deps.transaction(async (tx) => {
      let isIt = false;
      const watched = tx.db.withPlugin({
        transformQuery({ node }) {
          isIt ||= writesInto(node) === table;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const result = await work({ ...tx, db: watched });
      if (isIt) {
        reached.resolve();
        await gate.promise;
      }
      return result;
    });
  return { deps: { ...deps, transaction }, reached: reached.promise, letGo: () => gate.resolve() };
}

function writesInto(node: RootOperationNode): string | undefined {
  const target =
    node.kind === "InsertQueryNode"
      ? node.into
      : node.kind === "UpdateQueryNode"
        ? node.table
        : undefined;
  return target && TableNode.is(target) ? target.table.identifier.name : undefined;
}
