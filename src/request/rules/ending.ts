import type { ChangeRequest } from "./change-request.ts";

/** What whoever asked is told of: it has come to an end, or only people bring it further. Not what they did themselves. */
export function isEnding({ state }: Pick<ChangeRequest, "state">): boolean {
  switch (state.status) {
    case "done":
    case "in-force":
    case "denied":
    case "expired":
    case "voided":
    case "failed":
    case "quarantined":
    case "needs-a-person":
      return true;
    case "withdrawn":
    case "pending":
    case "approved":
    case "blocked":
    case "sending":
    case "unknown":
    case "created":
    case "verified":
      return false;
  }
}
