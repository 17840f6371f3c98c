import type { Rail } from "../../domain/rail.ts";
import type { RailFacts } from "../../services/rail-facts.ts";
import type { Message } from "../message.ts";
import { date, lines, richText } from "../rich-text.ts";
import { nameInText } from "../text.ts";
import { isTime } from "../times.ts";
import { environmentName, TYPE_NAMES } from "../words.ts";
import { instructionsBody, instructionsButtons } from "./deposit-instructions.ts";

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
