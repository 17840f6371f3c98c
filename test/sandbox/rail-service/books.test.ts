import type { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDeposits } from "../../../src/sandbox/rail-service/bank-and-chain/deposits.ts";
import { createLedger } from "../../../src/sandbox/rail-service/bank-and-chain/ledger.ts";
import { ASSETS, createOutside } from "../../../src/sandbox/rail-service/bank-and-chain/outside.ts";
import { createPlaces, endOf } from "../../../src/sandbox/rail-service/bank-and-chain/places.ts";
import { openDatabase } from "../../../src/sandbox/rail-service/database.ts";
import { newRail } from "../../../src/sandbox/rail-service/interface/operations.ts";
import type { Wallet } from "../../../src/sandbox/rail-service/interface/resources.ts";
import { createStore } from "../../../src/sandbox/rail-service/store.ts";
import { IBAN } from "./support.ts";

const AT = "2026-11-22T08:00:00.000Z";

class Killed extends Error {}

/** A database whose process ends before or after the write of this number, counted from now. */
function killable(database: DatabaseSync) {
  let left = Number.POSITIVE_INFINITY;
  let isAfter = false;
  const write = <T>(work: () => T): T => {
    left -= 1;
    if (left >= 0) return work();
    if (left === -1 && isAfter) work();
    throw new Killed();
  };
  const exec = (sql: string) =>
    // A killed process does not roll back: the next one to open the database does.
    sql === "ROLLBACK" ? undefined : write(() => database.exec(sql));
  const prepare: DatabaseSync["prepare"] = (sql) => {
    const statement = database.prepare(sql);
    const run = statement.run.bind(statement);
    return Object.assign(statement, {
      run: (...values: Parameters<typeof run>) => write(() => run(...values)),
    });
  };
  const guarded = new Proxy(database, {
    get: (target, name) =>
      name === "exec" ? exec : name === "prepare" ? prepare : Reflect.get(target, name, target),
  });
  return {
    guarded,
    /** Returns false if the work was killed on its way. */
    survives(work: () => void, fuse?: { writes: number; isAfter: boolean }): boolean {
      left = fuse?.writes ?? Number.POSITIVE_INFINITY;
      isAfter = fuse?.isAfter ?? false;
      try {
        work();
        return true;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        if (database.isTransaction) database.exec("ROLLBACK");
        return false;
      } finally {
        left = Number.POSITIVE_INFINITY;
      }
    },
  };
}

/** The parts of the service on a database, with Rails in and out, one of them into the other. */
function openParts(database: DatabaseSync) {
  const places = createPlaces(database);
  const common = { database, places, clock: () => AT, onChange: () => {} };
  const [store, ledger] = [createStore(common), createLedger(common)];
  const deposits = createDeposits({ database, store, places, ledger });
  const outside = createOutside({ places, ledger, deposits });
  outside.openFor("Acme", { iban: IBAN });
  const account = {
    id: "bka_1",
    display_name: "Main",
    currency: "GBP",
    iban: IBAN,
    reference: null,
  };
  store.addBankAccount("Acme", account);
  const offRamp = newRail(
    "Acme",
    {
      ...{
        type: "OFF_RAMP",
        metadata: null,
        source: { asset: "GBPA", network_id: "SOLANA_DEVNET" },
      },
      destination: { asset: "GBP", bank_account_id: account },
    },
    AT,
  );
  store.addRail("Acme", offRamp);
  const { address } = endOf(offRamp.source);
  for (const wallet of [address, "7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK"]) {
    const into = { id: `wa_${wallet}`, display_name: "W", is_custodial: false, address: wallet };
    const wallet_id: Wallet = { ...into, network: "SOLANA_DEVNET" };
    store.addWallet("Acme", wallet_id);
    const destination = { asset: "GBPA", wallet_id } as const;
    const body = {
      type: "ON_RAMP",
      metadata: null,
      source: { asset: "GBP" },
      destination,
    } as const;
    store.addRail("Acme", newRail("Acme", body, AT));
  }
  return { places, store, ledger, deposits, outside };
}

