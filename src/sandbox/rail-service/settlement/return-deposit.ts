import type { Ledger } from "../bank-and-chain/ledger.ts";
import { isOutside } from "../bank-and-chain/place.ts";
import type { Places } from "../bank-and-chain/places.ts";
import type { Deposits, KnownDeposit } from "./deposits.ts";

interface Deps {
  ledger: Pick<Ledger, "transact" | "send" | "movement" | "origin">;
  places: Pick<Places, "get">;
  deposits: Pick<Deposits, "advance">;
}

/** Sends a held deposit back where it came from, once. Gives the reason where it does not. */
export type ReturnDeposit = (deposit: KnownDeposit) => string | undefined;

export function createReturnDeposit({ ledger, places, deposits }: Deps): ReturnDeposit {
  return (deposit) => {
    if (deposit.state !== "held") return `is ${deposit.state}: only what is held can be returned`;
    const receipt = ledger.movement(deposit.receipt);
    const to = ledger.origin(receipt);
    if (!isOutside(to)) return "was paid out by a Rail, which takes nothing back";

    const { asset, amount, reference } = receipt;
    const from = places.get(receipt.to_place);
    ledger.transact(deposit.company, () => {
      deposits.advance(deposit, { state: "returned", due: null });
      ledger.send({ kind: "return", from, to, asset, amount, reference, deposit: deposit.number });
    });
    return undefined;
  };
}
