import type { KnownBlock, RichTextSection } from "@slack/types";
import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  copyableInline,
  lines,
  named,
  richText,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { ValueFacts } from "../../request/queries/known-values.ts";
import type { DestinationChange, ImportDestination } from "../../request/rules/change.ts";
import type { Asking } from "../../request/screens/asking-lines.ts";
import { askingLines } from "../../request/screens/asking-lines.ts";
import { destinationText } from "../values/destination-text.ts";
import type { ValueCheck } from "../values/value-check.ts";
import { valueCheck } from "../values/value-check.ts";

export interface DestinationReview extends Asking, ValueCheck {
  change: DestinationChange;
  coolDownHours: number;
}

/**
 * Above the fields that were checked, so that it is seen before anything is asked for: what asking comes to, and once more
 * the value with its red lines.
 */
export function destinationReview(props: DestinationReview): KnownBlock[] {
  return [
    header("Checked. Ask for approval?"),
    richText(...whatIsAsked(props)),
    valueCheck(props),
    richText(
      lines(usableLine(props.coolDownHours)),
      askingLines(props),
      lines([
        bold("Compare the value with its source once more."),
        " What you change below is checked again before it is asked for.",
      ]),
    ),
    header("What you typed"),
  ];
}

function whatIsAsked({ change, facts }: DestinationReview): RichTextSection[] {
  const what: Leaf[] = [named(change.name), `, a ${destinationText(change.details)}`];
  switch (change.kind) {
    case "whitelist-destination":
      return [
        lines(
          ["Whitelist ", ...what, "."],
          [
            "Once approved, it is whitelisted with the Rail service, which documents no way to take that back. It can be retired here.",
          ],
        ),
      ];
    case "import-destination":
      return [
        lines(
          ["Import ", ...what, ", with the id ", copyableInline(change.serviceId)],
          ["Nothing is sent: the Rail service has whitelisted it already."],
        ),
        ...(isShown(change, facts) ? [] : [warningLine(UNPROVEN)]),
      ];
    case "retire-destination":
      return [lines(["Retire ", ...what, "."])];
  }
}

const UNPROVEN =
  "unproven: until the Rail service shows this id with this value in a Rail, that they belong together is only your word.";

/** The service itself has shown this id with this value. */
function isShown(
  { serviceId, details }: ImportDestination,
  facts: ValueFacts | undefined,
): boolean {
  const network = details.kind === "wallet" ? details.network : null;
  return (facts?.same ?? []).some(
    (known) =>
      known.is === "unregistered" &&
      known.network === network &&
      known.rail.destination.serviceId === serviceId,
  );
}

function usableLine(hours: number): Leaf[] {
  return [
    hours === 0
      ? "Rails may deliver into it as soon as that is done."
      : `Rails may deliver into it ${counted(hours, "hour")} after that.`,
  ];
}
