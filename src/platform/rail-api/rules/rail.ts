/** The Rail service's own words (`RailResource`), in our spelling. Ids are opaque: sent back verbatim, never parsed. */

/** What may be asked for. The service also knows `EXCHANGE`, which can be read but not created. */
export type RailType = "ON_RAMP" | "OFF_RAMP";

export interface BankAccount {
  id: string | null;
  displayName: string;
  currency: string;
  iban: string | null;
  accountNumber: string | null;
  sortCode: string | null;
  bicSwift: string | null;
  reference: string | null;
}

export interface Wallet {
  id: string | null;
  displayName: string;
  isCustodial: boolean;
  network: string;
  address: string;
}

export interface FiatAsset {
  kind: "fiat";
  asset: string;
  bankAccount: BankAccount;
}

export interface CryptoAsset {
  kind: "crypto";
  asset: string;
  wallet: Wallet;
}

interface RailFacts {
  /** Public id; the document allows null. */
  id: string | null;
  /** The strings given as `metadata` at creation, read back from `metadata.external_id`; items may be of any type. */
  metadata: readonly unknown[] | null;
  /** ISO 8601. */
  createdAt: string | null;
}

export interface OnRampRail extends RailFacts {
  type: "ON_RAMP";
  source: FiatAsset;
  destination: CryptoAsset;
}

export interface OffRampRail extends RailFacts {
  type: "OFF_RAMP";
  source: CryptoAsset;
  destination: FiatAsset;
}

/** Its behaviour is not shown by the document: read, listed, never created. */
export interface ExchangeRail extends RailFacts {
  type: "EXCHANGE";
  source: FiatAsset | CryptoAsset;
  destination: FiatAsset | CryptoAsset;
}

export type Rail = OnRampRail | OffRampRail | ExchangeRail;

/** A whitelisted wallet, in full: an approval covers the address, not only its id. */
export interface WalletDestination {
  id: string;
  name: string;
  network: string;
  address: string;
}

/** A whitelisted bank account, in full. `iban` is in its electronic spelling: upper case, no spaces. */
export interface BankAccountDestination {
  id: string;
  name: string;
  iban: string;
}

/** What a person asks for: everything that `POST /rails` is told, and the destination behind the id. */
export type RailSpec =
  | {
      type: "ON_RAMP";
      source: { asset: string };
      destination: { asset: string; wallet: WalletDestination };
    }
  | {
      type: "OFF_RAMP";
      source: { asset: string; network: string };
      destination: { asset: string; bankAccount: BankAccountDestination };
    };
