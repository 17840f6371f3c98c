import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { newId } from "../ids.ts";
import { integer, querying } from "../requests/query.ts";

const STATES = ["received", "converted", "delivered", "held", "returned"] as const;
const REASONS = ["source-not-whitelisted", "wrong-asset", "wrong-network"] as const;

export type Reason = (typeof REASONS)[number];

const depositRow = z.object({
  number: integer,
  id: z.string(),
  company: z.string(),
  rail: z.string(),
  receipt: integer,
  at: z.string(),
  state: z.enum(STATES),
  reason: z.enum(REASONS).nullable(),
  due: integer.nullable(),
  converted: z.bigint().nullable(),
});

/** A deposit as the service knows it. Its receipt is a movement, which holds the amount and the sender. */
export type KnownDeposit = z.output<typeof depositRow>;

const totalRow = z.object({
  state: z.enum(STATES),
  asset: z.string(),
  count: integer,
  amount: z.bigint(),
  converted: z.bigint().nullable(),
});

type Total = z.output<typeof totalRow>;

interface Advance {
  state: "converted" | "delivered" | "returned";
  /** The time of its next step, in milliseconds since 1970; null if none follows. */
  due: number | null;
  /** The amount to deliver, in minor units of the destination's asset; unchanged when absent. */
  converted?: bigint;
}

export function createDeposits(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO deposits (id, company, rail, receipt, at, state, reason, due)
     VALUES (:id, :company, :rail, :receipt, :at, :state, :reason, :due)
     ON CONFLICT (receipt) DO NOTHING`,
  );
  const deposits = querying(database, depositRow, "SELECT * FROM deposits");
  const byId = deposits("WHERE company = ? AND id = ?");
  const fromLatest = deposits("WHERE company = ? ORDER BY number DESC LIMIT ?");
  const next = deposits("WHERE due IS NOT NULL ORDER BY due, number LIMIT 1");
  const totals = querying(
    database,
    totalRow,
    `SELECT state, asset, count(*) AS count, sum(amount) AS amount, sum(converted) AS converted
     FROM deposits JOIN movements ON movements.number = receipt
     WHERE rail = ? GROUP BY state, asset ORDER BY asset`,
  )();
  const update = database.prepare(
    `UPDATE deposits
     SET state = :state, due = :due, converted = coalesce(:converted, converted)
     WHERE number = :number AND state = :from`,
  );

  return {
    /** Returns false if this receipt has its deposit already. */
    add: (deposit: Omit<KnownDeposit, "number" | "id" | "converted">): boolean =>
      insert.run({ ...deposit, id: newId("dep") }).changes === 1,

    find: (company: string, id: string): KnownDeposit | undefined => byId.find(company, id),

    /** The latest deposits, newest first. */
    latest: (company: string, limit: number): KnownDeposit[] => fromLatest.all(company, limit),

    /** The deposit with the earliest next step. */
    next: (): KnownDeposit | undefined => next.find(),

    /** The totals of a Rail's deposits, by state and asset. */
    totals: (rail: string): Total[] => totals.all(rail),

    /** Throws if the deposit has left the state that the caller gives. */
    advance(deposit: KnownDeposit, { state, due, converted }: Advance): void {
      const { changes } = update.run({
        number: deposit.number,
        from: deposit.state,
        state,
        due,
        converted: converted ?? null,
      });
      if (changes !== 1) throw new Error(`${deposit.id} is no longer ${deposit.state}`);
    },
  };
}

export type Deposits = ReturnType<typeof createDeposits>;
