import type { RichTextSection } from "@slack/types";
import type { Leaf } from "../platform/slack/blocks/rich-text.ts";
import { copyable, date, lines, named, warningLine } from "../platform/slack/blocks/rich-text.ts";
import { shortened } from "../platform/text/shown-text.ts";
import { whitelisted } from "../request/card/change-facts.ts";
import type { RegisteredFacts, RequestFacts } from "../request/card/request-facts.ts";
import { unproven } from "../request/card/request-warnings.ts";
import type { CardPart } from "../request/change-kind.ts";
import type { CreateRail } from "../request/rules/change.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { detailsOfSpec } from "../request/rules/destination.ts";
import { mindsFreeze } from "../request/rules/status.ts";
import { deliveryOf, routeText, TYPE_NAMES } from "../request/words.ts";

/** A Rail that is asked for, with the full address or IBAN into which it delivers. */
export function railCard(change: CreateRail, facts: RequestFacts): CardPart {
  const { spec, reference } = change;
  return {
    asked: [`${TYPE_NAMES[spec.type]} ${routeText(spec)}`],
    below: [deliveryLine(facts, change)],
    body: [
      ...copyable(deliveryOf(spec).value),
      ...(reference === null
        ? []
        : [lines(["Your reference: ", `“${shortened(reference, 100, "blank")}”`])]),
    ],
    consequences: ["Standing route: no amount limit, cannot be undone at the service."],
  };
}

function deliveryLine({ destination }: RequestFacts, { spec }: CreateRail): Leaf[] {
  return [
    "To ",
    named(deliveryOf(spec).name),
    ...(destination === null ? [] : [" (", ...whitelisted(destination), ")"]),
  ];
}

export function railWarnings(
  change: CreateRail,
  { request, destination, isFirstUse }: RequestFacts,
): RichTextSection[] {
  const firstUse = isFirstUse ? [FIRST_USE] : [];
  if (destination === null) {
    return [
      warningLine("this destination is not in the register of whitelisted ones."),
      ...firstUse,
    ];
  }
  return [
    ...unusable(destination, request),
    ...(destination.isProven || destination.whyUnusable === "contradicted"
      ? []
      : [unproven(detailsOfSpec(change.spec))]),
    ...firstUse,
  ];
}

export const FIRST_USE = warningLine(
  "first use of this destination: no Rail asked for here delivers into it yet.",
);

/** While it waits, retirement and cool-down stand in its way; afterwards they say nothing of it. */
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
              "this destination was whitelisted too recently. It may be used from ",
              date(usableFrom),
              ".",
            ),
          ]
        : [];
  }
}
