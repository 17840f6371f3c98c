import type { ChangeKind } from "../request/change-kind.ts";
import type { WhitelistDestination } from "../request/rules/change.ts";
import { newDestination } from "./destination-rules.ts";

/** One `POST /wallets` or `POST /bank-accounts`, and then our register. */
export const whitelistKind: ChangeKind<WhitelistDestination> = {
  ...newDestination,
  subject: ({ details }) => ({ details, serviceId: null }),
  job: "whitelist-destination",
  remedies: () => ["enter-id", "release-attempt", "close"],
};
