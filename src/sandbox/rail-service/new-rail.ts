import type { Rail } from "./entities.ts";
import { newId } from "./ids.ts";
import { issueVirtualAccount, issueWallet } from "./issue-entry-points.ts";
import type { RailRequest } from "./requests/rail-body.ts";

/** The Rail that a company asked for, with the dedicated entry point that creating it provisions. */
export function newRail(company: string, request: RailRequest, createdAt: string): Rail {
  const { metadata } = request;
  const common = { id: newId("rail"), metadata, createdAt };

  switch (request.type) {
    case "ON_RAMP":
      return {
        ...common,
        type: request.type,
        fiat: request.source.asset,
        bankAccount: issueVirtualAccount(company, request.source.asset),
        stablecoin: request.destination.asset,
        wallet: request.wallet,
      };
    case "OFF_RAMP":
      return {
        ...common,
        type: request.type,
        fiat: request.destination.asset,
        bankAccount: request.bankAccount,
        stablecoin: request.source.asset,
        wallet: issueWallet(request.source.network_id),
      };
  }
}
