import type { Fiat, Network, RailType, Stablecoin } from "./known-codes.ts";

/** Either whitelisted by the company, or custodial: the dedicated entry point of an off-ramp Rail. */
export interface Wallet {
  id: string;
  displayName: string;
  isCustodial: boolean;
  network: Network;
  address: string;
}

/** Either whitelisted by the company, or virtual: the dedicated entry point of an on-ramp Rail. */
export interface BankAccount {
  id: string;
  displayName: string;
  currency: Fiat;
  iban: string;
  virtual: VirtualDetails | null;
}

interface VirtualDetails {
  accountNumber: string;
  sortCode: string;
  bicSwift: string;
  reference: string;
}

/** The type says by which of the two money enters; the other one is the whitelisted destination. */
export interface Rail {
  id: string;
  type: RailType;
  fiat: Fiat;
  bankAccount: BankAccount;
  stablecoin: Stablecoin;
  wallet: Wallet;
  metadata: readonly string[] | null;
  createdAt: string;
}
