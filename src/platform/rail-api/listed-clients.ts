import { createRailApi } from "./client.ts";
import type { RailApi } from "./rail-api.ts";
import { RailApiError, type RailApiErrorCode } from "./rail-api-error.ts";

/** As the operator lists a Rail service: whether money moves there belongs to its address. */
export interface ListedService {
  baseUrl: string;
  environment: string;
}

/** A Rail service and the token for it; null if the token was removed. */
export interface Access extends ListedService {
  token: string | null;
}

/**
 * The one place where clients are made. A service that the operator does not list is never called, whatever the database
 * says: its client refuses everything itself, as does that of a connection without a token.
 */
export function listedClients(listed: readonly ListedService[]): (access: Access) => RailApi {
  return ({ token, ...service }) => {
    const { baseUrl } = service;
    if (!isListed(service, listed)) return refusing("not-listed", "this address is not listed");
    if (token === null) return railApiWithoutToken;
    return createRailApi({ baseUrl, token });
  };
}

/** A service that is listed for production now is another one than the sandbox whose cards people approved. */
export const isListed = (
  { baseUrl, environment }: ListedService,
  listed: readonly ListedService[],
): boolean => listed.some((each) => each.baseUrl === baseUrl && each.environment === environment);

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
