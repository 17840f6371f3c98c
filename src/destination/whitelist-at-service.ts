import type { RailApi } from "../platform/rail-api/rail-api.ts";
import type { DestinationDetails } from "../request/rules/change.ts";
import type { Whitelisted } from "../request/rules/outcome/outcome.ts";

/** Longer answers are not kept whole: the document shows none that comes near. */
const MOST_KEPT = 10_000;

/**
 * `POST /wallets` or `POST /bank-accounts`, sent at most once. The answer of the second is not documented: whatever came
 * is kept, and its id and IBAN are picked out where they can be found. Throws a `RailApiError`.
 */
export async function whitelistAtService(
  rails: Pick<RailApi, "whitelistWallet" | "whitelistBankAccount">,
  name: string,
  details: DestinationDetails,
): Promise<Whitelisted> {
  switch (details.kind) {
    case "wallet": {
      const { network, address } = details;
      const wallet = await rails.whitelistWallet({ name, network, address });
      return {
        serviceId: wallet.id,
        shown: { network: wallet.network, value: wallet.address },
        answer: kept(wallet),
      };
    }
    case "bank-account": {
      const { iban } = details;
      const { id, bankAccount, answer } = await rails.whitelistBankAccount({ name, iban });
      const shown = bankAccount?.iban ?? null;
      return {
        serviceId: id,
        shown: shown === null ? null : { network: null, value: shown },
        answer: kept(answer),
      };
    }
  }
}

function kept(answer: unknown): string {
  return (JSON.stringify(answer) ?? "").slice(0, MOST_KEPT).toWellFormed();
}
