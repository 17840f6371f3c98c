import type { Rail } from "../interface/resources.ts";
import type { Store } from "../store.ts";
import type { Deposit, Deposits } from "./deposits.ts";
import type { Ledger } from "./ledger.ts";
import { endOf, type Place, type Places } from "./places.ts";

const LATEST = { rails: 50, deposits: 50, movements: 50 };

interface Parts {
  store: Store;
  places: Places;
  ledger: Ledger;
  deposits: Deposits;
}

export type Books = ReturnType<ReturnType<typeof createBooks>["read"]>;

/** Shows the books of one company, and nothing of any other. Amounts are decimals: "1250.00". */
export function createBooks({ store, places, ledger, deposits }: Parts) {
  const shown = ({ asset, amount }: { asset: string; amount: number }) => ({
    asset,
    amount: toDecimals(amount),
  });
  const balances = (place: Place) => ledger.balances(place).map(shown);

  function rail({ id, type, source, destination }: Rail) {
    const sums = deposits.ofRail(id);
    const sumOf = (asset: string, ...states: Deposit["state"][]) => {
      const own = sums.filter((each) => each.asset === asset && states.includes(each.state));
      return own.reduce((sum, { amount }) => sum + amount, 0);
    };
    const right = (...states: Deposit["state"][]) => sumOf(source.asset, ...states);
    return {
      id,
      type,
      entry_point: { ...endOf(source), reference: referenceOf(source) },
      source_asset: source.asset,
      destination_asset: destination.asset,
      destination: { name: nameOf(destination), ...endOf(destination) },
      deposits: sums.reduce((sum, { count }) => sum + count, 0),
      converted: shown({ asset: source.asset, amount: right("converted", "delivered") }),
      delivered: shown({ asset: destination.asset, amount: right("delivered") }),
      held: sums.filter(({ state }) => state === "held").map(shown),
    };
  }

  function deposit({ number, company, receipt, rail: id, state, reason }: Deposit) {
    const { at, from_place, asset, amount, reference } = ledger.movement(receipt);
    const { name, address } = places.get(from_place);
    const arrived = state === "delivered" ? store.rail(company, id)?.destination.asset : undefined;
    return {
      number,
      rail: id,
      at,
      from: { name, address },
      ...shown({ asset, amount }),
      reference,
      state,
      reason,
      delivered: arrived === undefined ? null : shown({ asset: arrived, amount }),
    };
  }

  function movement(number: number) {
    const { at, kind, from_place, to_place, reference, ...rest } = ledger.movement(number);
    const [from, to] = [places.get(from_place).name, places.get(to_place).name];
    return { number, at, kind, from, to, ...shown(rest), reference, deposit: rest.deposit };
  }

  return {
    deposit,
    movement,
    /** The latest of each come first, but the Rail that is asked for before all others. */
    read(company: string, wanted = "") {
      const first = store.rail(company, wanted);
      const latest = store.latestRails(company, LATEST.rails).filter(({ id }) => id !== first?.id);
      return {
        company,
        outside: places.outside(company).map((place) => ({ ...place, balances: balances(place) })),
        rails: [...(first ? [first] : []), ...latest].map(rail),
        deposits: deposits.latest(company, LATEST.deposits).map(deposit),
        movements: ledger.latest(company, LATEST.movements).map(({ number }) => movement(number)),
      };
    },
  };
}

const referenceOf = (end: Rail["source"]) =>
  end.type === "fiat" ? end.bank_account.reference : null;

const nameOf = (end: Rail["source"]) =>
  end.type === "fiat" ? end.bank_account.display_name : end.wallet.display_name;

const toDecimals = (minor: number) => {
  const digits = String(minor).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
