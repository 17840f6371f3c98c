import type { Button, KnownBlock } from "@slack/types";
import { actions, button, plain } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Message } from "../../platform/slack/message.ts";
import { nameInText } from "../../platform/text/shown-text.ts";
import { kindOf } from "../change-kind.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import type { ProposedRemedy, Remedy } from "../rules/remedy.ts";
import { buttonValue } from "./button-value.ts";
import { railButton } from "./rail-button.ts";
import { requestBody } from "./request-body.ts";
import type { RequestFacts } from "./request-facts.ts";
import { statusTitle } from "./request-status.ts";

/** The one message of a request in the approvals channel: redrawn from the state, its buttons there only while they work. */
export function approvalCard(facts: RequestFacts): Message {
  return {
    text: requestText(facts),
    blocks: [...requestBody(facts), ...requestButtons(facts)],
  };
}

/** `R-142: WAITING 1 of 2 · Payroll float` */
export function requestText({
  request,
  currentPolicy,
}: Pick<RequestFacts, "request" | "currentPolicy">): string {
  const name = nameInText(request.content.change.name);
  return `${numberOf(request)}: ${statusTitle(request, currentPolicy)} · ${name}`;
}

/** Anybody sees them and anybody may press them: the server decides whose press counts. */
export function requestButtons(
  facts: Pick<RequestFacts, "request" | "remedies"> & Partial<Pick<RequestFacts, "isHeld">>,
): KnownBlock[] {
  const buttons = allowedButtons(facts);
  return buttons.length === 0 ? [] : [actions(...buttons)];
}

function allowedButtons({
  request,
  remedies,
  isHeld,
}: Parameters<typeof requestButtons>[0]): Button[] {
  const value = buttonValue(request);
  const withdraw = withdrawButton(request);
  const deny = button("Deny…", action.denyRequest, value);
  switch (request.state.status) {
    case "pending":
      return [
        ...(isHeld
          ? []
          : [button("Review and approve", action.reviewRequest, value, { style: "primary" })]),
        deny,
        withdraw,
      ];
    case "approved":
    case "blocked":
      return [deny, withdraw];
    case "needs-a-person":
      return remedyButtons(request, remedies, request.state.remedy);
    case "unknown":
      return remedyButtons(request, remedies);
    case "verified":
      return request.state.isUndeliverable
        ? railButton("Show the instructions", action.openRail, request.state.railId)
        : [];
    case "sending":
    case "created":
    case "done":
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

/** The server refuses it to everybody but the requester. */
export function withdrawButton(request: ChangeRequest): Button {
  return button("Withdraw", action.withdrawRequest, buttonValue(request), {
    accessibility_label: `Withdraw ${numberOf(request)}: only its requester can`,
    confirm: {
      title: plain(`Withdraw ${numberOf(request)}?`),
      text: plain(
        `${kindOf(request.content.change).words.nothingWillBeDone} It can be asked for again.`,
      ),
      confirm: plain("Withdraw"),
      deny: plain("Keep it"),
    },
  });
}

function remedyButtons(
  request: ChangeRequest,
  remedies: readonly Remedy["type"][],
  proposed?: ProposedRemedy,
): Button[] {
  const value = buttonValue(request);
  const { state } = request;
  const isAboutOthers = state.status === "needs-a-person" && state.question === "look-alike-rail";
  return [
    ...(proposed ? [button("Agree…", action.agreeToRemedy, value, { style: "primary" })] : []),
    ...remedies.map((type) => {
      const { label, actionId } = PROPOSALS[type];
      const isNoneOfThem = type === "release-attempt" && isAboutOthers;
      return button(isNoneOfThem ? "It is none of them: release…" : label, actionId, value);
    }),
  ];
}

const PROPOSALS: Record<Remedy["type"], { label: string; actionId: string }> = {
  "link-rail": { label: "It was created: link Rail…", actionId: action.linkRail },
  "enter-id": { label: "Enter the id…", actionId: action.enterId },
  "release-attempt": { label: "Release one more attempt…", actionId: action.releaseAttempt },
  close: { label: "Close…", actionId: action.closeRequest },
};
