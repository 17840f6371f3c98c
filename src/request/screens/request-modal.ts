import type { HeaderBlock, KnownBlock, ModalView } from "@slack/types";
import { header, plain } from "../../platform/slack/blocks/blocks.ts";
import { toButtonValue } from "../card/button-value.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { requestName, titled } from "../words.ts";

interface RequestModal {
  request: ChangeRequest;
  id: string;
  title: string;
  submit: string;
  /** Unseen in the view; which request was shown, and in which state, unless the form needs more. */
  carries?: object;
  blocks: KnownBlock[];
}

/** A form about one request. Closing it leads back to what it was opened from. */
export function requestModal({
  request,
  id,
  title,
  submit,
  carries = toButtonValue(request),
  blocks,
}: RequestModal): ModalView {
  return {
    type: "modal",
    callback_id: id,
    private_metadata: JSON.stringify(carries),
    title: plain(titled(title, request.content.connection.environment)),
    submit: plain(submit),
    close: plain("Back"),
    blocks,
  };
}

export const requestHeader = (request: ChangeRequest): HeaderBlock => header(requestName(request));
