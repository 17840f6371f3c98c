import type { ModalView } from "@slack/types";
import type { ChangeRequest } from "../../domain/change-request.ts";
import { numberOf } from "../../domain/change-request.ts";
import { header, input, plain, section } from "../blocks.ts";
import type { ButtonValue } from "../button-value.ts";
import { buttonValue, readButtonValue } from "../button-value.ts";
import type { SubmittedView } from "../forms/state.ts";
import { typedIn } from "../forms/state.ts";
import { textError } from "../forms/text-fault.ts";
import { action, block, callback } from "../ids.ts";
import { wordsFor } from "../messages/change-words.ts";
import { shortened } from "../text.ts";
import { titled } from "../words.ts";

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
        `${wordsFor(change).nothingWillBeDone} A denial is final; the requester can ask again.`,
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
export function readDenyModal(view: SubmittedView): Denial | undefined {
  const request = readButtonValue(view.private_metadata);
  if (!request) return undefined;
  const reason = typedIn(view, block.denialReason).trim();
  const error = textError(reason, { label: "Reason", max: 1_000, isMultiline: true });
  return error === undefined
    ? { ok: true, request, reason }
    : { ok: false, errors: { [block.denialReason]: error } };
}
