import type { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDeposits } from "../../../src/sandbox/rail-service/bank-and-chain/deposits.ts";
import { createLedger } from "../../../src/sandbox/rail-service/bank-and-chain/ledger.ts";
import { ASSETS, createOutside } from "../../../src/sandbox/rail-service/bank-and-chain/outside.ts";
import { createPlaces, endOf } from "../../../src/sandbox/rail-service/bank-and-chain/places.ts";
import { openDatabase } from "../../../src/sandbox/rail-service/database.ts";
import { railBody } from "../../../src/sandbox/rail-service/interface/bodies.ts";
import { newRail } from "../../../src/sandbox/rail-service/interface/operations.ts";
import { createStore } from "../../../src/sandbox/rail-service/store.ts";
import { IBAN, offRamp, onRamp, SOLANA_ADDRESS } from "./support.ts";

const AT = "2026-11-22T08:00:00.000Z";

/** A process that ends at its nth write: what was not committed is lost. */
function killable(database: DatabaseSync) {
  class Killed extends Error {}
  let left = Number.POSITIVE_INFINITY;
  const { prepare } = database;
  database.prepare = (sql) => {
    const statement = prepare.call(database, sql);
    const run = statement.run.bind(statement);
    return Object.assign(statement, {
      run(...values: Parameters<typeof run>) {
        left -= 1;
        if (left < 0) throw new Killed();
        return run(...values);
      },
    });
  };
  /** Returns false if the work was killed on its way. */
  return (work: () => void, writes = Number.POSITIVE_INFINITY): boolean => {
    left = writes;
    try {
      work();
      return true;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return false;
    } finally {
      left = Number.POSITIVE_INFINITY;
    }
  };
}

/** The parts of the service, with Rails out, in, and in with the first as their destination. */
function openParts(database: DatabaseSync) {
  const places = createPlaces(database);
  const common = { database, places, clock: () => AT, onChange: () => {} };
  const [store, ledger] = [createStore(common), createLedger(common)];
  const deposits = createDeposits({ database, store, places, ledger });
  const outside = createOutside({ places, ledger, deposits });
  outside.openFor("Acme", { iban: IBAN });
  const addRail = (body: object) => {
    const read = railBody(body, store.whitelistOf("Acme")).parse(body);
    store.addRail("Acme", newRail("Acme", read, AT));
  };
  const named = { display_name: "Main", currency: "GBP", reference: null };
  store.addDestination("Acme", { ...named, id: "bka_1", iban: IBAN });
  addRail(offRamp("bka_1"));
  const [entry] = store.rails("Acme").map(({ source }) => endOf(source).address);
  for (const address of [SOLANA_ADDRESS, entry ?? ""]) {
    const wallet = { display_name: "Main", is_custodial: false, address, id: `wa_${address}` };
    store.addDestination("Acme", { ...wallet, network: "SOLANA_DEVNET" });
    addRail(onRamp(wallet.id));
  }
  return { places, store, ledger, deposits, outside };
}

const MOVEMENTS = {
  received: "",
  converted: "conversion",
  delivered: "conversion,delivery",
  held: "",
  returned: "return",
};

/** Checks the books anew from the journal alone. */
function audit(database: DatabaseSync) {
  const count = (sql: string) => database.prepare(sql).all();
  const moved = `SELECT place, asset, sum(amount) AS amount FROM (
    SELECT to_place AS place, asset, amount FROM movements
    UNION ALL SELECT from_place, asset, -amount FROM movements) GROUP BY place, asset`;
  expect(count(`SELECT * FROM (${moved}) EXCEPT SELECT * FROM balances`)).toEqual([]);
  expect(count("SELECT asset FROM balances GROUP BY asset HAVING sum(amount) <> 0")).toEqual([]);
  const ended = count(`SELECT state, reason, group_concat(own.kind) AS kinds,
      max(abs(own.amount - receipt.amount)) AS difference
    FROM deposits JOIN movements AS receipt ON receipt.number = receipt
      LEFT JOIN movements AS own ON own.deposit = deposits.number GROUP BY deposits.number`);
  for (const { state, reason, kinds, difference } of ended) {
    expect(kinds ?? "").toBe(MOVEMENTS[state as keyof typeof MOVEMENTS]);
    expect(difference ?? 0).toBe(0);
    expect(reason !== null).toBe(state === "held" || state === "returned");
  }
  // Each movement into an entry point is a deposit.
  expect(
    count(`SELECT movements.number FROM movements JOIN places ON places.number = to_place
      WHERE rail IS NOT NULL AND movements.number NOT IN (SELECT receipt FROM deposits)`),
  ).toEqual([]);
}

/** Often what a Rail takes: from the operating account, or the treasury wallet, into an entry. */
const deed = fc.record({
  do: fc.constantFrom("pay", "pay", "report", "return", "step", "step"),
  from: fc.oneof(fc.constantFrom(0, 2), fc.nat()),
  to: fc.nat(),
  asset: fc.option(fc.constantFrom(...ASSETS), { freq: 2 }),
  amount: fc.integer({ min: 1, max: 3_000_000 }),
});
const killedAt = fc.option(fc.nat({ max: 2 }), { nil: undefined });
const deeds = fc.array(fc.tuple(deed, killedAt), { minLength: 40, maxLength: 60 });

test("the books add up and nothing is lost or done twice, whatever is paid, reported, returned and killed", () => {
  fc.assert(
    fc.property(deeds, (all) => {
      using database = openDatabase();
      const survives = killable(database);
      const { places, store, ledger, deposits, outside } = openParts(database);
      const own = places.outside("Acme");
      const entries = store.rails("Acme").map(({ source }) => endOf(source).address);
      const known = [entries, entries, entries, own.map(({ address }) => address ?? "")].flat();
      const perform = (what: (typeof all)[number][0]): unknown => {
        const [source, to = ""] = [own[what.from % own.length], known[what.to % known.length]];
        const asset = what.asset ?? (source?.network === "BANK" ? "GBP" : "GBPA");
        const order = { ...what, asset, from: `${source?.number}`, to, reference: null };
        if (what.do === "pay") return outside.pay("Acme", order);
        if (what.do === "step") return deposits.step();
        const latest = deposits.latest("Acme", 100);
        const deposit = latest[what.from % latest.length];
        if (!deposit) return undefined;
        return what.do === "report" ? deposits.takeIn(deposit.receipt) : deposits.giveBack(deposit);
      };
      const acknowledged: number[] = [];
      for (const [what, writes] of all) {
        const isDone = survives(() => {
          const done = perform(what);
          if (what.do === "pay" && typeof done === "number") acknowledged.push(done);
        }, writes);
        if (!isDone) audit(database);
      }
      while (deposits.step());
      audit(database);
      // It throws for a movement that is not there.
      acknowledged.map(ledger.movement);
    }),
    { numRuns: 60 },
  );
});
