import type { DestinationDetails } from "../domain/change.ts";
import { paymentDetailOf } from "../domain/destination.ts";
import type { KnownValue } from "../domain/known-value.ts";
import type { LookAlike } from "../domain/look-alike.ts";
import { lookAlikes } from "../domain/look-alike.ts";
import type { Store } from "./ports/store.ts";

/** What an address or IBAN is to this company before anybody approves anything about it. */
export interface ValueFacts {
  /** Known under this very value; also on another network, where it is an address. */
  same: readonly KnownValue[];
  lookAlikes: readonly LookAlike<KnownValue>[];
}

export async function valueFacts(
  store: Pick<Store, "listKnownValues">,
  connectionId: string,
  details: DestinationDetails,
): Promise<ValueFacts> {
  return lookAlikes(paymentDetailOf(details), await store.listKnownValues(connectionId));
}
