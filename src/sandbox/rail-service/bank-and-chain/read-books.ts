import type { Rail } from "../entities.ts";
import { assetsOf, destinationOf } from "../rail-ends.ts";
import type { KnownDeposit } from "../settlement/deposits.ts";
import type { Parts } from "../settlement/parts.ts";
import { balance } from "./assets.ts";
import type { Books, Deposit, EntryPoint, Movement, OutsidePlace, RailPicture } from "./books.ts";
import type { KnownMovement } from "./ledger.ts";
import { type KnownOutside, shownOutside, shownPlace } from "./place.ts";

const LATEST = { outside: 200, rails: 50, deposits: 100, movements: 100 };

/** Shows the books of one company, and nothing of any other. */
export function createBooksReader({ ledger, places, deposits, state }: Parts) {
  function railsOf(company: string, first: string | undefined): Rail[] {
    const latest = state.latestRails(company, LATEST.rails);
    const wanted = first === undefined ? undefined : state.findRail(company, first);
    if (!wanted) return latest;
    const others = latest.filter(({ id }) => id !== wanted.id);
    return [wanted, ...others].slice(0, LATEST.rails);
  }

  function outside(place: KnownOutside): OutsidePlace {
    const { is_whitelisted } = place;
    return { ...shownOutside(place), is_whitelisted, balances: ledger.balances(place) };
  }

  function entryPoint(rail: Rail): EntryPoint {
    const balances = ledger.balancesOfRail(rail.id);
    if (rail.type === "OFF_RAMP") {
      const { displayName: name, network, address } = rail.wallet;
      return { kind: "dedicated-wallet", name, network, address, reference: null, balances };
    }
    const { displayName: name, iban, virtual } = rail.bankAccount;
    const reference = virtual?.reference ?? null;
    return { kind: "virtual-account", name, iban, reference, balances };
  }

  /** Shows a whitelisted place as the company that whitelisted it knows it, even if it is an entry point. */
  function destination(company: string, rail: Rail): OutsidePlace {
    const known = places.findOutside(company, destinationOf(rail));
    if (known) return outside(known);
    const common = { is_whitelisted: true, balances: [] };
    const { wallet, bankAccount } = rail;
    if (rail.type === "OFF_RAMP") {
      const { displayName: name, iban } = bankAccount;
      return { kind: "bank-account", name, iban, ...common };
    }
    const { displayName: name, network, address } = wallet;
    return { kind: "wallet", name, network, address, ...common };
  }

  function picture(rail: Rail, company: string): RailPicture {
    const { source, destination: arriving } = assetsOf(rail);
    const totals = deposits.totals(rail.id);
    const inState = (...states: string[]) => totals.filter((each) => states.includes(each.state));
    const converted = inState("converted", "delivered").map(({ amount }) => amount);
    const delivered = inState("delivered").map((each) => each.converted ?? 0n);

    return {
      id: rail.id,
      type: rail.type,
      source_asset: source,
      destination_asset: arriving,
      entry_point: entryPoint(rail),
      destination: destination(company, rail),
      deposits: totals.reduce((count, each) => count + each.count, 0),
      converted: balance(source, sum(converted)),
      delivered: balance(arriving, sum(delivered)),
      held: inState("held").map(({ asset, amount }) => balance(asset, amount)),
    };
  }

  function deposit({ company, ...known }: KnownDeposit): Deposit {
    const { id, rail, at, state: now, reason, converted } = known;
    const receipt = ledger.movement(known.receipt);
    const { asset, amount } = balance(receipt.asset, receipt.amount);
    const found = state.findRail(company, rail);
    const hasArrived = now === "delivered" && converted !== null && found !== undefined;
    return {
      id,
      rail,
      at,
      from: shownPlace(places.get(receipt.from_place)),
      asset,
      amount,
      reference: receipt.reference,
      state: now,
      reason,
      delivered: hasArrived ? balance(assetsOf(found).destination, converted) : null,
    };
  }

  function movement(known: KnownMovement): Movement {
    const { id, at, kind, from_place, to_place, reference, deposit_id } = known;
    return {
      id,
      at,
      kind,
      from: shownPlace(places.get(from_place)),
      to: shownPlace(places.get(to_place)),
      ...balance(known.asset, known.amount),
      reference,
      deposit: deposit_id,
    };
  }

  return {
    outside,
    deposit,
    movement: (number: number): Movement => movement(ledger.movement(number)),
    /** Lists this Rail first if it belongs to the company. */
    books: (company: string, rail?: string): Books => ({
      company,
      outside: places.listOutside(company, LATEST.outside).map(outside),
      rails: railsOf(company, rail).map((each) => picture(each, company)),
      deposits: deposits.latest(company, LATEST.deposits).map(deposit),
      movements: ledger.latest(company, LATEST.movements).map(movement),
    }),
  };
}

export type BooksReader = ReturnType<typeof createBooksReader>;

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);
