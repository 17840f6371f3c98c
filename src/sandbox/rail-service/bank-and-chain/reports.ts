import type { DatabaseSync } from "node:sqlite";

/** What the bank and the chain owe the service: a report of every movement into one of its entry points. */
export interface Reports {
  /** Belongs into the transaction of the movement. */
  owe(receipt: number): void;
  next(): number | undefined;
  settle(receipt: number): void;
}

export function createReports(database: DatabaseSync): Reports {
  const insert = database.prepare("INSERT INTO unreported (receipt) VALUES (?)");
  const first = database.prepare("SELECT receipt FROM unreported ORDER BY receipt LIMIT 1");
  const remove = database.prepare("DELETE FROM unreported WHERE receipt = ?");

  return {
    owe: (receipt) => void insert.run(receipt),
    next() {
      const row = first.get();
      return row && Number(row.receipt);
    },
    settle: (receipt) => void remove.run(receipt),
  };
}
