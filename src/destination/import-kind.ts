import type { RichTextSection } from "@slack/types";
import { copyableInline, warningLine } from "../platform/slack/blocks/rich-text.ts";
import type { RequestFacts } from "../request/card/request-facts.ts";
import { unproven } from "../request/card/request-warnings.ts";
import type { ChangeKind } from "../request/change-kind.ts";
import { findDestinationByServiceId } from "../request/queries/destinations.ts";
import { findSeenDestination } from "../request/queries/rails/seen-rails.ts";
import type { ImportDestination } from "../request/rules/change.ts";
import {
  differencesFromSeen,
  ID_TAKEN,
  isContradiction,
} from "../request/rules/decide-destination.ts";
import { holdsItsId } from "../request/rules/destination.ts";
import { mindsFreeze } from "../request/rules/status.ts";
import { coolDown, unchecked } from "./destination-card.ts";
import { newDestination, whyNotNew } from "./register-change.ts";
import { destinationFormAgain } from "./screens/form-again.ts";
import { destinationText } from "./values/destination-text.ts";

const LIMITS =
  "Nothing is sent to the Rail service. Rails can pay it once approved; it can be retired here.";

/** The service has whitelisted it already: nothing is sent. */
export const importKind: ChangeKind<ImportDestination> = {
  words: {
    nothingDone: "Nothing was put into the register.",
    nothingWillBeDone: "Nothing will be put into the register.",
    next: "Put into the register next.",
    sending: "It is being put into the register.",
    noWayBack:
      "Once there are enough approvals, it is in the register; to take it out again needs approvals too.",
    inForce: "IMPORTED",
    inRules: "imports",
  },
  title: ({ details }) => `import a ${destinationText(details)}`,
  card: ({ details, serviceId }, facts) => ({
    facts: [
      ["Change", [`Import a ${destinationText(details)}, as `, copyableInline(serviceId)]],
      ["Limits", [[LIMITS, ...coolDown(facts, "imported")].join(" ")]],
    ],
  }),
  warnings: (change, facts) => [...unchecked(change), ...ofTheId(change, facts)],
  ...newDestination,
  subject: ({ details, serviceId }) => ({ details, serviceId }),
  carriedOut: {
    by: "signalbox",
    job: "keep-register",
    settle({ details, serviceId }, { isIdTaken, seen }) {
      if (isIdTaken) return { type: "voided", because: ID_TAKEN };
      const differences = seen ? differencesFromSeen(details, seen) : [];
      if (differences.length > 0) return { type: "quarantined", railIds: [], differences };
      return { type: "in-force", serviceId, isProven: seen !== null && seen.detail !== null };
    },
  },
  remedies: () => ["close"],
  formAgain: destinationFormAgain,
  async obstacle(db, change, around) {
    const obstacle = await whyNotNew(db, change, around);
    if (obstacle) return obstacle;
    const { details, serviceId } = change;
    const taken = await findDestinationByServiceId(db, around.connectionId, serviceId);
    if (taken && holdsItsId(taken, details)) return { because: "id-taken", destination: taken };
    const seen = await findSeenDestination(db, around.connectionId, serviceId);
    return seen && isContradiction(details, seen)
      ? { because: "contradicted", shown: seen.detail?.value ?? null }
      : undefined;
  },
};

function ofTheId(
  change: ImportDestination,
  { request, destination, same }: RequestFacts,
): RichTextSection[] {
  if (!mindsFreeze(request)) return [];
  const isShown = same.some(
    (known) => known.is === "unregistered" && known.rail.destination.serviceId === change.serviceId,
  );
  return [
    ...(isShown ? [] : [unproven(change.details)]),
    ...(destination !== null && destination.whyUnusable !== "retired"
      ? [warningLine("this id is already in the register, so it cannot be imported.")]
      : []),
  ];
}
