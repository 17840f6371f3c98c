import type { ModalView } from "@slack/types";
import { header, input, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { action, block, callback } from "../../platform/slack/blocks/ids.ts";
import type { SubmittedView } from "../../platform/slack/blocks/state.ts";
import { typedIn } from "../../platform/slack/blocks/state.ts";
import { textError } from "../../platform/slack/blocks/text-fault.ts";
import type { SubmitListener } from "../../platform/slack/intake/listeners.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import type { ButtonValue } from "../card/button-value.ts";
import { buttonValue, readButtonValue } from "../card/button-value.ts";
import { kindOf } from "../change-kind.ts";
import type { Context } from "../context.ts";
import { denyRequest } from "../decide-request.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { titled } from "../words.ts";
import { decisionAnswer } from "./refusals.ts";
import { clickOf, opensView } from "./whose-request.ts";

export interface DenyModal {
  request: ChangeRequest;
}

/** Asks for the reason of a denial; `readDenyModal` reads it. */
export function denyModal({ request }: DenyModal): ModalView {
  const { change, connection } = request.content;
  return {
    type: "modal",
    callback_id: callback.denyRequest,
    private_metadata: buttonValue(request),
    title: plain(titled(`Deny ${numberOf(request)}`, connection.environment)),
    submit: plain("Deny"),
    close: plain("Back"),
    blocks: [
      header(`${numberOf(request)} · ${shortened(change.name, 60)}`),
      section(
        `${kindOf(change).words.nothingWillBeDone} A denial is final; the requester can ask again.`,
      ),
      input(
        block.denialReason,
        "Reason",
        { type: "plain_text_input", action_id: action.value, multiline: true },
        { hint: "The requester and everyone who sees the card read it." },
      ),
    ],
  };
}

export type Denial =
  | { ok: true; request: ButtonValue; reason: string }
  | { ok: false; errors: Record<string, string> };

/** Undefined when the view is not one of ours. */
export function readDenyModal(view: SubmittedView, label = "Reason"): Denial | undefined {
  const request = readButtonValue(view.private_metadata);
  if (!request) return undefined;
  const reason = typedIn(view, block.denialReason).trim();
  const error = textError(reason, { label, max: 1_000, isMultiline: true });
  return error === undefined
    ? { ok: true, request, reason }
    : { ok: false, errors: { [block.denialReason]: error } };
}

/** Asks an approver for the reason of a denial. */
export const denyRequestButton = (context: Context) =>
  opensView(context, {
    isToStop: true,
    command: ({ by, standing }) => ({ type: "deny", by, standing, reason: "" }),
    view: ({ request }) => denyModal({ request }),
  });

export function submitDenial(context: Context): SubmitListener {
  return async ({ view, body, ack }) => {
    const denial = readDenyModal(view);
    if (!denial) return ack();
    if (!denial.ok) return ack({ response_action: "errors", errors: denial.errors });
    const { requestId } = denial.request;
    const applied = await denyRequest(context, {
      ...clickOf(body),
      requestId,
      reason: denial.reason,
    });
    await ack(decisionAnswer(applied, "Not denied"));
  };
}
