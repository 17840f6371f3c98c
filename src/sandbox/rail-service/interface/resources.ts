import { randomBytes } from "node:crypto";

// The document shows these codes and says that its list is not complete. It names Ethereum without
// an identifier: `ETHEREUM_SEPOLIA` is a choice of this sandbox.
export const RAIL_TYPES = ["ON_RAMP", "OFF_RAMP"] as const;
export const FIATS = ["GBP"] as const;
export const STABLECOINS = ["GBPA"] as const;
export const NETWORKS = ["SOLANA_DEVNET", "ETHEREUM_SEPOLIA"] as const;
/** The document announces it as coming soon, so the refusal says so. */
export const ANNOUNCED_STABLECOIN = "USDC";

export interface Wallet {
  id: string;
  display_name: string;
  is_custodial: boolean;
  network: (typeof NETWORKS)[number];
  address: string;
}

/** The three optional fields are those of a virtual account. */
export interface BankAccount {
  id: string;
  display_name: string;
  currency: string;
  iban: string;
  account_number?: string;
  sort_code?: string;
  bic_swift?: string;
  reference: string | null;
}

/** The document does not show the `type` of an asset: `fiat` and `crypto` are our choice. */
export interface Fiat {
  asset: string;
  type: "fiat";
  bank_account: BankAccount;
}

export interface Crypto {
  asset: string;
  type: "crypto";
  wallet: Wallet;
}

export type RailEnds =
  | { type: "ON_RAMP"; source: Fiat; destination: Crypto }
  | { type: "OFF_RAMP"; source: Crypto; destination: Fiat };

/** A Rail as the document shows it, and as it is stored. The source is its entry point. */
export type Rail = RailEnds & {
  id: string;
  metadata: { external_id: string[] | null };
  human: null;
  created_at: string;
};

/** A public id. The document shows `wa_` and `bka_`, and no id of a Rail: `rail_` is our choice. */
export const newId = (prefix: "rail" | "wa" | "bka"): string =>
  `${prefix}_${randomBytes(12).toString("hex")}`;
