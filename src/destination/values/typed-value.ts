import type { AddressNetwork, AddressReading } from "../../platform/payment-details/address.ts";
import { readAddress } from "../../platform/payment-details/address.ts";
import type { IbanReading } from "../../platform/payment-details/iban.ts";
import { readIban } from "../../platform/payment-details/iban.ts";
import {
  addressFaultSentence,
  ibanFaultSentence,
} from "../../platform/payment-details/value-faults.ts";
import type { DestinationDetails } from "../../request/rules/change.ts";
import type { Destination } from "../../request/rules/destination.ts";

export type TypedValue = { typed: string } & (
  | { kind: "bank-account"; reading: IbanReading }
  | { kind: "wallet"; network: AddressNetwork; reading: AddressReading }
);

/** Undefined where nothing was typed, or no network is chosen: an address is checked for its network. */
export function readTypedValue(
  kind: Destination["kind"],
  {
    network: chosen,
    value: typed = "",
  }: { network?: string | undefined; value?: string | undefined },
  networks: readonly AddressNetwork[],
): TypedValue | undefined {
  if (typed === "") return undefined;
  if (kind === "bank-account") return { typed, kind, reading: readIban(typed) };
  const network = networks.find(({ id }) => id === chosen);
  return network && { typed, kind, network, reading: readAddress(typed, network) };
}

/** The destination as it would be sent to the service; undefined if what was typed is not taken. */
export function detailsIn(value: TypedValue | undefined): DestinationDetails | undefined {
  switch (value?.kind) {
    case undefined:
      return undefined;
    case "bank-account":
      return value.reading.ok ? { kind: value.kind, iban: value.reading.iban } : undefined;
    case "wallet":
      return value.reading.ok
        ? { kind: value.kind, network: value.network.id, address: value.reading.address }
        : undefined;
  }
}

/** Nobody told us what addresses of this network look like. */
export function isFormatChecked(value: TypedValue): boolean {
  return value.kind === "bank-account" || (value.reading.ok && value.reading.checked);
}

/** Why it is not taken; undefined when it is. */
export function valueError(value: TypedValue): string | undefined {
  if (value.kind === "bank-account") {
    return value.reading.ok ? undefined : ibanFaultSentence(value.reading.fault);
  }
  return value.reading.ok ? undefined : addressFaultSentence(value.reading.fault);
}
