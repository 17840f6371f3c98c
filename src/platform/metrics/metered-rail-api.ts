import type { RailApi } from "../rail-api/rail-api.ts";
import { RailApiError } from "../rail-api/rail-api-error.ts";
import type { Metrics } from "./metrics.ts";

/** The same client; its calls are timed by operation, as the document heads it, and outcome: `ok` or the error's code. */
export function meteredRailApi({ railCalls }: Pick<Metrics, "railCalls">, rails: RailApi): RailApi {
  async function timed<T>(operation: string, call: () => Promise<T>): Promise<T> {
    const end = railCalls.startTimer({ operation });
    try {
      const answer = await call();
      end({ outcome: "ok" });
      return answer;
    } catch (error) {
      end({ outcome: outcomeOf(error) });
      throw error;
    }
  }

  return {
    createRail: (...asked) => timed("POST /rails", () => rails.createRail(...asked)),
    getRail: (id) => timed("GET /rails/{rail}", () => rails.getRail(id)),
    whitelistWallet: (wallet) => timed("POST /wallets", () => rails.whitelistWallet(wallet)),
    whitelistBankAccount: (account) =>
      timed("POST /bank-accounts", () => rails.whitelistBankAccount(account)),

    readPage: (address) => timed("GET /rails", () => rails.readPage(address)),

    async *listRails() {
      const startPage = () => railCalls.startTimer({ operation: "GET /rails" });
      let end = startPage();
      try {
        for await (const page of rails.listRails()) {
          end({ outcome: "ok" });
          yield page;
          end = startPage();
        }
      } catch (error) {
        end({ outcome: outcomeOf(error) });
        throw error;
      }
    },
  };
}

function outcomeOf(error: unknown): string {
  return error instanceof RailApiError ? error.code : "unexpected";
}
