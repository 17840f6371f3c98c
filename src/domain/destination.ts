import type { BankAccountDestination, RailType, WalletDestination } from "./rail.ts";

/** A whitelisted wallet or bank account in our own register: the service lists neither. Times are ISO 8601. */
export type Destination = {
  /** Ours; the service's own id stands in `wallet` or `bankAccount`. */
  id: string;
  workspaceId: string;
  connectionId: string;
  /** A Slack user id, or `sandbox`. */
  addedBy: string;
  addedAt: string;
  usableFrom: string;
  retiredAt: string | null;
} & (
  | { kind: "wallet"; wallet: WalletDestination }
  | { kind: "bank-account"; bankAccount: BankAccountDestination }
);

/** The kind of destination into which a Rail of this type delivers. */
export function destinationKind(type: RailType): Destination["kind"] {
  return type === "ON_RAMP" ? "wallet" : "bank-account";
}

export function isUsable({ usableFrom, retiredAt }: Destination, now: string): boolean {
  return retiredAt === null && usableFrom <= now;
}

/** The name given when it was whitelisted, the network if it has one, and the full address or IBAN. */
export function destinationFacts(destination: Destination): {
  name: string;
  network: string | null;
  value: string;
} {
  return destination.kind === "wallet"
    ? {
        name: destination.wallet.name,
        network: destination.wallet.network,
        value: destination.wallet.address,
      }
    : { name: destination.bankAccount.name, network: null, value: destination.bankAccount.iban };
}
