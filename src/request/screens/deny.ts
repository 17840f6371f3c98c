import type { ModalView } from "@slack/types";
import { section } from "../../platform/slack/blocks/blocks.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import { reasonIn, reasonInput } from "../../platform/slack/blocks/reason-field.ts";
import type { Filled, SubmittedView } from "../../platform/slack/blocks/state.ts";
import { clickOf } from "../../platform/slack/intake/delivery.ts";
import type { ButtonArgs, SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Applied } from "../apply-command.ts";
import type { ButtonValue } from "../card/button-value.ts";
import { readButtonValue } from "../card/button-value.ts";
import { nothingDone } from "../card/change-facts.ts";
import type { Context } from "../context.ts";
import type { RequestClick } from "../decide-request.ts";
import { askRequester, denyRequest } from "../decide-request.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { decisionAnswer } from "./refusals.ts";
import { requestHeader, requestModal } from "./request-modal.ts";
import { openAbout } from "./whose-request.ts";

/** What an approver does to an open request by writing something. */
type Written = "deny" | "ask";

const FORMS = {
  deny: {
    id: callback.denyRequest,
    title: "Deny",
    submit: "Deny",
    label: "Reason",
    hint: "Visible to the requester and to everyone in the approvals channel.",
    refused: "Not denied",
  },
  ask: {
    id: callback.askRequester,
    title: "Ask about",
    submit: "Ask",
    label: "Question",
    hint: "Everyone who sees the card can read it in the thread.",
    refused: "Not asked",
  },
} as const satisfies Record<Written, object>;

function effectOf(written: Written, request: ChangeRequest): string {
  switch (written) {
    case "deny":
      return `${nothingDone(request, "denied")} A denial is final; the requester can make a new request.`;
    case "ask":
      return "The requester gets your question by direct message. The request stays open.";
  }
}

/** Asks an approver for the reason of a denial, or for their question to the requester; `readWritten` reads it. */
export function writtenModal(written: Written, request: ChangeRequest): ModalView {
  const { id, title, submit, label, hint } = FORMS[written];
  return requestModal({
    ...{ request, id, submit },
    title: `${title} ${numberOf(request)}`,
    blocks: [
      requestHeader(request),
      section(effectOf(written, request)),
      reasonInput({ label, hint, id: block.denialReason }),
    ],
  });
}

/** Undefined when the view is not one of ours. */
export function readWritten(
  written: Written,
  view: SubmittedView,
): Filled<{ request: ButtonValue; reason: string }> | undefined {
  const request = readButtonValue(view.private_metadata);
  if (!request) return undefined;
  const { label } = FORMS[written];
  const read = reasonIn(view, { label, id: block.denialReason });
  return read.ok ? { request, ...read } : read;
}

export const denyRequestButton = (context: Context, args: ButtonArgs) =>
  openAbout(context, args, {
    isToStop: true,
    command: ({ by }) => ({ type: "deny", by, reason: "" }),
    view: ({ request }) => writtenModal("deny", request),
  });

/** Opens the form for an approver of any rule. */
export const openQuestion = (context: Context, args: ButtonArgs) =>
  openAbout(context, args, {
    isToStop: true,
    command: ({ by }) => ({ type: "ask", by, question: "" }),
    view: ({ request }) => writtenModal("ask", request),
  });

export const submitDenial = submitsWritten("deny", (context, click, reason) =>
  denyRequest(context, { ...click, reason }),
);

export const submitQuestion = submitsWritten("ask", (context, click, question) =>
  askRequester(context, { ...click, question }),
);

function submitsWritten(
  written: Written,
  apply: (context: Context, click: RequestClick, text: string) => Promise<Applied>,
) {
  return async (context: Context, { view, body, ack }: SubmitArgs): Promise<void> => {
    const read = readWritten(written, view);
    if (!read) return ack();
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const click = { ...clickOf(body), requestId: read.request.requestId };
    const applied = await apply(context, click, read.reason);
    await ack(decisionAnswer(applied, FORMS[written].refused));
  };
}
