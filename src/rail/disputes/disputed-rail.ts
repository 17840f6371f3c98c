import type { RichTextBlockElement } from "@slack/types";
import { actions, header } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Leaf, Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  date,
  lines,
  named,
  quote,
  richText,
  user,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { nameInText, shortened } from "../../platform/text/shown-text.ts";
import { railButton } from "../../request/card/rail-button.ts";
import type { MarkedDispute, ReportedProblem } from "../../request/rules/outcome/seen-rail.ts";
import { originLine, railContext } from "../instructions/rail-lines.ts";
import type { RailFacts } from "../screens/rail-facts.ts";

const OUTSIDE = "Rail created outside Signalbox";

/**
 * Replaces how to pay into a Rail, and shows nothing to pay with.
 * @param mayStandTwice Slack did not say whether it took another message with its instructions.
 */
export function disputedRail(
  props: RailFacts & { dispute: MarkedDispute },
  { mayStandTwice = false }: { mayStandTwice?: boolean } = {},
): Message {
  const { rail, name, dispute } = props;
  const end = railButton("End the dispute", action.endDispute, rail.id);
  return messageWith(
    `Disputed, do not pay: ${name === null ? OUTSIDE : nameInText(name)}`,
    header(`🔴 Disputed: ${name === null ? OUTSIDE : shortened(name, 60)}`),
    richText(
      warningLine("do not send money to this Rail.", " Don't use copies of its instructions."),
      [user(dispute.by), " marked it as disputed, ", date(dispute.at), "."],
      ...problemParts(dispute),
      mayStandTwice && ["Another message with its instructions may be here too. Don't use it."],
      originLine(props),
    ),
    railContext(props),
    end.length > 0 && actions(...end),
  );
}

type Told = Pick<MarkedDispute, "reportedBy" | "reason" | "earlier" | "later">;

export const REPORTED_LATER = "reported later";

/** `@ana reported:` and what they wrote, set apart; then what others reported before, and what was last reported since. */
export function problemParts(
  { reportedBy, reason, earlier = [], later }: Told,
  verb = "reported",
): RichTextBlockElement[] {
  return [
    lines([user(reportedBy), ` ${verb}:`]),
    quote(shortened(reason, earlier.length === 0 ? 500 : 240, "(none)")),
    ...(earlier.length === 0 ? [] : [lines(["Reported before: ", ...earlier.flatMap(inShort)])]),
    ...(later ? problemParts(later, REPORTED_LATER) : []),
  ];
}

/** Together with a shorter newest report they take no more room than one alone. */
const inShort = ({ reportedBy, reason }: ReportedProblem, nth: number): Line => [
  nth > 0 && ", ",
  user(reportedBy),
  ` “${shortened(reason, 60, "none given")}”`,
];

/** A Rail by its approved name; never in bold where nobody approved one. */
export function railTitle(name: string | null, railId: string): Leaf {
  return name === null ? `${OUTSIDE}, ${shortened(railId, 60, "without an id")}` : named(name);
}
