import type { LookAlike } from "../../platform/payment-details/look-alike.ts";
import { lookAlikes } from "../../platform/payment-details/look-alike.ts";
import type { PaymentDetail } from "../../platform/payment-details/payment-detail.ts";
import type { Change } from "./change.ts";
import type { ChangeRequest } from "./change-request.ts";
import { isContradiction } from "./decide-destination.ts";
import type { Destination } from "./destination.ts";
import { destinationFacts, detailsOf, paymentDetailOf } from "./destination.ts";
import { adoptionOf, isAsAdopted } from "./outcome/adopted.ts";
import type { SeenRail } from "./outcome/seen-rail.ts";
import { isSameEnd, seenEnd } from "./outcome/seen-rail.ts";

/** An IBAN or address that means something to this company, and what. */
export type KnownValue = PaymentDetail & {
  /** Null for an IBAN. */
  network: string | null;
  /** The service's name if nobody named it here. */
  name: string;
} /** `isInUse`: the service has proven it, and a Rail that was approved here delivers into it. */ & (
    | { is: "destination"; destination: Destination; isInUse: boolean }
    /** Money goes into it. `owner`: null for a Rail that was never approved here. */
    | ({ is: "entry-point"; owner: RailOwner | null } & SeenAndReported)
    /** A Rail delivers there; not in our register. `isIdTaken`: the register has its id with another value. */
    | { is: "unregistered"; rail: SeenRail; isIdTaken: boolean }
    /** Waits for approval, or for a person. */
    | { is: "asked-for"; requestNumber: number }
  );

export interface SeenAndReported {
  rail: SeenRail;
  /** The service's last whole list lacked it. */
  isMissing: boolean;
  /** A member reported a problem with it, and no approver has marked it as disputed. */
  isReported: boolean;
}

/** `isUsed`: a Rail that was approved here delivers into it. */
export function knownDestination(destination: Destination, isUsed = false): KnownValue {
  const { name, network } = destinationFacts(destination);
  return {
    ...paymentDetailOf(detailsOf(destination)),
    network,
    name,
    is: "destination",
    destination,
    isInUse: isUsed && isInForce(destination),
  };
}

/** The service has proven it, and it has not ended. */
export const isInForce = ({ provenAt, retiredAt, contradictedAt }: Destination): boolean =>
  provenAt !== null && retiredAt === null && contradictedAt === null;

/** The meaning of an address or IBAN to this company before anybody approves anything about it. */
export interface ValueFacts {
  /** Known under this very value; also on another network, where it is an address. */
  same: readonly KnownValue[];
  lookAlikes: readonly Resembling[];
}

/** `isSibling`: both are our own and in use, so neither is a forgery of the other. */
export type Resembling = LookAlike<KnownValue> & { isSibling: boolean };

export function factsOfValue(detail: PaymentDetail, known: readonly KnownValue[]): ValueFacts {
  const found = lookAlikes(detail, known);
  const isOurs = found.same.some(isInUse);
  return {
    same: found.same,
    lookAlikes: found.lookAlikes.map((each) => ({
      ...each,
      isSibling: isOurs && isInUse(each.known),
    })),
  };
}

const isInUse = (known: KnownValue): boolean => known.is === "destination" && known.isInUse;

/** The request that a Rail belongs to, and whether people may pay into that Rail. */
interface RailOwner {
  requestNumber: number;
  /** As people approved it. */
  name: string;
  standing: Standing;
}

/** `withheld`: it was never read back as approved, or the service now shows another entry point or destination. */
export type Standing = "approved" | "quarantined" | "withheld";

/** The worst request to which a Rail was ever known to belong; null for a Rail that was never approved here. */
export function railOwner(
  owners: readonly Pick<ChangeRequest, "number" | "content" | "state">[],
  seen: SeenRail,
): RailOwner | null {
  const all = owners.map(({ number, content, state }) => ({
    requestNumber: number,
    name: content.change.name,
    standing: standingOf({ content, state }, seen),
  }));
  return (
    all.find(({ standing }) => standing === "quarantined") ??
    all.find(({ standing }) => standing === "withheld") ??
    all[0] ??
    null
  );
}

function standingOf(
  { content, state }: Pick<ChangeRequest, "content" | "state">,
  seen: SeenRail,
): Standing {
  const { source } = seen;
  const adoption = adoptionOf({ content, state });
  if (adoption) return isAsAdopted(adoption, seen) ? "approved" : "withheld";
  if (state.status === "quarantined") return "quarantined";
  if (state.status !== "verified" && state.status !== "done") return "withheld";
  const issued = state.issued && seenEnd(state.issued.source);
  const isPaidInto = issued === null || isSameEnd(issued, source);
  return isPaidInto && arrivesAsApproved(content.change, seen) ? "approved" : "withheld";
}

function arrivesAsApproved(
  change: Change,
  { type, destinationAsset, destination }: SeenRail,
): boolean {
  if (change.kind !== "create-rail") return true;
  const { spec } = change;
  const isSame = type === spec.type && destinationAsset === spec.destination.asset;
  return isSame && !isContradiction(detailsOf(spec.destination), destination);
}
