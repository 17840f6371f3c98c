import type { Button, KnownBlock } from "@slack/types";
import {
  actions,
  button,
  linkButton,
  option,
  overflow,
  plain,
} from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import { kindOf } from "../change-kind.ts";
import type { Context } from "../context.ts";
import { findMessage } from "../queries/messages.ts";
import { markedIn } from "../queries/rows.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import type { Remedy } from "../rules/remedy.ts";
import { endedInVain } from "../rules/status.ts";
import { buttonValue, overflowValue } from "./button-value.ts";
import { nothingDone } from "./change-facts.ts";
import { railButton } from "./rail-button.ts";
import { digestBlock, IN_DETAILS, requestBody } from "./request-body.ts";
import type { RequestFacts } from "./request-facts.ts";
import { requestFacts } from "./request-facts.ts";
import { statusTitle } from "./request-status.ts";

/** The one message of a request in the approvals channel: redrawn from the state, with buttons only while they work. */
export function approvalCard(facts: RequestFacts): Message {
  return messageWith(requestText(facts), ...requestBody(facts), ...requestButtons(facts));
}

/** `R-142: WAITING 1 of 2 · Payroll float` */
export function requestText({
  request,
  currentPolicy,
}: Pick<RequestFacts, "request" | "currentPolicy">): string {
  const name = nameInText(request.content.change.name);
  return `${numberOf(request)}: ${statusTitle(request, currentPolicy)} · ${name}`;
}

type Pressable = Pick<RequestFacts, "request" | "remedies"> &
  Partial<Pick<RequestFacts, "isHeld" | "problem" | "frozen" | "instructionsLink">>;

const MORE = {
  again: "Request again",
  ask: "Ask the requester",
  close: "Close…",
  history: "History",
  bytes: "Download the exact content",
} as const;
type More = keyof typeof MORE;

/** The verbs behind the three dots. */
function moreOf({ request, remedies }: Pressable): More[] {
  return [
    ...(isRequestable(request) ? (["again"] as const) : []),
    ...(request.state.status === "pending" ? (["ask"] as const) : []),
    ...(remedies.includes("close") ? (["close"] as const) : []),
    "history",
    "bytes",
  ];
}

/** Whether its form can be opened again, filled in. */
export const isRequestable = (request: ChangeRequest) =>
  endedInVain(request) && kindOf(request.content.change).formAgain !== undefined;

/** One of them as a button. */
export const moreButton = (verb: More, request: ChangeRequest): Button =>
  button(MORE[verb], action.requestMore, overflowValue(verb, request));

/** Anybody may press these: the server decides whose press counts. Nothing is green while sending is frozen. */
export function requestButtons(facts: Pressable): KnownBlock[] {
  const options = moreOf(facts).map((verb) =>
    option(MORE[verb], overflowValue(verb, facts.request)),
  );
  return [actions(...allowedButtons(facts), overflow(action.requestMore, options))];
}

/** Without the menu, which every request has. */
export function allowedButtons({
  request,
  remedies,
  isHeld,
  problem,
  frozen,
  instructionsLink,
}: Pressable): Button[] {
  const value = buttonValue(request);
  const green = frozen ? {} : PRIMARY;
  const deny = button("Deny", action.denyRequest, value);
  // A disputed Rail is not adopted.
  const isOutOfReach = isHeld || (problem && markedIn(problem));
  const { state } = request;
  switch (state.status) {
    case "pending":
      return [
        ...(isOutOfReach ? [] : [button("Review", action.reviewRequest, value, green)]),
        deny,
      ];
    case "approved":
    case "blocked":
      return [deny];
    case "needs-a-person":
    case "unknown":
      return remedyButtons(request, remedies, green);
    case "verified":
      return state.isUndeliverable
        ? railButton("Show the instructions", action.openRail, state.railId)
        : [];
    case "done":
      return instructionsLink === undefined
        ? railButton(INSTRUCTIONS, action.openRail, state.railId, PRIMARY)
        : [linkButton(INSTRUCTIONS, instructionsLink, PRIMARY)];
    case "sending":
    case "created":
    case "quarantined":
    case "in-force":
    case "denied":
    case "withdrawn":
    case "expired":
    case "voided":
    case "failed":
      return [];
  }
}

const PRIMARY = { style: "primary" } as const;
const INSTRUCTIONS = "Open deposit instructions";

/** For the requester alone, who gets it in direct messages. A list has room for ten. */
export function withdrawButton(request: ChangeRequest): Button {
  return button("Withdraw", action.withdrawRequest, overflowValue("withdraw", request), {
    accessibility_label: `Withdraw ${numberOf(request)}`,
    confirm: {
      text: plain(`${numberOf(request)}: ${nothingDone(request, "withdrawn")}`),
      confirm: plain("Withdraw"),
      deny: plain("Keep it"),
      style: "danger",
    },
  });
}

function remedyButtons(
  request: ChangeRequest,
  remedies: readonly Remedy["type"][],
  green: Pick<Button, "style">,
): Button[] {
  const value = buttonValue(request);
  const { state } = request;
  const isProposed = state.status === "needs-a-person" && state.remedy !== undefined;
  return [
    ...(isProposed ? [button("Agree…", action.agreeToRemedy, value, green)] : []),
    ...remedies.flatMap((type) =>
      type === "close" ? [] : [button(PROPOSALS[type].label, PROPOSALS[type].actionId, value)],
    ),
  ];
}

const PROPOSALS: Record<Exclude<Remedy["type"], "close">, { label: string; actionId: string }> = {
  "link-rail": { label: "It exists: link it", actionId: action.linkRail },
  "enter-id": { label: "It exists: enter its id", actionId: action.enterId },
  "release-attempt": { label: "It does not: try once more", actionId: action.releaseAttempt },
};

interface RequestDetails extends RequestFacts {
  cardLink?: string | undefined;
}

/** One request, for anybody who opens it: the card, and what the card has no room for. */
export function requestDetails(props: RequestDetails): Message {
  const { request, cardLink } = props;
  const facts: Line = [
    `Policy version ${request.policy.version}`,
    ...(request.attempt === 0
      ? []
      : [` · sent to the Rail service ${counted(request.attempt, "time")}`]),
    ...(cardLink === undefined ? [] : [" · ", link(cardLink, "approval card")]),
  ];
  return messageWith(
    requestText(props),
    ...requestBody(props, IN_DETAILS, "list"),
    digestBlock(request),
    richText(facts),
    ...requestButtons(props),
  );
}

/** One request with its card. */
export async function requestAnswer(
  context: Pick<
    Context,
    "db" | "transaction" | "seal" | "pins" | "railApis" | "messenger" | "clock" | "command"
  >,
  request: ChangeRequest,
): Promise<Message> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const card = await findMessage(context.db, ref, "approval-card");
  return requestDetails({
    ...(await requestFacts(context, request)),
    cardLink: card && (await context.messenger.linkTo(request.workspaceId, card)),
  });
}
