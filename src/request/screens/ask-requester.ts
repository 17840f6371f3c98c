import type { ModalView } from "@slack/types";
import { header, input, plain, section } from "../../platform/slack/blocks/blocks.ts";
import { block, callback } from "../../platform/slack/blocks/ids.ts";
import { textInput } from "../../platform/slack/blocks/inputs.ts";
import type { SubmitListener } from "../../platform/slack/intake/listeners.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { buttonValue } from "../card/button-value.ts";
import type { Context } from "../context.ts";
import { askRequester } from "../decide-request.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { titled } from "../words.ts";
import { readDenyModal } from "./deny.ts";
import { decisionAnswer } from "./refusals.ts";
import { clickOf, opensView } from "./whose-request.ts";

const LABEL = "Question";

/** Asks an approver for their question to the requester. */
export function askRequesterModal({ request }: { request: ChangeRequest }): ModalView {
  const { change, connection } = request.content;
  return {
    type: "modal",
    callback_id: callback.askRequester,
    private_metadata: buttonValue(request),
    title: plain(titled(`Ask about ${numberOf(request)}`, connection.environment)),
    submit: plain("Ask"),
    close: plain("Back"),
    blocks: [
      header(`${numberOf(request)} · ${shortened(change.name, 60)}`),
      section("The requester gets your question by direct message. The request stays open."),
      input(block.denialReason, LABEL, textInput(undefined, { multiline: true }), {
        hint: "Everyone who sees the card can read it in the thread.",
      }),
    ],
  };
}

/** Opens the form for an approver of any rule. */
export const openQuestion = (context: Context) =>
  opensView(context, {
    isToStop: true,
    command: ({ by, standing }) => ({ type: "ask", by, standing, question: "" }),
    view: ({ request }) => askRequesterModal({ request }),
  });

export function submitQuestion(context: Context): SubmitListener {
  return async ({ view, body, ack }) => {
    const read = readDenyModal(view, LABEL);
    if (!read) return ack();
    if (!read.ok) return ack({ response_action: "errors", errors: read.errors });
    const { requestId } = read.request;
    const click = { ...clickOf(body), requestId };
    const applied = await askRequester(context, { ...click, question: read.reason });
    await ack(decisionAnswer(applied, "Not asked"));
  };
}
