import type { Db } from "../../platform/database/schema.ts";
import type { LookAlike } from "../../platform/payment-details/look-alike.ts";
import { lookAlikes } from "../../platform/payment-details/look-alike.ts";
import { listKnownValues } from "../../request/queries/known-values.ts";
import type { DestinationDetails } from "../../request/rules/change.ts";
import { paymentDetailOf } from "../../request/rules/destination.ts";
import type { KnownValue } from "../../request/rules/known-value.ts";

/** What an address or IBAN is to this company before anybody approves anything about it. */
export interface ValueFacts {
  /** Known under this very value; also on another network, where it is an address. */
  same: readonly KnownValue[];
  lookAlikes: readonly LookAlike<KnownValue>[];
}

export async function valueFacts(
  db: Db,
  connectionId: string,
  details: DestinationDetails,
): Promise<ValueFacts> {
  return lookAlikes(paymentDetailOf(details), await listKnownValues(db, connectionId));
}
