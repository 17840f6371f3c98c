import type { Rail } from "../../domain/rail.ts";
import type { Message } from "../message.ts";
import { date, lines, richText } from "../rich-text.ts";
import { nameInText } from "../text.ts";
import { isTime } from "../times.ts";
import { environmentName, TYPE_NAMES } from "../words.ts";
import type { DepositInstructions } from "./deposit-instructions.ts";
import { instructionsBody, instructionsButtons } from "./deposit-instructions.ts";

/** One Rail, read afresh: what it is, and how to pay into it. */
export function railDetails(props: DepositInstructions): Message {
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

function originOf({ requestNumber }: DepositInstructions): string {
  return requestNumber === undefined
    ? "made elsewhere: not asked for and approved here"
    : `asked for as R-${requestNumber}`;
}

function createdAt({ createdAt: time }: Rail) {
  return isTime(time) ? [" · created ", date(time)] : [" · the service shows no time of creation"];
}
