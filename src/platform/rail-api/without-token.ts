import type { RailApi } from "./rail-api.ts";
import { RailApiError } from "./rail-api-error.ts";

/** The client of a connection whose token was removed: nothing is sent, and everything is answered as if it was refused. */
export const railApiWithoutToken: RailApi = {
  createRail: async () => refused("POST /rails"),
  getRail: async () => refused("GET /rails/{rail}"),
  listRails: () => ({
    [Symbol.asyncIterator]: () => ({ next: async () => refused("GET /rails") }),
  }),
  whitelistWallet: async () => refused("POST /wallets"),
  whitelistBankAccount: async () => refused("POST /bank-accounts"),
};

function refused(operation: string): never {
  throw new RailApiError("unauthenticated", `${operation}: no token is kept`);
}
