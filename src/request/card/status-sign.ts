import { AUTHORITY } from "../../authority/table.ts";
import { deedOf } from "../rules/change.ts";
import type { Status } from "../rules/change-request.ts";
import type { RequestFacts } from "./request-facts.ts";

/** A sign beside the word of the status, never instead of it. */
export function statusSign({
  request,
  frozen,
}: Pick<RequestFacts, "request"> & Partial<Pick<RequestFacts, "frozen">>): string {
  if (frozen && AUTHORITY[deedOf(request.content.change)].isHeldByFreeze) return "🛑";
  return SIGNS[request.state.status];
}

const SIGNS: Record<Status, string> = {
  pending: "⏳",
  approved: "⏳",
  blocked: "⏳",
  sending: "⏳",
  unknown: "⚠️",
  created: "⏳",
  verified: "⏳",
  done: "✅",
  quarantined: "🛑",
  "needs-a-person": "⚠️",
  "in-force": "✅",
  denied: "⛔",
  withdrawn: "⛔",
  expired: "⛔",
  voided: "⛔",
  failed: "⛔",
};
