import type { RailApi } from "../services/ports.ts";
import { RailApiError } from "../services/rail-api-error.ts";

/** In the place of the client where no token is kept: as if the service had refused it, which is what people can mend. */
export function railApiWithoutToken(): RailApi {
  const refuse = async () => {
    throw new RailApiError("unauthenticated", "There is no token for the Rail service any more");
  };
  return {
    createRail: refuse,
    getRail: refuse,
    // biome-ignore lint/correctness/useYield: it ends before its first page.
    async *listRails() {
      await refuse();
    },
    whitelistWallet: refuse,
    whitelistBankAccount: refuse,
  };
}
