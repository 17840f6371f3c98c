import type { Receipt } from "../delivery/socket-mode.ts";

/** The end of an interaction for the person who started it. */
export interface Outcome {
  acknowledged: boolean;
  /** The words for the person if the app did not take it. */
  failure?: string;
}

export function outcomeOf(receipt: Receipt, subject: string): Outcome {
  return receipt.isAcknowledged
    ? { acknowledged: true }
    : { acknowledged: false, failure: failureText(receipt.reason, subject) };
}

function failureText(reason: "dispatch_failed" | "operation_timeout", subject: string): string {
  const why =
    reason === "dispatch_failed"
      ? "the app is not connected"
      : "the app did not respond within three seconds";
  return `${subject} failed because ${why} (${reason}).`;
}