const MOVEMENTS = {
  ...{ received: "", converted: "conversion", delivered: "conversion,delivery" },
  ...{ held: "", returned: "return" },
};

/** Checks the books anew from the journal alone. */
function audit(database: DatabaseSync) {
  const count = (sql: string) => database.prepare(sql).all();
  const moved = `SELECT place, asset, sum(amount) AS amount FROM (
    SELECT to_place AS place, asset, amount FROM movements
    UNION ALL SELECT from_place, asset, -amount FROM movements) GROUP BY place, asset`;
  expect(count(`SELECT * FROM (${moved}) EXCEPT SELECT * FROM balances`)).toEqual([]);
  expect(count("SELECT asset FROM balances GROUP BY asset HAVING sum(amount) <> 0")).toEqual([]);
  const deposits = count(`SELECT state, reason, receipt.amount AS amount,
      (SELECT group_concat(kind) FROM movements WHERE deposit = deposits.number) AS kinds,
      (SELECT max(abs(amount - receipt.amount)) FROM movements WHERE deposit = deposits.number) AS off
    FROM deposits JOIN movements AS receipt ON receipt.number = receipt`);
  for (const { state, reason, kinds, off } of deposits) {
    expect(kinds ?? "").toBe(MOVEMENTS[state as keyof typeof MOVEMENTS]);
    expect(off ?? 0).toBe(0);
    expect(reason !== null).toBe(state === "held" || state === "returned");
  }
  // Each movement into an entry point is a deposit.
  expect(
    count(`SELECT movements.number FROM movements JOIN places ON places.number = to_place
      WHERE rail IS NOT NULL AND movements.number NOT IN (SELECT receipt FROM deposits)`),
  ).toEqual([]);
}

const deed = fc.oneof(
  fc.record({
    do: fc.constant("pay" as const),
    from: fc.nat({ max: 5 }),
    to: fc.nat({ max: 11 }),
    asset: fc.constantFrom(...ASSETS, "GBP", "GBPA"),
    amount: fc.integer({ min: 1, max: 3_000_000 }),
  }),
  fc.record({ do: fc.constantFrom("report" as const, "return" as const), which: fc.nat() }),
  fc.record({ do: fc.constant("steps" as const), count: fc.integer({ min: 1, max: 6 }) }),
);
const fuse = fc.record({ writes: fc.nat({ max: 8 }), isAfter: fc.boolean() });
const deeds = fc.array(fc.tuple(deed, fc.option(fuse, { nil: undefined })), { maxLength: 40 });

test("the books add up and nothing is lost or done twice, whatever is paid, reported, returned and killed", () => {
  fc.assert(
    fc.property(deeds, (all) => {
      using database = openDatabase();
      const { guarded, survives } = killable(database);
      const { places, store, ledger, deposits, outside } = openParts(guarded);
      const own = places.outside("Acme");
      const entries = store.rails("Acme").map(({ source }) => endOf(source).address);
      const known = [...entries, ...entries, ...own.map(({ address }) => address ?? "")];
      const perform = (what: (typeof all)[number][0]): unknown => {
        if (what.do === "pay") {
          const [from, to] = [own[what.from % own.length], known[what.to % known.length]];
          const order = { ...what, from: `${from?.number}`, to: to ?? "", reference: null };
          return outside.pay("Acme", order);
        }
        if (what.do === "steps") return Array.from({ length: what.count }, deposits.step);
        const latest = deposits.latest("Acme", 100);
        const deposit = latest[what.which % latest.length];
        if (!deposit) return undefined;
        return what.do === "report" ? deposits.takeIn(deposit.receipt) : deposits.giveBack(deposit);
      };
      const acknowledged: number[] = [];
      for (const [what, lit] of all) {
        let done: unknown;
        const isDone = survives(() => {
          done = perform(what);
        }, lit);
        if (isDone && what.do === "pay" && typeof done === "number") acknowledged.push(done);
        if (!isDone) audit(database);
      }
      while (deposits.step());
      audit(database);
      expect(acknowledged.map((each) => ledger.movement(each).kind)).not.toContain(undefined);
    }),
    { numRuns: 60 },
  );
});
