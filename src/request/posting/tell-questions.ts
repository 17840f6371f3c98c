import { actions, linkButton } from "../../platform/slack/blocks/blocks.ts";
import { bold, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { nameInText, shortened } from "../../platform/text/shown-text.ts";
import type { Context } from "../context.ts";
import { findMessage } from "../queries/messages.ts";
import { listEvents } from "../queries/requests.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import type { RequestEvent } from "../rules/request-event.ts";
import { requestName } from "../words.ts";
import { tellEach } from "./tell-each.ts";

type Question = Extract<RequestEvent, { type: "question-asked" }>;

/** Sends the requester each question of an approver, once, by direct message. */
export async function tellQuestions(
  context: Pick<Context, "db" | "messenger" | "logger">,
  request: ChangeRequest,
): Promise<void> {
  const { workspaceId, id: requestId, requestedBy: userId } = request;
  const ref = { workspaceId, requestId };
  const events = await listEvents(context.db, ref);
  const questions = events.filter((event) => event.type === "question-asked");
  const told = (await findMessage(context.db, ref, `question:${userId}`))?.version ?? 0;
  if (questions.length <= told) return;
  const card = await findMessage(context.db, ref, "approval-card");
  const cardLink = card && (await context.messenger.linkTo(workspaceId, card));
  for (const [index, question] of questions.entries()) {
    const message = questionMessage({ request, question, cardLink });
    const what = { ...ref, about: "question", version: index + 1 } as const;
    await tellEach(context, what, [{ userId, message }]);
  }
}

export interface QuestionMessage {
  request: ChangeRequest;
  question: Pick<Question, "by" | "question">;
  /** To the approval card. */
  cardLink?: string | undefined;
}

/** For the requester alone: an approver wants to know more before they decide. */
export function questionMessage({ request, question, cardLink }: QuestionMessage): Message {
  const { name } = request.content.change;
  return messageWith(
    `${numberOf(request)}: an approver has a question · ${nameInText(name)}`,
    richText(
      [
        bold(requestName(request)),
        " has a question from ",
        user(question.by),
        `: “${shortened(question.question, 1_000)}”`,
      ],
      ["Answer in the thread under the request, or by direct message to the approver."],
    ),
    cardLink !== undefined && actions(linkButton("View request", cardLink)),
  );
}
