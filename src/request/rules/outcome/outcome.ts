import type { Rail } from "../../../platform/rail-api/rules/rail.ts";
import type { NotSentBecause } from "../change-request.ts";

/** The result of a POST. Only `refused`, `unauthenticated` and `not-sent` say that nothing was done. */
export type Outcome =
  | { type: "created"; rail: Rail }
  | ({ type: "whitelisted" } & Whitelisted)
  | { type: "refused"; message: string; fieldErrors: Record<string, string[]> }
  | { type: "unauthenticated" }
  | { type: "not-sent"; because: NotSentBecause }
  | { type: "unknown" };

/** The answer to `POST /wallets` or `POST /bank-accounts`, as far as it was readable. */
export interface Whitelisted {
  serviceId: string | null;
  /** Null if the answer does not show it. */
  shown: { network: string | null; value: string } | null;
  /** All of it, as JSON. */
  answer: string;
}
