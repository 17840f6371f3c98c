import { isOutside } from "../bank-and-chain/place.ts";
import type { KnownDeposit } from "./deposits.ts";
import type { Parts } from "./parts.ts";

/** Sends a held deposit back to its sender, once. Returns the reason if it cannot. */
export type ReturnDeposit = (deposit: KnownDeposit) => string | undefined;

export function createReturnDeposit({ ledger, places, deposits }: Parts): ReturnDeposit {
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
