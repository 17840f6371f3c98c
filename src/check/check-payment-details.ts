import { setImmediate } from "node:timers/promises";
import type { Db } from "../platform/database/schema.ts";
import { findPaymentDetails } from "../platform/payment-details/find-payment-details.ts";
import {
  findCurrentConnection,
  findPolicy,
  findRailsReadAt,
} from "../request/queries/companies.ts";
import { listKnownValues } from "../request/queries/known-values.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import type { JudgedDetail } from "./rules/judge.ts";
import { byAlarm, judgedDetail } from "./rules/judge.ts";

/** What is known here of the IBANs and addresses in a text. */
export interface PaymentCheck {
  /** The alarming ones first. */
  judged: readonly JudgedDetail[];
  /** Found, and not held against anything: there were too many. */
  notLookedAt: number;
  /** ISO 8601; null when the list of all Rails was never read to its end. */
  railsReadAt: string | null;
  /** Whom to ask about what is alarming. */
  policy: Policy;
}

/** Some 20 ms each against 10,000 known values. */
const MOST_LOOKED_AT = 200;

export async function checkPaymentDetails(
  db: Db,
  workspaceId: string,
  text: string,
): Promise<PaymentCheck> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const known = await listKnownValues(db, connectionId);
  const found = findPaymentDetails(text);
  const judged: JudgedDetail[] = [];
  for (const each of found.slice(0, MOST_LOOKED_AT)) {
    judged.push(judgedDetail(each, known));
    // Others wait for their three seconds meanwhile.
    await setImmediate();
  }
  return {
    judged: byAlarm(judged),
    notLookedAt: found.length - judged.length,
    railsReadAt: await findRailsReadAt(db, connectionId),
    policy: await findPolicy(db, workspaceId),
  };
}
