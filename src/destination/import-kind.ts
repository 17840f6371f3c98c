import type { ChangeKind } from "../request/change-kind.ts";
import type { ImportDestination } from "../request/rules/change.ts";
import { newDestination } from "./destination-rules.ts";

/** The service has whitelisted it already: nothing is sent. */
export const importKind: ChangeKind<ImportDestination> = {
  ...newDestination,
  subject: ({ details, serviceId }) => ({ details, serviceId }),
  job: "keep-register",
  remedies: () => ["close"],
};
