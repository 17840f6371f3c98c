import type { NewBankAccount, NewWallet, Rail, RailSpec, Wallet } from "./rail.ts";
import { isUsableId } from "./rail.ts";
import { RailApiError } from "./rail-api-error.ts";
import type { CreatedBankAccount } from "./schemas.ts";
import { bankAccountAnswer, railAnswer, railListAnswer, walletAnswer } from "./schemas.ts";
import { createTransport, type TransportOptions } from "./transport.ts";
import { type WalkCount, walkRails } from "./walk.ts";

/** `rail-interface.md`, "Endpoints". All throw `RailApiError`; each POST is sent once at most. */
export interface RailApi {
  createRail(spec: RailSpec, metadata: readonly string[]): Promise<Rail>;

  /** The answer may show another Rail: compare its id before you use it. */
  getRail(id: string): Promise<Rail>;

  /**
   * `onPage` gets the Rails of each page, some perhaps twice; those without an id come at the end,
   * each once. What it throws ends the walk. Only the answer says that the walk was complete.
   */
  walk(onPage: (rails: Rail[]) => void | Promise<void>): Promise<WalkCount>;

  createWallet(wallet: NewWallet): Promise<Wallet>;

  /** The document does not show this answer, so all of it may be missing. */
  createBankAccount(account: NewBankAccount): Promise<CreatedBankAccount>;
}

export interface RailApiOptions extends Omit<TransportOptions, "base"> {
  /** With the version prefix, such as `…/api/v1`; with or without a slash at its end. */
  baseUrl: string;
}

/** For one company's token. Throws a TypeError if no call could use the base address or token. */
export function createRailApi({ baseUrl, ...options }: RailApiOptions): RailApi {
  const base = readBaseUrl(baseUrl);
  // A header cannot carry anything else, and fetch's own message would quote the token.
  if (!/^[\x21-\x7e]+$/.test(options.token)) throw new TypeError("The Rail API token is no token");
  const { read, write } = createTransport({ ...options, base });

  return {
    async createRail(spec, metadata) {
      const body = toRailBody(spec, metadata);
      return (await write("POST /rails", "rails", body, railAnswer)).data;
    },

    async getRail(id) {
      if (!isUsableId(id)) {
        throw new RailApiError("not-found", "GET /rails/{rail}: no Rail can have this id");
      }
      const path = `rails/${encodeURIComponent(id)}`;
      return (await read("GET /rails/{rail}", path, railAnswer)).data;
    },

    walk(onPage) {
      return walkRails(base, (page) => read("GET /rails", page, railListAnswer), onPage);
    },

    async createWallet({ name, network, address }) {
      const body = { name, network_id: network, address };
      return (await write("POST /wallets", "wallets", body, walletAnswer)).data;
    },

    createBankAccount({ name, iban }) {
      return write("POST /bank-accounts", "bank-accounts", { iban, name }, bankAccountAnswer);
    },
  };
}

/** Ids go back as the strings they came as, although the document's schema says integer. */
function toRailBody({ type, source, destination }: RailSpec, metadata: readonly string[]) {
  const { asset } = destination;
  return {
    type,
    metadata,
    source: { asset: source.asset, ...("network" in source && { network_id: source.network }) },
    destination:
      "wallet" in destination
        ? { asset, wallet_id: destination.wallet.id }
        : { asset, bank_account_id: destination.bankAccount.id },
  };
}

function readBaseUrl(baseUrl: string): URL {
  const base = URL.parse(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  // The rest of an address would be credentials, a query or a fragment.
  if (base && /^https?:$/.test(base.protocol) && base.href === base.origin + base.pathname) {
    return base;
  }
  throw new TypeError("The Rail API base address is not a plain http address");
}
