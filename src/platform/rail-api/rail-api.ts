import type { AddressNetwork } from "../payment-details/address.ts";
import type { BankAccount, Rail, RailSpec, Wallet } from "./rules/rail.ts";

/** The codes that are offered. The document does not list what the service takes, so the operator does. */
export interface Catalogue {
  fiatAssets: readonly string[];
  stablecoins: readonly string[];
  networks: readonly AddressNetwork[];
}

/** One page of `GET /rails`, and how many Rails the service counted in all when it made the page. */
export interface RailPage {
  rails: Rail[];
  total: number;
}

/** One page, with the addresses that the service names; null if it names none. */
export interface ListedPage extends RailPage {
  isFirst: boolean;
  isLast: boolean;
  previous: string | null;
  next: string | null;
  last: string | null;
}

export interface WhitelistedBankAccount {
  id: string | null;
  bankAccount: BankAccount | null;
  answer: unknown;
}

/** The five operations of `rail-interface.md`, section "Endpoints". All throw `RailApiError`. */
export interface RailApi {
  /** `POST /rails`. Sent at most once; what a failure means is the error's `outcome`. */
  createRail(spec: RailSpec, metadata: readonly string[]): Promise<Rail>;

  /** `GET /rails/{rail}`. */
  getRail(id: string): Promise<Rail>;

  /** `GET /rails`, page by page. Ends only after the last page: one bad Rail or page fails the walk. */
  listRails(): AsyncIterable<RailPage>;

  /** One page of `GET /rails`: the first, or the one at an address that a page has named. */
  readPage(address: string | null): Promise<ListedPage>;

  /** `POST /wallets`. Sent at most once. */
  whitelistWallet(wallet: { name: string; network: string; address: string }): Promise<Wallet>;

  /** `POST /bank-accounts`. Sent at most once; the answer is not documented, so all of it may be missing. */
  whitelistBankAccount(account: { name: string; iban: string }): Promise<WhitelistedBankAccount>;
}

/**
 * The client for one connection, with that connection's own token. It keeps what the service shows, unless it is to
 * compare that with what is kept.
 */
export type RailApis = (
  workspaceId: string,
  connectionId: string,
  purpose?: "to-compare",
) => Promise<RailApi>;
