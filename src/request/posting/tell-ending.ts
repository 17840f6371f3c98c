import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { actions, button, linkButton } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { bold, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { nameInText, shortened } from "../../platform/text/shown-text.ts";
import { isRequestable, moreButton } from "../card/approval-card.ts";
import { overflowValue } from "../card/button-value.ts";
import { nothingDone } from "../card/change-facts.ts";
import { STATUS_TITLES } from "../card/request-status.ts";
import { kindOf } from "../change-kind.ts";
import type { Context } from "../context.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, listTold } from "../queries/messages.ts";
import { findRequest, listEvents } from "../queries/requests.ts";
import { listWhoWaits } from "../queries/unsent-forms.ts";
import { isNewDestination } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import type { RequestEvent } from "../rules/request-event.ts";
import { hasEnded, isEnding, isWithPeople } from "../rules/status.ts";
import { requestName } from "../words.ts";
import { unknownPosts } from "./counted-post.ts";
import { tellEach } from "./tell-each.ts";

type TellsEnding = Pick<Context, "db" | "messenger" | "logger">;

/**
 * Tells the requester, by direct message, the approvers' questions, and the outcome: once, and the same message says so when
 * that changes. What reaches them alone anyway is not said twice. Whose draft waits for a destination hears when it is done.
 */
export async function tellEnding(context: TellsEnding, ref: RequestRef): Promise<void> {
  const { db, messenger } = context;
  const request = await findRequest(db, ref);
  if (!request) return;
  await tellQuestions(context, request);
  const { requestedBy, version, state } = request;
  const told = new Map((await listTold(db, ref, "ending")).map((each) => [each.userId, each]));
  const waiting = new Set(await listWhoWaits(db, ref));
  const others = state.status === "in-force" ? waiting : [];
  const due = [...new Set([requestedBy, ...told.keys(), ...others])].filter((userId) => {
    const before = told.get(userId);
    return before ? before.version < version : isEnding(request);
  });
  if (due.length === 0) return;
  const instructions = await findMessage(db, ref, "instructions");
  const isToldAnyway = await comesAnyway(context, request, instructions);
  const linkTo = async (message: PostedMessage | undefined) =>
    message && (await messenger.linkTo(ref.workspaceId, message));
  const links = {
    cardLink: await linkTo(await findMessage(db, ref, "approval-card")),
    instructionsLink: state.status === "done" ? await linkTo(instructions) : undefined,
  };
  const tellings = due.flatMap((userId) => {
    const isFirst = !told.has(userId);
    const isToldApart = (isFirst || state.status === "quarantined") && isToldAnyway;
    if (isFirst && isToldApart) return [];
    const hasDraft = waiting.has(userId);
    return [{ userId, message: ending({ request, ...links, isToldApart, hasDraft }) }];
  });
  await tellEach(context, { ...ref, about: "ending", version }, tellings);
}

export const tellEndingJob: Job<TellsEnding, "tell-ending"> = {
  name: "tell-ending",
  does: "telling the requester the outcome, and what approvers ask",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: tellEnding,
};

/** Their instructions come by direct message, or are taken back in one. */
async function comesAnyway(
  { db, messenger }: TellsEnding,
  { workspaceId, id: requestId, requestedBy, state }: ChangeRequest,
  instructions: PostedMessage | undefined,
): Promise<boolean> {
  switch (state.status) {
    case "done": {
      const alone = instructions && (await messenger.directMessageWith(workspaceId, requestedBy));
      return instructions !== undefined && instructions.channelId === alone;
    }
    case "quarantined":
      return (
        instructions !== undefined || (await unknownPosts({ db }, { workspaceId, requestId })) > 0
      );
    default:
      return false;
  }
}

export interface Ending {
  request: ChangeRequest;
  cardLink?: string | undefined;
  /** To the deposit instructions, where they are still right. */
  instructionsLink?: string | undefined;
  /** Another message gives the outcome, so this one says only what is no longer true. */
  isToldApart?: boolean;
  /** One of their drafts waits for it. */
  hasDraft?: boolean;
}

/** To the requester, or to one whose draft waits for it, alone: what has become of it, in a sentence. */
export function ending({ isToldApart = false, hasDraft = false, ...ended }: Ending): Message {
  const { request } = ended;
  const { name } = request.content.change;
  return messageWith(
    `${numberOf(request)}: ${titleOf(request)} · ${nameInText(name)}`,
    richText([
      bold(requestName(request)),
      " ",
      ...(isToldApart
        ? ["has changed since this message. A separate message says why."]
        : sentence(request)),
      hasDraft && " Your draft of a Rail waited for this.",
    ]),
    ...buttonsFor({ ...ended, hasDraft }),
  );
}

function buttonsFor({ request, cardLink, instructionsLink, hasDraft }: Ending) {
  const continued = overflowValue("continue", request);
  const buttons = [
    ...(hasDraft ? [button("Continue your draft", action.continueDraft, continued, PRIMARY)] : []),
    ...(isRequestable(request) ? [moreButton("again", request)] : []),
    ...linkTo(instructionsLink, cardLink),
  ];
  return buttons.length === 0 ? [] : [actions(...buttons)];
}

/** One link at most: a row of buttons takes each action once. The instructions lead on to the request. */
function linkTo(instructionsLink: string | undefined, cardLink: string | undefined) {
  if (instructionsLink !== undefined) {
    return [linkButton("Open deposit instructions", instructionsLink, PRIMARY)];
  }
  return cardLink === undefined ? [] : [linkButton("View request", cardLink)];
}

const PRIMARY = { style: "primary" } as const;

/** Under way again, it may have an end of which it was told before. */
function titleOf(request: ChangeRequest): string {
  const { status } = request.state;
  const isOver = hasEnded(request) || isWithPeople(request);
  return status === "pending" || !isOver ? "IN PROGRESS" : STATUS_TITLES[status];
}

function sentence(request: ChangeRequest): Line {
  const { state, content } = request;
  switch (state.status) {
    case "done":
      return ["is live and matches the approval."];
    case "in-force":
      return [
        content.change.kind === "end-dispute"
          ? "is no longer disputed."
          : `is ${kindOf(content.change).words.inForce.toLowerCase()}.`,
        isNewDestination(content.change) && " The card shows when Rails can pay it.",
      ];
    case "denied":
      return [
        ...["was denied by ", user(state.by)],
        `. ${nothingDone(request)} Reason: “${shortened(state.reason, 300, "none")}”`,
      ];
    case "withdrawn":
      return [`was withdrawn. ${nothingDone(request)}`];
    case "expired":
      return [`has expired. ${nothingDone(request)} You can request it again.`];
    case "voided":
      return [
        `has ended. ${nothingDone(request)} Why: “${shortened(state.because, 300, "no reason kept")}”`,
      ];
    case "failed":
      return [
        `was refused by the Rail service: “${shortened(state.message, 300, "it gave no reason")}”. ${nothingDone(request)}`,
      ];
    case "quarantined":
      return [
        content.change.kind === "create-rail"
          ? "is quarantined: send no money to its Rail. The approvers have been alerted."
          : "is quarantined: do not use it. The approvers have been alerted.",
      ];
    case "needs-a-person":
      return [
        "is not confirmed. Do not request it again: the approvers have been asked to decide.",
      ];
    case "pending":
    case "approved":
    case "blocked":
    case "sending":
    case "unknown":
    case "created":
    case "verified":
      return ["is under way again. The card shows its status."];
  }
}

type Question = Extract<RequestEvent, { type: "question-asked" }>;

/** Sends the requester each question of an approver, once, by direct message. */
async function tellQuestions(
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

interface QuestionMessage {
  request: ChangeRequest;
  question: Pick<Question, "by" | "question">;
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
