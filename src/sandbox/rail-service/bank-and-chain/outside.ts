import { accountBody, type Opening, type Order, walletBody } from "./bodies.ts";
import type { Ledger } from "./ledger.ts";
import type { KnownOutside, Location } from "./place.ts";
import type { Places } from "./places.ts";
import type { Reports } from "./reports.ts";
import { type OutsideOptions, usualOutside } from "./usual-outside.ts";

/** The limit for one company and asset. Opening balances come from nowhere, but SQLite limits an integer. */
const MOST_OPENED = 10n ** 15n;

type Sent = { ok: true; movement: number } | { ok: false; field: string; why: string };
type Opened = { ok: true; place: KnownOutside } | { ok: false; field: string; why: string };

interface Deps {
  ledger: Pick<Ledger, "transact" | "send" | "holding">;
  places: Pick<Places, "own" | "openOwn" | "openOutside" | "resolve" | "findOutside">;
  reports: Pick<Reports, "owe">;
}

/** The bank and the chain as their customers use them. A refusal changes nothing. */
export function createOutside({ ledger, places, reports }: Deps) {
  function openWith(company: string, { location, name, balances }: Opening): KnownOutside {
    const to = places.openOutside(company, location, name);
    const from = places.own(company, "elsewhere");
    for (const each of balances) ledger.send({ kind: "opening", from, to, ...each });
    return to;
  }

  function isTaken(company: string, location: Location): boolean {
    return (
      places.findOutside(company, location) !== undefined ||
      places.resolve(company, location)?.rail != null
    );
  }

  return {
    /** Opens the company's usual accounts and wallets the first time; later calls do nothing. */
    openFor(company: string, { bankAccounts, wallets }: OutsideOptions = usualOutside()): void {
      const openings = [
        ...bankAccounts.map((each) => accountBody.parse(each)),
        ...wallets.map((each) => walletBody.parse(each)),
      ];
      ledger.transact(company, () => {
        if (!places.openOwn(company)) return;
        for (const each of openings) openWith(company, each);
      });
    },

    open(company: string, opening: Opening): Opened {
      const field = opening.location.network === "BANK" ? "iban" : "address";
      if (isTaken(company, opening.location)) return refuse(field, "is in use already");
      const elsewhere = places.own(company, "elsewhere");
      const isTooMuch = opening.balances.some(({ asset }) => {
        const same = opening.balances.filter((each) => each.asset === asset);
        const wanted = same.reduce((sum, { amount }) => sum + amount, 0n);
        return wanted - ledger.holding(elsewhere, asset) > MOST_OPENED;
      });
      if (isTooMuch) return refuse("balances", "is more than there may be");
      return { ok: true, place: ledger.transact(company, () => openWith(company, opening)) };
    },

    /** Returns the number of the movement in the sender's books. */
    send(company: string, { from: source, to: target, ...order }: Order): Sent {
      const from = places.findOutside(company, source);
      if (!from) return refuse("from", "must be an account or wallet of the company's own");
      const to = places.resolve(company, target);
      if (!to) return refuse("to", "must be known here: nothing is sent into nowhere");
      if (to.number === from.number) return refuse("to", "must be another one than from");
      const held = ledger.holding(from, order.asset);
      if (held < order.amount) return refuse("amount", "is more than there is");

      return ledger.transact(company, () => {
        const { sent, received } = ledger.send({ ...order, from, to });
        if (to.rail !== null) reports.owe(received);
        return { ok: true, movement: sent };
      });
    },
  };
}

export type Outside = ReturnType<typeof createOutside>;

const refuse = (field: string, why: string) => ({ ok: false, field, why }) as const;
