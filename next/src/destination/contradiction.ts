import type { Db } from "../platform/database/db.ts";
import { type DestinationValue, valueKey } from "../platform/payment-details/destination-value.ts";
import type { Rail } from "../platform/rail-api/rail.ts";
import { type RailRow, readRailsTo, type Service } from "../request/store/mirror.ts";

/** A destination's id at the service, and the value that it should have. */
interface Named {
  id: string;
  value: DestinationValue;
}

/** Whether a Rail shows this id with another value: then nobody knows where money goes. */
export async function findContradiction(db: Db, service: Service, named: Named): Promise<boolean> {
  return isContradicted(await readRailsTo(db, service, named.id), named);
}

/** The same by Rails that were read before. */
export function isContradicted(rails: readonly RailRow[], { id, value }: Named): boolean {
  return rails.some(({ rail }) => idOf(rail) === id && hasOtherValue(rail, value));
}

const idOf = ({ destination }: Rail): string | null =>
  destination.kind === "crypto" ? destination.wallet.id : destination.bankAccount.id;

function hasOtherValue({ destination }: Rail, value: DestinationValue): boolean {
  if (destination.kind === "crypto") {
    const { network, address } = destination.wallet;
    if (address === "") return false;
    return value.kind !== "wallet" || valueKey({ ...value, network, address }) !== valueKey(value);
  }
  const { iban } = destination.bankAccount;
  if (!iban) return false;
  return value.kind !== "account" || valueKey({ kind: "account", iban }) !== valueKey(value);
}
