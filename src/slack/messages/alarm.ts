import type { ApprovalPolicy } from "../../domain/approval-policy.ts";
import type { ChangeRequest } from "../../domain/change-request.ts";
import { numberOf } from "../../domain/change-request.ts";
import { header } from "../blocks.ts";
import type { Message } from "../message.ts";
import { bold, lines, link, mentions, named, richText } from "../rich-text.ts";
import { environmentName } from "../words.ts";
import { statusDetails, statusTitle } from "./request-status.ts";

export interface Alarm {
  /** Quarantined, or in need of a person. */
  request: ChangeRequest;
  currentPolicy: ApprovalPolicy;
  /** To the approval card. */
  cardLink?: string | undefined;
}

/** Calls the approvers to a request that Signalbox must not go on with by itself. */
export function alarm({ request, currentPolicy, cardLink }: Alarm): Message {
  const { change, connection } = request.content;
  const title = `${numberOf(request)}: ${statusTitle(request, currentPolicy)} · ${environmentName(connection.environment)}`;
  return {
    text: title,
    blocks: [
      header(title),
      richText(
        lines([
          named(change.name),
          ...(cardLink === undefined ? [] : [" · ", link(cardLink, "approval card")]),
        ]),
        ...statusDetails(request),
      ),
      richText(lines([bold("Please look at this: "), ...mentions(called(request, currentPolicy))])),
    ],
  };
}

/** Where a remedy is proposed, those who may agree to it. */
function called(
  { state, requestedBy }: ChangeRequest,
  { approvers }: ApprovalPolicy,
): readonly string[] {
  const remedy = state.status === "needs-a-person" ? state.remedy : undefined;
  return remedy
    ? approvers.filter((each) => each !== remedy.by && each !== requestedBy)
    : approvers;
}
