import type { HeaderBlock, KnownBlock, ModalView } from "@slack/types";
import { context, header } from "../../platform/slack/blocks/blocks.ts";
import { modal } from "../../platform/slack/blocks/modal.ts";
import type { Part } from "../../platform/slack/blocks/parts.ts";
import { toButtonValue } from "../card/button-value.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { environmentName, requestName } from "../words.ts";

interface RequestModal {
  request: ChangeRequest;
  id: string;
  title: string;
  submit: string;
  /** Unseen in the view; which request was shown, and in which state, unless the form needs more. */
  carries?: object;
  blocks: readonly Part<KnownBlock>[];
  /** The blocks name the environment themselves. */
  saysEnvironment?: boolean;
}

/** A form about one request. Closing it leads back to what it was opened from. */
export function requestModal({
  request,
  blocks,
  saysEnvironment = false,
  ...form
}: RequestModal): ModalView {
  const { environment } = request.content.connection;
  const place = saysEnvironment ? [] : [context(environmentName(environment))];
  return modal({ carries: toButtonValue(request), ...form, blocks: [...blocks, ...place] });
}

export const requestHeader = (request: ChangeRequest): HeaderBlock => header(requestName(request));
