/**
 * What the simulated bank and chain show of one company: no part of the documented interface. Amounts are decimal
 * strings in the asset's own minor units ("1250.00"), never numbers; times are ISO 8601 in UTC.
 */
export interface Books {
  company: string;
  /** The company's own accounts and wallets, outside the service: where deposits come from and deliveries arrive. The
   * latest 200, in the order in which they were opened. */
  outside: OutsidePlace[];
  /** The latest 50, newest first. */
  rails: RailPicture[];
  /** The latest 100, newest first. */
  deposits: Deposit[];
  /** The latest 100, newest first. */
  movements: Movement[];
}

export interface Balance {
  /** `GBP`, `EUR`, `GBPA`, `USDC`: more than the interface knows, so that the wrong asset can be sent, too. */
  asset: string;
  amount: string;
}

/** A holder of value. Its IBAN identifies a bank account; its network and address identify a wallet. */
export type Place =
  | { kind: "bank-account"; name: string; iban: string }
  | { kind: "virtual-account"; name: string; iban: string }
  | { kind: "wallet"; name: string; network: string; address: string }
  | { kind: "dedicated-wallet"; name: string; network: string; address: string }
  /** The service's own: where one asset is exchanged for another, and what it keeps for that. */
  | { kind: "conversion" | "fees"; name: string }
  /** Whatever is not in these books: where opening balances come from, and another company's places. */
  | { kind: "elsewhere"; name: string };

export type OutsidePlace = Extract<Place, { kind: "bank-account" | "wallet" }> & {
  /** By `POST /bank-accounts` or `POST /wallets`. */
  is_whitelisted: boolean;
  balances: Balance[];
};

export type EntryPoint = Extract<Place, { kind: "virtual-account" | "dedicated-wallet" }> & {
  /** What a deposit into a virtual account is to carry; null for a wallet. */
  reference: string | null;
  /** What was held here and not returned, and what is not converted yet. */
  balances: Balance[];
};

/** Source → entry point → conversion → destination, with what went through so far. */
export interface RailPicture {
  /** `rail_…` */
  id: string;
  type: "ON_RAMP" | "OFF_RAMP";
  /** The asset that has to be sent in, and what arrives. */
  source_asset: string;
  destination_asset: string;
  entry_point: EntryPoint;
  destination: OutsidePlace;
  /** How many deposits came, and of the right ones: how much came in, and how much was delivered. */
  deposits: number;
  converted: Balance;
  delivered: Balance;
  /** Held now, by asset: never converted, and can be returned. */
  held: Balance[];
}

/** Each is converted and delivered exactly once, or held for a reason until it is returned. */
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
  /** Why it is, or was, held. */
  reason: "source-not-whitelisted" | "wrong-asset" | "wrong-network" | null;
  /** What arrived at the destination. */
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
  /** The deposit that it is part of. */
  deposit: string | null;
}
