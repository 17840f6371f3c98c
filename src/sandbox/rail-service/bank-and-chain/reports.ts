import type { DatabaseSync } from "node:sqlite";

/** The bank and the chain owe the service a report of every movement into an entry point. */
export function createReports(database: DatabaseSync) {
  const insert = database.prepare("INSERT INTO unreported (receipt) VALUES (?)");
  const first = database.prepare("SELECT receipt FROM unreported ORDER BY receipt LIMIT 1");
  const remove = database.prepare("DELETE FROM unreported WHERE receipt = ?");

  return {
    /** Call it in the transaction of the movement, or a kill loses the report. */
    owe: (receipt: number): void => void insert.run(receipt),
    next(): number | undefined {
      const row = first.get();
      return row && Number(row.receipt);
    },
    settle: (receipt: number): void => void remove.run(receipt),
  };
}

export type Reports = ReturnType<typeof createReports>;
