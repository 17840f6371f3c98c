import type { Button, KnownBlock } from "@slack/types";
import type { ExchangeRail, OffRampRail, OnRampRail } from "../../platform/rail-api/rules/rail.ts";
import { actions, header } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import {
  bold,
  copyableInline,
  copyBlock,
  date,
  lines,
  richText,
  warningLine,
} from "../../platform/slack/blocks/rich-text.ts";
import { factTable } from "../../platform/slack/blocks/table.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { nameInText, shortened } from "../../platform/text/shown-text.ts";
import { railButton } from "../../request/card/rail-button.ts";
import { code } from "../../request/words.ts";
import { disputedRail } from "../disputes/disputed-rail.ts";
import type { RailFacts } from "../screens/rail-facts.ts";
import type { Fact, Named } from "./rail-lines.ts";
import {
  arrivalLine,
  factsOf,
  NOT_APPROVED,
  NOT_FILLED,
  notApprovedLine,
  originLine,
  PROBLEM_REPORTED,
  payingRule,
  REFERENCE,
  railContext,
  TEST_FIRST,
  valueAt,
} from "./rail-lines.ts";

/**
 * Says how to pay into a Rail, only in the service's own values; for a disputed one, that nobody may.
 * @param mayStandTwice Slack did not say whether it took another message with them.
 */
export function depositInstructions(
  props: RailFacts,
  { mayStandTwice = false }: { mayStandTwice?: boolean } = {},
): Message {
  const { rail, name, dispute } = props;
  if (dispute !== null) return disputedRail({ ...props, dispute }, { mayStandTwice });
  if (props.isMissing) return missingRail(props);
  const isOurs = name !== null;
  return messageWith(
    `Deposit instructions: ${isOurs ? nameInText(name) : "a Rail not approved in Signalbox"}`,
    // The approved name; the service's own name for a Rail gives no trust.
    header(isOurs ? `Pay into ${shortened(name, 60)}` : NOT_APPROVED),
    !isOurs && richText(notApprovedLine(props.requestNumber)),
    props.reportedAt !== null && richText(warningLine(PROBLEM_REPORTED)),
    ...(rail.type === "EXCHANGE" ? exchange(rail) : sendingTo(rail, props)),
    richText(mayStandTwice && [ANOTHER], checkedLine(props)),
    railContext(props),
    ...instructionsButtons(props),
  );
}

/** Replaces how to pay into a Rail with a reported problem that the service does not show: nothing to pay with. */
function missingRail(props: RailFacts): Message {
  const name = props.name ?? "";
  return messageWith(
    `Do not pay into ${nameInText(name)}: a problem was reported`,
    header(`Don't pay into ${shortened(name, 60)}`),
    richText(
      warningLine(PROBLEM_REPORTED, " Don't use copies of its instructions."),
      ["The Rail service did not show this Rail, so its deposit instructions are withheld."],
      checkedLine(props),
    ),
    railContext(props),
    ...instructionsButtons({ ...props, name: null }),
  );
}

const ANOTHER = "These instructions may also be in an earlier message here. This one counts.";

function checkedLine(props: RailFacts): Line {
  return [
    ...originLine(props),
    " · checked ",
    date(props.checkedAt, "{date_short_pretty} {time_secs}"),
  ];
}

/** A Rail without an id cannot be read again. */
function instructionsButtons({ rail, name }: RailFacts): KnownBlock[] {
  const buttons: Button[] = [
    ...(name === null ? [] : railButton("Copy as text", action.copyInstructions, rail.id)),
    ...(name !== null && rail.type === "OFF_RAMP"
      ? railButton("QR code", action.showQrCode, rail.id)
      : []),
    ...railButton("Check again", action.checkInstructions, rail.id),
    ...railButton("Report a problem", action.reportProblem, rail.id),
  ];
  return buttons.length === 0 ? [] : [actions(...buttons)];
}

function sendingTo(rail: OnRampRail | OffRampRail, destination: Named): KnownBlock[] {
  const facts = factsOf(rail.source);
  return [
    ...(rail.type === "ON_RAMP" ? onRamp(rail, facts) : offRamp(rail, facts)),
    // Only what people pay into has a block for copying.
    richText([...arrivalLine(rail, destination), ...arrivalValue(rail)]),
    richText([TEST_FIRST]),
  ];
}

function arrivalValue(rail: OnRampRail | OffRampRail): Line {
  const value = valueAt(rail);
  return value === null || value.trim() === "" ? [] : [", ", copyableInline(value)];
}

function onRamp(rail: OnRampRail, facts: readonly Fact[]): KnownBlock[] {
  return [richText([bold(payingRule(rail))]), factTable(facts.map(row))];
}

/** The address stands by itself, for copying. */
function offRamp(rail: OffRampRail, facts: readonly Fact[]): KnownBlock[] {
  const { address } = rail.source.wallet;
  return [
    richText([bold(payingRule(rail))], ["Send to this address:"], ...copyBlock(address)),
    factTable(facts.filter(([label]) => label !== "Address").map(row)),
  ];
}

function row([label, value]: Fact): [string, Line] {
  if (value === null) return [label, [NOT_FILLED]];
  const shown = copyableInline(value);
  // A payment without it may not be matched.
  return [
    label,
    [label === REFERENCE ? { ...shown, style: { ...shown.style, bold: true } } : shown],
  ];
}

/** Shows what the service returned. The document does not say how to use it. */
function exchange({ source, destination }: ExchangeRail): KnownBlock[] {
  const side = (title: string, end: typeof source) =>
    lines(
      [bold(title), `: ${code(end.asset)}`],
      ...factsOf(end).map((fact): Line => {
        const [label, value] = row(fact);
        return [`${label}: `, ...value];
      }),
    );
  return [
    richText(
      [bold("Exchange Rails can't be used here")],
      ["The service doesn't say how this type works."],
    ),
    richText(side("Source", source)),
    richText(side("Destination", destination)),
  ];
}
