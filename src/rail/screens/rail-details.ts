import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { date, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import { isTime } from "../../platform/text/times.ts";
import { environmentName, TYPE_NAMES } from "../../request/words.ts";
import { instructionsBody, instructionsButtons } from "../instructions/deposit-instructions.ts";
import type { RailFacts } from "./rail-facts.ts";

/** One Rail, read afresh: what it is, and how to pay into it. */
export function railDetails(props: RailFacts): Message {
  return {
    text: `${TYPE_NAMES[props.rail.type]} Rail: ${nameInText(props.name ?? "without a name here")} (${environmentName(props.environment)})`,
    blocks: [
      ...instructionsBody(props),
      richText(
        lines([
          `${TYPE_NAMES[props.rail.type]} Rail, ${originOf(props)}`,
          ...createdAt(props.rail),
        ]),
      ),
      ...instructionsButtons(props.rail),
    ],
  };
}

function originOf({ requestNumber }: RailFacts): string {
  return requestNumber === undefined
    ? "made elsewhere: not asked for and approved here"
    : `asked for as R-${requestNumber}`;
}

function createdAt({ createdAt: time }: Rail) {
  return isTime(time) ? [" · created ", date(time)] : [" · the service shows no time of creation"];
}
