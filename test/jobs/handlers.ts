import type { JobName } from "../../src/platform/queue/job.ts";
import type { Handler } from "../../src/platform/queue/queue.ts";

/** The same work for a job of any name. */
export function handlers(handler: Handler): Record<JobName, Handler> {
  return {
    "create-rail": handler,
    "reconcile-rail": handler,
    "verify-rail": handler,
    "post-instructions": handler,
    "update-approval-card": handler,
    "raise-alarm": handler,
    "withdraw-instructions": handler,
    "remind-approvers": handler,
    "tell-ending": handler,
    "expire-request": handler,
    "void-request": handler,
    "wake-request": handler,
    "whitelist-destination": handler,
    "keep-register": handler,
    "keep-setup": handler,
  };
}
