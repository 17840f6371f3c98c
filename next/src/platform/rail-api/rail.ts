/**
 * The Rail service's resources (`rail-interface.md`, "Resources and their fields") in our spelling.
 * Ids are opaque and sent back as they came. An unusable one (`isUsableId`) is read as null.
 */
export type Rail = RailFacts &
  (
    | { type: "ON_RAMP"; source: FiatAsset; destination: CryptoAsset }
    | { type: "OFF_RAMP"; source: CryptoAsset; destination: FiatAsset }
    // Can be read but not created. The document does not say which end is which.
    | { type: "EXCHANGE"; source: FiatAsset | CryptoAsset; destination: FiatAsset | CryptoAsset }
  );

/** What may be asked for. */
export type RailType = RailSpec["type"];

interface RailFacts {
  id: string | null;
  /** The strings given at creation (`metadata.external_id`); items may be of any type. */
  metadata: readonly unknown[] | null;
  /** ISO 8601. */
  createdAt: string | null;
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

/** What `POST /wallets` is told. */
export interface NewWallet {
  name: string;
  network: string;
  address: string;
}

/** What `POST /bank-accounts` is told. `iban` is in electronic spelling: upper case, no spaces. */
export interface NewBankAccount {
  name: string;
  iban: string;
}

/** What `POST /rails` is told, and the address or IBAN behind the id: an approval covers both. */
export type RailSpec =
  | {
      type: "ON_RAMP";
      source: { asset: string };
      destination: { asset: string; wallet: NewWallet & { id: string } };
    }
  | {
      type: "OFF_RAMP";
      source: { asset: string; network: string };
      destination: { asset: string; bankAccount: NewBankAccount & { id: string } };
    };

/**
 * Whether the database can keep an id and a URL can name it: without control and half characters
 * and U+FFFD, which stands for an unreadable one, and not `.` or `..`, which URLs take for folders.
 */
export function isUsableId(id: string | null): id is string {
  return (
    id !== null && id.length <= 255 && !/^\.{0,2}$/.test(id) && !/[\p{Cc}\p{Cs}\uFFFD]/u.test(id)
  );
}
