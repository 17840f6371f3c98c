import type { DatabaseSync } from "node:sqlite";
import { query } from "../database.ts";
import type { Rail } from "../interface/resources.ts";
import type { Store } from "../store.ts";
import type { Ledger, Movement } from "./ledger.ts";
import { endOf, type Place, type Places } from "./places.ts";

/** A deposit is converted and delivered exactly once, or held for a reason until it is returned. */
export interface Deposit {
  number: number;
  company: string;
  rail: string;
  /** The movement into the entry point: it has the amount and the sender. */
  receipt: number;
  state: "received" | "converted" | "delivered" | "held" | "returned";
  reason: "source-not-whitelisted" | "wrong-asset" | "wrong-network" | null;
}

interface Deps {
  database: DatabaseSync;
  store: Store;
  places: Places;
  ledger: Ledger;
}

/**
 * The service's own work: it monitors the entry points, converts and delivers. It converts one to
 * one and without a fee, since the document shows neither.
 */
export function createDeposits({ database, store, places, ledger }: Deps) {
  const insert = database.prepare(
    `INSERT INTO deposits (company, rail, receipt, state, reason)
     VALUES (:company, :rail, :receipt, :state, :reason) ON CONFLICT (receipt) DO NOTHING`,
  );
  const deposits = (rest: string) => query<Deposit>(database, `SELECT * FROM deposits ${rest}`);
  const byNumber = deposits("WHERE company = ? AND number = ?");
  const latest = deposits("WHERE company = ? ORDER BY number DESC LIMIT ?");
  const next = deposits("WHERE state IN ('received', 'converted') ORDER BY number LIMIT 1");
  const ofRail = query<Pick<Deposit, "state"> & { asset: string; amount: number; count: number }>(
    database,
    `SELECT state, asset, sum(amount) AS amount, count(*) AS count
     FROM deposits JOIN movements ON movements.number = receipt
     WHERE rail = ? GROUP BY state, asset ORDER BY asset`,
  );
  const update = database.prepare("UPDATE deposits SET state = ? WHERE number = ?");

  /**
   * Takes a movement into an entry point. Its first report makes a deposit, which is judged once; a
   * later report changes nothing, and nor does a later whitelisting.
   */
  function takeIn(receipt: number): void {
    const movement = ledger.movement(receipt);
    const { company, rail, network } = places.get(movement.to_place);
    if (rail === null) return;
    const reason = whyHeld(railOf(company, rail), movement, network);
    insert.run({ company, rail, receipt, state: reason ? "held" : "received", reason });
  }

  function whyHeld(
    { type, source }: Rail,
    { asset, from_place }: Movement,
    network: Place["network"],
  ): Deposit["reason"] {
    if (network !== endOf(source).network) return "wrong-network";
    if (asset !== source.asset) return "wrong-asset";
    // The document asks for a whitelisted source only of an on-ramp.
    if (type === "OFF_RAMP") return null;
    return places.get(from_place).is_whitelisted ? null : "source-not-whitelisted";
  }

  function convert({ number, company, receipt }: Deposit): void {
    const { asset, amount, to_place } = ledger.movement(receipt);
    const [from, to] = [places.get(to_place), places.own(company, "conversion")];
    update.run("converted", number);
    ledger.send({ kind: "conversion", from, to, asset, amount, deposit: number });
  }

  function deliver({ number, company, rail, receipt }: Deposit): void {
    const { destination } = railOf(company, rail);
    const to = places.find(company, endOf(destination));
    if (!to) throw new Error(`Deposit ${number} has nowhere to go`);
    const from = places.own(company, "conversion");
    const { amount } = ledger.movement(receipt);
    const sending = { kind: "delivery", from, to, amount, deposit: number } as const;
    update.run("delivered", number);
    // The destination may be the entry point of another Rail.
    takeIn(ledger.send({ ...sending, asset: destination.asset }));
  }

  function railOf(company: string, id: string): Rail {
    const rail = store.rail(company, id);
    if (!rail) throw new Error(`${id} is gone`);
    return rail;
  }

  return {
    takeIn,

    /**
     * Converts or delivers the deposit that waits for longest. Returns false if none waits. Each
     * step is one transaction with its movement, so a kill neither loses nor repeats one.
     */
    step(): boolean {
      const deposit = next.find();
      if (!deposit) return false;
      const work = deposit.state === "received" ? convert : deliver;
      ledger.transact(deposit.company, () => work(deposit));
      return true;
    },

    /** Sends a held deposit back to its sender, once. Returns why not, if it cannot. */
    giveBack({ number, company, state, receipt }: Deposit): string | undefined {
      if (state !== "held") return `is ${state}: only a held deposit can be returned`;
      const { from_place, to_place, asset, amount, reference } = ledger.movement(receipt);
      const [from, to] = [places.get(to_place), places.get(from_place)];
      if (to.kind !== "outside") return "was paid out by a Rail, which takes nothing back";
      ledger.transact(company, () => {
        update.run("returned", number);
        ledger.send({ kind: "return", from, to, asset, amount, reference, deposit: number });
      });
      return undefined;
    },

    find: (company: string, number: string): Deposit | undefined => byNumber.find(company, number),
    /** The latest deposits, newest first. */
    latest: (company: string, limit: number): Deposit[] => latest.all(company, limit),
    /** The sums of a Rail's deposits, by state and asset. */
    ofRail: (rail: string) => ofRail.all(rail),
  };
}

export type Deposits = ReturnType<typeof createDeposits>;
