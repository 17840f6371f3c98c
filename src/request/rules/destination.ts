import type { PaymentDetail } from "../../platform/payment-details/payment-detail.ts";
import { destinationKey } from "../../platform/payment-details/payment-detail.ts";
import type {
  BankAccountDestination,
  RailSpec,
  RailType,
  WalletDestination,
} from "../../platform/rail-api/rules/rail.ts";
import type { DestinationDetails } from "./change.ts";
import { canonicalJson } from "./digest.ts";

/** A whitelisted wallet or bank account in our own register: the service lists neither. Times are ISO 8601. */
export type Destination = {
  /** Ours; `wallet` or `bankAccount` has the service's own id. */
  id: string;
  workspaceId: string;
  connectionId: string;
  /** A Slack user id, or `sandbox`. */
  addedBy: string;
  approvedBy: readonly string[];
  addedAt: string;
  /** The end of its cool-down. */
  usableFrom: string;
  retiredAt: string | null;
  /** When the service itself first showed this id with this address or IBAN; null while only we say so. */
  provenAt: string | null;
  /** When the service showed this id with another address or IBAN: nobody may use it since then. */
  contradictedAt: string | null;
  /** The request that registered it; null for a destination of the sandbox's start. */
  requestId: string | null;
} & (
  | { kind: "wallet"; wallet: WalletDestination }
  | { kind: "bank-account"; bankAccount: BankAccountDestination }
);

/** The kind of destination into which a Rail of this type delivers. */
export function destinationKind(type: RailType): Destination["kind"] {
  return type === "ON_RAMP" ? "wallet" : "bank-account";
}

/** Why no Rail into it may be requested or created now; undefined if one may. */
export type Unusable = "retired" | "contradicted" | "cooling-down";

export function whyUnusable(
  {
    usableFrom,
    retiredAt,
    contradictedAt,
  }: Pick<Destination, "usableFrom" | "retiredAt" | "contradictedAt">,
  now: string,
): Unusable | undefined {
  if (retiredAt !== null) return "retired";
  if (contradictedAt !== null) return "contradicted";
  return usableFrom <= now ? undefined : "cooling-down";
}

export function isUsable(destination: Destination, now: string): boolean {
  return whyUnusable(destination, now) === undefined;
}

/** What the register and the end of a Rail have in common. */
type Held = { wallet: WalletDestination } | { bankAccount: BankAccountDestination };

/** The name given when it was whitelisted, the network if it has one, and the full address or IBAN. */
export function destinationFacts(held: Held) {
  if ("wallet" in held) {
    const { name, network, address } = held.wallet;
    return { name, network, value: address };
  }
  const { name, iban } = held.bankAccount;
  return { name, network: null, value: iban };
}

export function serviceIdOf(destination: Destination): string {
  return destination.kind === "wallet" ? destination.wallet.id : destination.bankAccount.id;
}

export function detailsOf(held: Held): DestinationDetails {
  if ("bankAccount" in held) return { kind: "bank-account", iban: held.bankAccount.iban };
  const { network, address } = held.wallet;
  return { kind: "wallet", network, address };
}

/** `known`: the service's own id, and the name given when it was whitelisted. */
export function withDetails(
  registered: Omit<Destination, "kind">,
  details: DestinationDetails,
  known: { id: string; name: string },
): Destination {
  switch (details.kind) {
    case "wallet": {
      const { network, address } = details;
      return { ...registered, kind: "wallet", wallet: { ...known, network, address } };
    }
    case "bank-account":
      return { ...registered, kind: "bank-account", bankAccount: { ...known, iban: details.iban } };
  }
}

/** The address or IBAN alone, for comparing and searching. */
export function paymentDetailOf(details: DestinationDetails): PaymentDetail {
  return details.kind === "wallet"
    ? { kind: "address", value: details.address }
    : { kind: "iban", value: details.iban };
}

/** Two details with the same key are one destination: the same account, or the same address on the same network. */
export function detailsKey(details: DestinationDetails): string {
  const network = details.kind === "wallet" ? details.network : "";
  return JSON.stringify([details.kind, network, destinationKey(paymentDetailOf(details))]);
}

/**
 * Whether this destination keeps its service id from another one with these details. A retired one releases it; but
 * for another value only if the service never showed that it belongs to its own.
 */
export function holdsItsId(destination: Destination, details: DestinationDetails): boolean {
  if (destination.retiredAt === null) return true;
  const isSame = detailsKey(detailsOf(destination)) === detailsKey(details);
  return destination.provenAt !== null && !isSame;
}

/** The type, assets, networks and destination id of a Rail, in one text. */
export function routeOfSpec(spec: RailSpec): string {
  return canonicalJson({
    type: spec.type,
    source: spec.source,
    asset: spec.destination.asset,
    destination: destinationIdOf(spec),
  });
}

/** The service's own id of the destination. */
export function destinationIdOf({ destination }: RailSpec): string {
  return "wallet" in destination ? destination.wallet.id : destination.bankAccount.id;
}
