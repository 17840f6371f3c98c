import type { PaymentDetail } from "../../platform/payment-details/payment-detail.ts";
import type { Destination } from "./destination.ts";
import { destinationFacts, detailsOf, paymentDetailOf } from "./destination.ts";
import type { RailOwner } from "./outcome/rail-owner.ts";
import type { SeenRail } from "./outcome/seen-rail.ts";

/** An IBAN or address that means something to this company, and what. */
export type KnownValue = PaymentDetail & {
  /** Null for an IBAN. */
  network: string | null;
  /** What people call it, or the service where nobody named it here. */
  name: string;
} & (
    | { is: "destination"; destination: Destination }
    /** Into which money is sent. `owner`: null for a Rail that was never approved here. */
    | { is: "entry-point"; rail: SeenRail; owner: RailOwner | null }
    /** Where a Rail delivers; not in our register. `isIdTaken`: under an id that the register has with another value. */
    | { is: "unregistered"; rail: SeenRail; isIdTaken: boolean }
    /** Waits for approval, or for a person. */
    | { is: "asked-for"; requestNumber: number }
  );

/** A name that the service alone gave is not ours: it never stands in bold, where people read what was approved. */
export function isNameApproved(known: KnownValue): boolean {
  return known.is !== "unregistered" && !(known.is === "entry-point" && known.owner === null);
}

export function knownDestination(destination: Destination): KnownValue {
  const { name, network } = destinationFacts(destination);
  return {
    ...paymentDetailOf(detailsOf(destination)),
    network,
    name,
    is: "destination",
    destination,
  };
}
