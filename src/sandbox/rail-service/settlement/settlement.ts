import type { Reports } from "../bank-and-chain/reports.ts";
import type { Rail } from "../entities.ts";
import { assetsOf, destinationOf } from "../rail-ends.ts";
import { convert } from "./conversion.ts";
import type { KnownDeposit } from "./deposits.ts";
import type { Intake } from "./intake.ts";
import type { Parts } from "./parts.ts";

interface Deps extends Parts {
  reports: Reports;
  intake: Intake;
}

export function createSettlement({
  ledger,
  places,
  reports,
  deposits,
  state,
  intake,
  settings,
  clock,
}: Deps) {
  const now = () => Date.parse(clock());

  /** Milliseconds until the next step; undefined if none waits. */
  function untilNext(): number | undefined {
    if (reports.next() !== undefined) return 0;
    const due = deposits.next()?.due ?? undefined;
    return due && Math.max(due - now(), 0);
  }

  /** A kill before the last line reports it again: at least once. */
  function report(receipt: number): void {
    for (let time = 0; time < settings.reports; time += 1) intake(receipt);
    reports.settle(receipt);
  }

  function convertDeposit(deposit: KnownDeposit): void {
    const { company } = deposit;
    const { asset, amount, to_place } = ledger.movement(deposit.receipt);
    const { fee, exchanged, arriving } = convert(railOf(deposit).type, amount, settings);
    const move = { from: places.get(to_place), asset, deposit: deposit.number };
    ledger.transact(company, () => {
      deposits.advance(deposit, {
        state: "converted",
        converted: arriving,
        due: now() + settings.deliveryDelayMs,
      });
      if (fee > 0n) {
        ledger.send({ ...move, kind: "fee", to: places.own(company, "fees"), amount: fee });
      }
      const to = places.own(company, "conversion");
      ledger.send({ ...move, kind: "conversion", to, amount: exchanged });
    });
  }

  function deliver(deposit: KnownDeposit): void {
    const { company, converted: amount } = deposit;
    if (amount === null) throw new Error(`${deposit.id} is not converted`);
    const rail = railOf(deposit);
    const to = places.resolve(company, destinationOf(rail));
    if (to === undefined) throw new Error(`${deposit.id} has nowhere to go`);
    const from = places.own(company, "conversion");
    const { destination: asset } = assetsOf(rail);
    ledger.transact(company, () => {
      deposits.advance(deposit, { state: "delivered", due: null });
      // A small deposit may be worth less than one minor unit after the fee and the rate.
      if (amount === 0n) return;
      const move = { kind: "delivery", from, to, asset, amount, deposit: deposit.number } as const;
      const { received } = ledger.send(move);
      if (to.rail !== null) reports.owe(received);
    });
  }

  function railOf({ company, rail }: KnownDeposit): Rail {
    const found = state.findRail(company, rail);
    if (found === undefined) throw new Error(`${rail} is gone`);
    return found;
  }

  return {
    untilNext,

    /**
     * Does the step that is due for longest: a report, a conversion or a delivery. Returns false if none is due. Each step
     * is one transaction over the deposit and its movements, so a kill at any moment neither loses nor repeats one.
     */
    step(): boolean {
      const receipt = reports.next();
      if (receipt !== undefined) {
        report(receipt);
        return true;
      }
      const deposit = deposits.next();
      if (deposit?.due == null || deposit.due > now()) return false;
      if (deposit.state === "received") convertDeposit(deposit);
      else deliver(deposit);
      return true;
    },
  };
}

export type Settlement = ReturnType<typeof createSettlement>;
