import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { MiddleGroup } from "../../platform/payment-details/middle-group.ts";
import { printedText } from "../../platform/payment-details/payment-detail.ts";
import { parsedJson } from "../../platform/process/json.ts";
import { input, option, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import { select } from "../../platform/slack/blocks/inputs.ts";
import { richText, warningLine } from "../../platform/slack/blocks/rich-text.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { chosenIn, typedIn } from "../../platform/slack/blocks/state.ts";
import type { ButtonValue } from "../card/button-value.ts";
import { buttonValueSchema, toButtonValue } from "../card/button-value.ts";
import { valueName } from "../card/change-facts.ts";
import { MOST_WRONG_ANSWERS } from "../rules/approval/challenge.ts";
import type { CheckedIn } from "../rules/approval/checked-in.ts";
import { CHECKED_IN } from "../rules/approval/checked-in.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { paymentDetailOf } from "../rules/destination.ts";
import { subjectOf } from "../rules/kind-rules.ts";
import { requestHeader, requestModal } from "./request-modal.ts";

export interface CheckValueModal {
  request: ChangeRequest;
  /** Which group of the value this approver has to type; never the group itself. */
  question: Pick<MiddleGroup, "challenge">;
  /** The review had asked for another group when it was opened. */
  isAskedAnew?: boolean;
}

/** The first of two steps if the value is new: it asks for a part of the address, and shows none of it. */
export function checkValueModal({
  request,
  question: { challenge: asked },
  isAskedAnew = false,
}: CheckValueModal): ModalView {
  const details = subjectOf(request)?.details;
  const value = details ? valueName(details) : "value";
  const length = details ? printedText(paymentDetailOf(details)).length : asked * GROUP;
  const first = (asked - 1) * GROUP + 1;
  return requestModal({
    ...{ request, id: callback.checkValue, title: `Check ${numberOf(request)}`, submit: "Next" },
    carries: { request: toButtonValue(request), asked },
    blocks: [
      isAskedAnew && richText(warningLine(ASKED_ANEW)),
      requestHeader(request),
      section(
        `Look the ${value} up in your own records, not in Slack. The next step shows it in full.`,
      ),
      input(
        blockOf(asked),
        `Characters ${first} to ${Math.min(asked * GROUP, length)} of the ${value}`,
        { type: "plain_text_input", action_id: action.value, max_length: LONGEST_ANSWER },
        {
          hint: `Spaces are not counted. Upper and lower case matter. ${MOST_WRONG_ANSWERS} tries.`,
        },
      ),
      input(
        block.checkedIn,
        "Where did you check them?",
        select(
          CHECKED_IN.map((each) => option(PLACES[each], each)),
          null,
        ),
        { hint: "Kept in the audit." },
      ),
    ],
  });
}

const ASKED_ANEW =
  "nothing is approved yet. The known values have changed since you opened this. Check these other characters.";

export const PLACES: Record<CheckedIn, string> = {
  contract: "Contract or invoice",
  "call-back": "Call-back on a known number",
  "earlier-payment": "Earlier payment",
  other: "Other records",
};

/** Longer than any group: a person who pastes a whole value learns that, and its first letters do not count. */
const LONGEST_ANSWER = 300;
const GROUP = 4;
const blockOf = (asked: number): string => `${block.middleGroup}${asked}`;

export interface CheckedValue {
  request: ButtonValue;
  asked: number;
  typed: string;
  /** Undefined if nothing was chosen. */
  checkedIn: CheckedIn | undefined;
  block: string;
}

const schema = z.strictObject({ request: buttonValueSchema, asked: z.int().positive() });

/** Undefined when the view is not one of ours. */
export function readCheckedValue(view: SubmittedView): CheckedValue | undefined {
  const metadata = schema.safeParse(parsedJson(view.private_metadata)).data;
  if (!metadata) return undefined;
  const field = blockOf(metadata.asked);
  const chosen = chosenIn(view, block.checkedIn);
  const checkedIn = CHECKED_IN.find((each) => each === chosen);
  return { ...metadata, typed: typedIn(view, field), checkedIn, block: field };
}
