import type { RichTextSection } from "@slack/types";
import { copyableInline, warningLine } from "../platform/slack/blocks/rich-text.ts";
import type { RequestFacts } from "../request/card/request-facts.ts";
import { unproven } from "../request/card/request-warnings.ts";
import type { ChangeKind } from "../request/change-kind.ts";
import type { ImportDestination } from "../request/rules/change.ts";
import { mindsFreeze } from "../request/rules/status.ts";
import { bodyOf, coolDown, unchecked } from "./destination-card.ts";
import { newDestination } from "./destination-rules.ts";
import { destinationText } from "./values/destination-text.ts";

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
    asked: [
      `Import a ${destinationText(details)} into the register, as `,
      copyableInline(serviceId),
    ],
    body: bodyOf(details),
    consequences: [
      "Nothing is sent to the Rail service. Once in the register, Rails may deliver into it; it can be retired here.",
      ...coolDown(facts, "imported"),
    ],
  }),
  warnings: (change, facts) => [...unchecked(change), ...ofTheId(change, facts)],
  ...newDestination,
  subject: ({ details, serviceId }) => ({ details, serviceId }),
  job: "keep-register",
  remedies: () => ["close"],
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
      ? [warningLine("this id stands in the register already, so it cannot be imported.")]
      : []),
  ];
}
