import type { Db } from "../platform/database/db.ts";
import { type DestinationValue, valueKey } from "../platform/payment-details/destination-value.ts";
import { readRailsTo, type Service } from "../request/store/mirror.ts";

/** Whether a Rail shows a destination's id at the service with another value: then nobody knows where money goes. */
export async function findContradiction(
  db: Db,
  service: Service,
  { id, value }: { id: string; value: DestinationValue },
): Promise<boolean> {
  const rails = await readRailsTo(db, service, id);
  return rails.some(({ rail: { destination } }) => {
    if (destination.kind === "crypto") {
      const { network, address } = destination.wallet;
      if (address === "") return false;
      return (
        value.kind !== "wallet" || valueKey({ ...value, network, address }) !== valueKey(value)
      );
    }
    const { iban } = destination.bankAccount;
    if (!iban) return false;
    return value.kind !== "account" || valueKey({ kind: "account", iban }) !== valueKey(value);
  });
}
