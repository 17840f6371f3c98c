import type { Message } from "../../platform/slack/message.ts";
import type { Context } from "../context.ts";
import { findMessage } from "../queries/messages.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { requestDetails } from "./request-details.ts";
import { requestFacts } from "./request-facts.ts";

/** One request with its card. */
export async function requestAnswer(
  deps: Pick<
    Context,
    "db" | "transaction" | "seal" | "pins" | "railApis" | "messenger" | "clock" | "command"
  >,
  request: ChangeRequest,
): Promise<Message> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const card = await findMessage(deps.db, ref, "approval-card");
  return requestDetails({
    ...(await requestFacts(deps, request)),
    cardLink: card && (await deps.messenger.linkTo(request.workspaceId, card)),
  });
}
