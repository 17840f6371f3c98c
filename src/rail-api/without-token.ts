import type { RailApi } from "../services/ports.ts";
import { RailApiError } from "../services/rail-api-error.ts";

/** For a connection whose token was removed: nothing is sent, and each call ends as with a token that is refused. */
export function railApiWithoutToken(): RailApi {
  const refuse = async () => {
    throw new RailApiError("unauthenticated", "This connection has no token");
  };
  return {
    createRail: refuse,
    getRail: refuse,
    listRails: () => ({ [Symbol.asyncIterator]: () => ({ next: refuse }) }),
    whitelistWallet: refuse,
    whitelistBankAccount: refuse,
  };
}
