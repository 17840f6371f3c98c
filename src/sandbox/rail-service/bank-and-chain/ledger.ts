import type { DatabaseSync } from "node:sqlite";
import { inTransaction, query } from "../database.ts";
import type { Place } from "./places.ts";

export interface Movement {
  number: number;
  company: string;
  /** ISO 8601 in UTC. */
  at: string;
  kind: "opening" | "payment" | "conversion" | "delivery" | "return";
  from_place: number;
  to_place: number;
  asset: string;
  /** In minor units, above zero. */
  amount: number;
  reference: string | null;
  /** The number of the deposit that caused it. */
  deposit: number | null;
}

export interface Balance {
  asset: string;
  amount: number;
}

interface Sending extends Balance {
  kind: Movement["kind"];
  from: Place;
  to: Place;
  reference?: string | null;
  deposit?: number | null;
}

interface Deps {
  database: DatabaseSync;
  clock: () => string;
  onChange(company: string): void;
}

/**
 * The double-entry books: each movement goes from one place of a company to another, so the places
 * of a company always add up to zero. The database keeps the balances, and refuses an overdraft.
 */
export function createLedger({ database, clock, onChange }: Deps) {
  const insert = database.prepare(
    `INSERT INTO movements
       (company, at, kind, from_place, to_place, asset, amount, reference, deposit)
     VALUES (:company, :at, :kind, :from, :to, :asset, :amount, :reference, :deposit)`,
  );
  const byNumber = query<Movement>(database, "SELECT * FROM movements WHERE number = ?");
  const latest = query<Movement>(
    database,
    "SELECT * FROM movements WHERE company = ? ORDER BY number DESC LIMIT ?",
  );
  const balances = query<Balance>(
    database,
    "SELECT asset, amount FROM balances WHERE place = ? AND amount <> 0 ORDER BY asset",
  );

  return {
    /** Runs as one transaction; `onChange` is called after the commit. */
    transact<T>(company: string, work: () => T): T {
      const result = inTransaction(database, work);
      onChange(company);
      return result;
    },

    /** Returns the number of the movement. Call it inside a transaction. */
    send({ from, to, reference = null, deposit = null, ...rest }: Sending): number {
      const ends = { company: from.company, from: from.number, to: to.number };
      const row = { ...rest, ...ends, at: clock(), reference, deposit };
      return Number(insert.run(row).lastInsertRowid);
    },

    movement: (number: number): Movement => byNumber.get(number),
    /** The latest movements, newest first. */
    latest: (company: string, limit: number): Movement[] => latest.all(company, limit),
    balances: ({ number }: Place): Balance[] => balances.all(number),
  };
}

export type Ledger = ReturnType<typeof createLedger>;
