import { actions } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { copyBlock, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed } from "../../platform/slack/message.ts";
import { railButton } from "../../request/card/rail-button.ts";
import { disputedRail } from "../disputes/disputed-rail.ts";
import {
  arrivalLine,
  NOT_APPROVED,
  NOT_APPROVED_LINE,
  originLine,
  railContext,
  valueAt,
} from "../instructions/rail-lines.ts";
import type { RailFacts } from "./rail-facts.ts";

/** A Rail that nobody approved: where it delivers, and nothing to pay with. */
export function unapprovedRail(props: RailFacts): Message {
  const { rail, dispute } = props;
  if (dispute !== null) return disputedRail({ ...props, dispute });
  const buttons = [
    ...railButton("Adopt…", action.adoptRail, rail.id),
    ...railButton("Report a problem", action.reportProblem, rail.id),
    ...railButton("Show instructions anyway", action.openUnapproved, rail.id),
  ];
  return headed(
    NOT_APPROVED,
    richText(NOT_APPROVED_LINE),
    richText(originLine(props), arrivalLine(rail, props), ...copyBlock(valueAt(rail))),
    railContext(props),
    buttons.length > 0 && actions(...buttons),
  );
}
