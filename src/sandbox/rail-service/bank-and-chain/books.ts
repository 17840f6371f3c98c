/**
 * The simulated bank and chain show one company this. It is no part of the documented interface. Amounts are decimal
 * strings with two decimals ("1250.00"), never numbers; times are ISO 8601 in UTC.
 */
export interface Books {
  company: string;
  /** The company's own accounts and wallets outside the service: the latest 200, in the order of their opening. */
  outside: OutsidePlace[];
  /** The latest 50, newest first. */
  rails: RailPicture[];
  /** The latest 100, newest first. */
  deposits: Deposit[];
  /** The latest 100, newest first. */
  movements: Movement[];
}

export interface Balance {
  /** `GBP`, `EUR`, `GBPA` or `USDC`: the interface knows fewer, so people can send the wrong asset. */
  asset: string;
  amount: string;
}

/** A holder of value. Its IBAN identifies a bank account; its network and address identify a wallet. */
export type Place =
  | { kind: "bank-account"; name: string; iban: string }
  | { kind: "virtual-account"; name: string; iban: string }
  | { kind: "wallet"; name: string; network: string; address: string }
  | { kind: "dedicated-wallet"; name: string; network: string; address: string }
  /** The service's own places: one exchanges assets, the other keeps the fees. */
  | { kind: "conversion" | "fees"; name: string }
  /** Everything outside these books: the source of opening balances, and other companies' places. */
  | { kind: "elsewhere"; name: string };

export type OutsidePlace = Extract<Place, { kind: "bank-account" | "wallet" }> & {
  /** True after `POST /bank-accounts` or `POST /wallets`. */
  is_whitelisted: boolean;
  balances: Balance[];
};

export type EntryPoint = Extract<Place, { kind: "virtual-account" | "dedicated-wallet" }> & {
  /** The reference for a deposit into a virtual account; null for a wallet. */
  reference: string | null;
  /** Deposits that are held here, or not converted yet. */
  balances: Balance[];
};

/** A Rail as a path: source → entry point → conversion → destination, with its totals so far. */
export interface RailPicture {
  /** `rail_…` */
  id: string;
  type: "ON_RAMP" | "OFF_RAMP";
  /** The asset to pay in, and the asset that arrives. */
  source_asset: string;
  destination_asset: string;
  entry_point: EntryPoint;
  destination: OutsidePlace;
  /** Counts all deposits. The amounts are of the right ones only: paid in and delivered. */
  deposits: number;
  converted: Balance;
  delivered: Balance;
  /** Amounts that are held now, by asset. They are never converted, and can be returned. */
  held: Balance[];
}

/** A deposit is converted and delivered exactly once, or held for a reason until it is returned. */
export interface Deposit {
  /** `dep_…` */
  id: string;
  rail: string;
  at: string;
  from: Place;
  asset: string;
  amount: string;
  reference: string | null;
  state: "received" | "converted" | "delivered" | "held" | "returned";
  /** The reason for which it is or was held. */
  reason: "source-not-whitelisted" | "wrong-asset" | "wrong-network" | null;
  /** The amount that arrived at the destination. */
  delivered: Balance | null;
}

export interface Movement {
  /** `mov_…` */
  id: string;
  at: string;
  kind: "opening" | "payment" | "transfer" | "conversion" | "fee" | "delivery" | "return";
  from: Place;
  to: Place;
  asset: string;
  amount: string;
  reference: string | null;
  /** The deposit to which this movement belongs. */
  deposit: string | null;
}
