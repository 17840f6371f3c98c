import type { ModalView } from "@slack/types";
import { numberOf } from "../../domain/change-request.ts";
import type { RequestFacts } from "../../services/request-facts.ts";
import { plain } from "../blocks.ts";
import { buttonValue } from "../button-value.ts";
import { callback } from "../ids.ts";
import { digestBlock, requestBody } from "../messages/request-body.ts";
import { bold, lines, richText } from "../rich-text.ts";
import { titled } from "../words.ts";

/**
 * The full facts for one approver. Submitting it is the approval, of exactly the digest it shows; `readButtonValue`
 * reads its `private_metadata`.
 */
export function reviewRequestModal(facts: RequestFacts): ModalView {
  const { request } = facts;
  return {
    type: "modal",
    callback_id: callback.reviewRequest,
    private_metadata: buttonValue(request),
    title: plain(titled(`Approve ${numberOf(request)}`, request.content.connection.environment)),
    submit: plain("Approve"),
    close: plain("Back"),
    blocks: [
      ...requestBody(facts),
      digestBlock(request),
      richText(
        lines([
          bold("Approve is your approval of exactly this."),
          " It cannot be taken back once the Rail is created.",
        ]),
      ),
    ],
  };
}
