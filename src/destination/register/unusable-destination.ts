import { counted, utcText } from "../../platform/text/times.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import type { Destination, Unusable } from "../../request/rules/destination.ts";
import { whyUnusable } from "../../request/rules/destination.ts";

/** Why no Rail may deliver yet into what is only asked for, and what it waits for. */
export function awaitedSentence(request: ChangeRequest | undefined, coolDownHours: number): string {
  if (!request) return CHOOSE_ANOTHER;
  const after =
    coolDownHours === 0
      ? "It can be used as soon as it is whitelisted."
      : `It can be used ${counted(coolDownHours, "hour")} after it is whitelisted.`;
  switch (request.state.status) {
    case "pending":
      return `${numberOf(request)} still waits for its approvers. ${after} Choose another until then.`;
    case "in-force":
      return `${numberOf(request)} has been done since this form was drawn. Open the form anew to choose it.`;
    case "denied":
    case "withdrawn":
    case "expired":
    case "voided":
    case "failed":
    case "quarantined":
      return `${numberOf(request)} did not lead to a destination: its card says why. Choose another.`;
    case "approved":
    case "blocked":
    case "sending":
    case "unknown":
    case "needs-a-person":
    case "created":
    case "verified":
    case "done":
      return `${numberOf(request)} is approved and not done yet: its card says where it stands. ${after} Choose another until then.`;
  }
}

/** Why no Rail may deliver into a destination now, and from when it may. */
export function unusableSentence(destination: Destination | undefined, now: string): string {
  const why = destination && whyUnusable(destination, now);
  return destination && why ? sentence(why, destination) : CHOOSE_ANOTHER;
}

function sentence(why: Unusable, { usableFrom }: Destination): string {
  switch (why) {
    case "cooling-down":
      return `This destination was whitelisted only recently. It may be used from ${utcText(usableFrom)}. Choose another until then.`;
    case "contradicted":
      return "The Rail service has shown this destination with another address or IBAN than the register. Choose another, and tell an administrator.";
    case "retired":
      return "This destination has been retired. Choose another.";
  }
}

const CHOOSE_ANOTHER = "This destination can no longer be used. Choose another.";
