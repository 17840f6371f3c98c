import { createRailApi } from "./client.ts";
import type { RailApi } from "./rail-api.ts";
import { RailApiError, type RailApiErrorCode } from "./rail-api-error.ts";

/** The address and token of a Rail service; null if the token was removed. */
export interface Access {
  baseUrl: string;
  token: string | null;
}

/**
 * The one place where clients are made. An address that the operator does not list is never called, whatever the database
 * says: its client refuses everything itself, as does that of a connection without a token.
 */
export function listedClients(listed: readonly { baseUrl: string }[]): (access: Access) => RailApi {
  const addresses = new Set(listed.map(({ baseUrl }) => baseUrl));
  return ({ baseUrl, token }) => {
    if (!addresses.has(baseUrl)) return refusing("not-listed", "this address is not listed");
    if (token === null) return railApiWithoutToken;
    return createRailApi({ baseUrl, token });
  };
}

/** Nothing is sent, and everything is answered as if the service had refused the token. */
export const railApiWithoutToken: RailApi = refusing("unauthenticated", "no token is kept");

function refusing(code: RailApiErrorCode, why: string): RailApi {
  const refused = (operation: string): never => {
    throw new RailApiError(code, `${operation}: ${why}`);
  };
  return {
    createRail: async () => refused("POST /rails"),
    getRail: async () => refused("GET /rails/{rail}"),
    listRails: () => ({
      [Symbol.asyncIterator]: () => ({ next: async () => refused("GET /rails") }),
    }),
    readPage: async () => refused("GET /rails"),
    whitelistWallet: async () => refused("POST /wallets"),
    whitelistBankAccount: async () => refused("POST /bank-accounts"),
  };
}
