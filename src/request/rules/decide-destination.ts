import { destinationKey } from "../../platform/payment-details/payment-detail.ts";
import { isUsableId } from "../../platform/rail-api/rules/service-id.ts";
import type { DestinationDetails } from "./change.ts";
import { isNewDestination } from "./change.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { Circumstances, Decision } from "./decision.ts";
import { accept, refuse } from "./decision.ts";
import { paymentDetailOf } from "./destination.ts";
import type { Difference } from "./outcome/attestation.ts";
import type { Whitelisted } from "./outcome/outcome.ts";
import type { SeenEnd } from "./outcome/seen-rail.ts";
import { isReleased } from "./status.ts";

export type DestinationCommand =
  /** The service shows the id of a registered destination with another value. */
  | { type: "contradict"; seen: SeenEnd }
  /** The service shows the id of a registered destination with its own value. */
  | { type: "prove"; seen: SeenEnd };

export function decideDestination(
  command: DestinationCommand,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  switch (command.type) {
    case "contradict":
      return contradict(command, request, around);
    case "prove":
      return prove(command, request, around);
  }
}

const CONTRADICTED =
  "The Rail service shows this id with another address or IBAN than the requested one.";

export const ID_TAKEN =
  "The id is already in the register for another destination. Check it at the Rail service.";

/** The answer to a whitelisting: an id with another value than the approved one is never registered. */
export function recordWhitelisted(
  { serviceId, shown, answer }: Whitelisted,
  attempt: number,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { change } = request.content;
  const { state } = request;
  // This makes an attempt that was released meanwhile unnecessary.
  const isOpen =
    isReleased(state) || state.status === "sending" || state.status === "needs-a-person";
  if (change.kind !== "whitelist-destination" || !isOpen || attempt !== request.attempt) {
    return refuse("not-now");
  }
  const differences = shown ? differencesFrom(change.details, shown) : [];
  if (differences.length > 0) {
    return accept(around, { type: "quarantined", railIds: [], differences });
  }
  if (around.isIdTaken) {
    return accept(around, { type: "gave-up", question: "register", because: ID_TAKEN, answer });
  }
  if (around.seen && isContradiction(change.details, around.seen)) {
    return accept(around, { type: "gave-up", question: "register", because: CONTRADICTED, answer });
  }
  if (!isUsableId(serviceId)) {
    return accept(around, {
      type: "gave-up",
      question: "no-id",
      because:
        "The Rail service answered that it whitelisted this, but its answer holds no id that could be found. Look it up at the service, and enter it here.",
      answer,
    });
  }
  return accept(around, { type: "in-force", serviceId, isProven: shown !== null, answer });
}

function contradict(
  { seen }: Extract<DestinationCommand, { type: "contradict" }>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { change } = request.content;
  if (!isNewDestination(change)) return refuse("not-now");
  const differences = differencesFromSeen(change.details, seen);
  if (request.state.status !== "in-force" || differences.length === 0) return refuse("not-now");
  return accept(around, { type: "quarantined", railIds: [], differences });
}

function prove(
  { seen }: Extract<DestinationCommand, { type: "prove" }>,
  request: ChangeRequest,
  around: Circumstances,
): Decision {
  const { change } = request.content;
  const isShown =
    isNewDestination(change) && seen.detail !== null && !isContradiction(change.details, seen);
  if (request.state.status !== "in-force" || !isShown) return refuse("not-now");
  return accept(around, { type: "proven" });
}

/** True if the service shows another value for an id. */
export function isContradiction(details: DestinationDetails, seen: SeenEnd): boolean {
  return differencesFromSeen(details, seen).length > 0;
}

export function differencesFromSeen(
  details: DestinationDetails,
  { detail, network }: SeenEnd,
): Difference[] {
  return detail === null ? [] : differencesFrom(details, { network, value: detail.value });
}

/** Each approved field beside the value that the service shows instead. */
export function differencesFrom(
  details: DestinationDetails,
  shown: { network: string | null; value: string },
): Difference[] {
  const approved = paymentDetailOf(details);
  const isSame =
    destinationKey(approved) === destinationKey({ kind: approved.kind, value: shown.value });
  const differences: Difference[] = isSame
    ? []
    : [
        {
          field: approved.kind,
          expectedBy: "approved",
          expected: approved.value,
          found: shown.value,
        },
      ];
  if (details.kind === "wallet" && details.network !== shown.network) {
    differences.push({
      field: "network",
      expectedBy: "approved",
      expected: details.network,
      found: shown.network,
    });
  }
  return differences;
}
