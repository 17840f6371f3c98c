import type { ChangeRequest } from "./change-request.ts";
import { rulesOf } from "./kind-rules.ts";

/** A piece of background work about one request. Every one may run twice, and late: it looks at the state first. */
export type StepName =
  | "expire-request"
  | "create-rail"
  | "reconcile-rail"
  | "verify-rail"
  | "post-instructions"
  | "whitelist-destination"
  | "keep-register"
  | "keep-setup";

/** All that a transaction may ask for; a test holds it against the list of capabilities. */
export type JobName =
  | StepName
  | "update-approval-card"
  | "raise-alarm"
  | "withdraw-instructions"
  | "remind-approvers"
  | "tell-ending"
  | "void-request"
  | "check-rows"
  | "wake-request";

declare module "../../platform/queue/job.ts" {
  interface JobNames extends Record<JobName, true> {}
}

export interface Step {
  name: StepName;
  /** ISO 8601; not before this. */
  at: string;
}

/**
 * Longer than the POST may take, so that a job woken then seldom finds its sender still at work. Whoever comes earlier
 * need not wait for it: what the sender has to say counts all the same, however late.
 */
const SENDING_AT_MOST_MS = 30_000;

/** The step that brings a request forward; undefined when only a person can, or when it has ended. */
export function nextStep({
  state,
  expiresAt,
  content,
}: Pick<ChangeRequest, "state" | "expiresAt" | "content">): Step | undefined {
  switch (state.status) {
    case "pending":
      return { name: "expire-request", at: expiresAt };
    case "approved":
    case "blocked":
      return { name: rulesOf(content.change).carriedOut.job, at: state.nextTryAt };
    case "sending":
      return {
        name: rulesOf(content.change).carriedOut.job,
        at: new Date(Date.parse(state.since) + SENDING_AT_MOST_MS).toISOString(),
      };
    case "unknown":
      return { name: "reconcile-rail", at: state.nextLookAt };
    case "created":
      return { name: "verify-rail", at: state.nextLookAt };
    case "verified":
      return { name: "post-instructions", at: state.since };
    case "done":
    case "in-force":
    case "quarantined":
    case "needs-a-person":
    case "denied":
    case "withdrawn":
    case "expired":
    case "voided":
    case "failed":
      return undefined;
  }
}
