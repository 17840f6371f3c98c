import type { RichTextSection } from "@slack/types";
import { date, named, warningLine } from "../platform/slack/blocks/rich-text.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { counted } from "../platform/text/times.ts";
import { registered } from "../request/card/change-facts.ts";
import type { RegisteredFacts, RequestFacts } from "../request/card/request-facts.ts";
import { unproven } from "../request/card/request-warnings.ts";
import type { CardPart } from "../request/change-kind.ts";
import type { CreateRail } from "../request/rules/change.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { destinationFacts, detailsOf } from "../request/rules/destination.ts";
import { hasEnded, mindsFreeze } from "../request/rules/status.ts";
import { routeText, TYPE_NAMES } from "../request/words.ts";

/** A Rail that is asked for. */
export function railCard(
  { spec, reference }: CreateRail,
  { destination, isFirstUse }: RequestFacts,
): CardPart {
  const used = usedBy(destination, isFirstUse);
  return {
    facts: [
      ["Route", [`${TYPE_NAMES[spec.type]} ${routeText(spec)}`]],
      [
        "Destination",
        [named(destinationFacts(spec.destination).name), ...(used === null ? [] : [` · ${used}`])],
      ],
      ["Limits", [LIMITS]],
      ...(reference === null
        ? []
        : [["Your reference", [`“${shortened(reference, 100, "blank")}”`]] as const]),
    ],
    ...(destination && { context: registered(destination) }),
  };
}

function usedBy(destination: RegisteredFacts | null, isFirstUse: boolean): string | null {
  if (destination === null) return null;
  if (destination.usedByRails > 0) return `used by ${counted(destination.usedByRails, "Rail")}`;
  // Otherwise a warning says it already.
  return isFirstUse ? null : "never used";
}

export function railWarnings(
  change: CreateRail,
  { request, destination, isFirstUse }: RequestFacts,
): RichTextSection[] {
  const isUsed = destination !== null && destination.usedByRails > 0;
  const firstUse = firstUseWarning({ request, isFirstUse }, isUsed ? FIRST_OF_OURS : FIRST_USE);
  const another = change.isAnother && !hasEnded(request) ? [ANOTHER] : [];
  if (destination === null) {
    return [
      ...another,
      warningLine("this destination is not in the register of whitelisted ones."),
      ...firstUse,
    ];
  }
  return [
    ...another,
    ...unusable(destination, request),
    ...(destination.isProven || destination.whyUnusable === "contradicted"
      ? []
      : [unproven(detailsOf(change.spec.destination))]),
    ...firstUse,
  ];
}

/** What has ended never pays it. */
export function firstUseWarning(
  { request, isFirstUse }: Pick<RequestFacts, "request" | "isFirstUse">,
  line = FIRST_USE,
): RichTextSection[] {
  return isFirstUse && !hasEnded(request) ? [line] : [];
}

export const FIRST_USE = warningLine("first use. No Rail from Signalbox is known to go here yet.");

/** The card says how many Rails use it. */
const FIRST_OF_OURS = warningLine(
  "first use. The Rails that go here now were created outside Signalbox.",
);

export const ANOTHER = warningLine(
  "this is one more Rail with the same assets and destination as an earlier one. The requester has confirmed that.",
);

export const LIMITS = "Permanent, no amount limit. The Rail service cannot undo it.";

/** Retirement and cool-down matter only while the request waits. */
function unusable(
  { whyUnusable, usableFrom }: RegisteredFacts,
  { state: { status } }: ChangeRequest,
): RichTextSection[] {
  const isWaiting = mindsFreeze({ state: { status } });
  switch (whyUnusable) {
    case undefined:
      return [];
    case "contradicted":
      return [
        warningLine(
          "the Rail service has shown this destination's id with another value. Do not use it; an administrator has to look at it.",
        ),
      ];
    case "retired":
      return isWaiting ? [warningLine("this destination has been retired.")] : [];
    case "cooling-down":
      return isWaiting
        ? [
            warningLine(
              "this destination was registered too recently. It may be used from ",
              date(usableFrom),
              ".",
            ),
          ]
        : [];
  }
}
