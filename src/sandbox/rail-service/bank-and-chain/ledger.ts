import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { newId } from "../ids.ts";
import { FIATS, STABLECOINS } from "../requests/known-codes.ts";
import { inTransaction, integer, querying } from "../requests/query.ts";
import { balance } from "./assets.ts";
import type { Balance, Movement } from "./books.ts";
import type { KnownPlace } from "./place.ts";
import type { Places } from "./places.ts";

export interface Sending {
  kind: Movement["kind"];
  from: KnownPlace;
  to: KnownPlace;
  asset: string;
  /** The amount is in minor units, above zero. */
  amount: bigint;
  reference?: string | null;
  /** The number of the deposit to which this movement belongs. */
  deposit?: number;
}

const movementRow = z.object({
  number: integer,
  id: z.string(),
  at: z.string(),
  kind: z.enum(["opening", "payment", "transfer", "conversion", "fee", "delivery", "return"]),
  from_place: integer,
  to_place: integer,
  asset: z.string(),
  amount: z.bigint(),
  reference: z.string().nullable(),
  deposit_id: z.string().nullable(),
  counterpart: integer.nullable(),
});

const holding = z.object({ asset: z.string(), amount: z.bigint() });

export type KnownMovement = z.output<typeof movementRow>;

interface Deps {
  database: DatabaseSync;
  places: Pick<Places, "get" | "own">;
  clock: () => string;
  onChange(company: string): void;
}

const SELECT = `
  SELECT movements.*, coalesce(
    (SELECT id FROM deposits WHERE number = movements.deposit),
    (SELECT id FROM deposits WHERE receipt = movements.number)
  ) AS deposit_id
  FROM movements`;

/** The assets that a Rail takes come first. */
const TAKEN = [...FIATS, ...STABLECOINS].map((code) => `'${code}'`).join(", ");
const ASSETS_IN_ORDER = `asset NOT IN (${TAKEN}), asset`;

/**
 * The double-entry books. A movement goes from one place of a company to another place of the same company, so the places
 * of a company always add up to zero. A payment to another company passes through the `elsewhere` of both. The database
 * keeps the balances, and refuses an overdraft.
 */
export function createLedger({ database, places, clock, onChange }: Deps) {
  const insert = database.prepare(
    `INSERT INTO movements
       (id, company, at, kind, from_place, to_place, asset, amount, reference, deposit, counterpart)
     VALUES
       (:id, :company, :at, :kind, :from, :to, :asset, :amount, :reference, :deposit, :counterpart)`,
  );
  const held = querying(
    database,
    holding,
    `SELECT asset, amount FROM balances WHERE place = ? AND amount <> 0 ORDER BY ${ASSETS_IN_ORDER}`,
  )();
  const heldOfRail = querying(
    database,
    holding,
    `SELECT asset, sum(amount) AS amount FROM balances JOIN places ON places.number = place
     WHERE rail = ? AND amount <> 0 GROUP BY asset ORDER BY ${ASSETS_IN_ORDER}`,
  )();
  const movements = querying(database, movementRow, SELECT);
  const byNumber = movements("WHERE number = ?");
  const fromLatest = movements("WHERE company = ? ORDER BY number DESC LIMIT ?");

  let changed = new Set<string>();

  /** Runs as one transaction. Watchers of this company, and of others that it changed, hear of it afterwards. */
  function transact<T>(company: string, work: () => T): T {
    changed = new Set([company]);
    const result = inTransaction(database, work);
    for (const each of changed) onChange(each);
    return result;
  }

  function move(sending: Sending, counterpart: number | null): number {
    const { from, to, reference = null, deposit = null, ...rest } = sending;
    changed.add(from.company);
    const { lastInsertRowid } = insert.run({
      ...rest,
      id: newId("mov"),
      company: from.company,
      at: clock(),
      from: from.number,
      to: to.number,
      reference,
      deposit,
      counterpart,
    });
    return Number(lastInsertRowid);
  }

  const movement = (number: number): KnownMovement => byNumber.get(number);

  return {
    transact,

    /** Returns the movement's number in the sender's books and in the receiver's; within one company they are the same. */
    send(sending: Sending): { sent: number; received: number } {
      const { from, to, deposit, ...rest } = sending;
      if (from.company === to.company) {
        const number = move(sending, null);
        return { sent: number, received: number };
      }
      const sent = move({ ...sending, to: places.own(from.company, "elsewhere") }, null);
      const received = move({ ...rest, from: places.own(to.company, "elsewhere"), to }, sent);
      return { sent, received };
    },

    /** One place's balance of one asset, in minor units. */
    holding: (place: KnownPlace, asset: string): bigint =>
      held.all(place.number).find((each) => each.asset === asset)?.amount ?? 0n,
    balances: (place: KnownPlace): Balance[] => held.all(place.number).map(toBalance),
    /** The balances of all entry points of a Rail together. */
    balancesOfRail: (rail: string): Balance[] => heldOfRail.all(rail).map(toBalance),
    movement,
    /** The place from which a movement came, in the books of any company. */
    origin: ({ from_place, counterpart }: KnownMovement): KnownPlace =>
      places.get(counterpart === null ? from_place : movement(counterpart).from_place),
    /** The latest movements, newest first. */
    latest: (company: string, limit: number): KnownMovement[] => fromLatest.all(company, limit),
  };
}

const toBalance = ({ asset, amount }: z.output<typeof holding>) => balance(asset, amount);

export type Ledger = ReturnType<typeof createLedger>;
