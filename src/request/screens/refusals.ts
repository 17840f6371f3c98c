import type { Standing } from "../../authority/roster.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import type { Lines } from "../../platform/slack/blocks/rich-text.ts";
import { date, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { escaped } from "../../platform/text/shown-text.ts";
import type { Applied } from "../apply-command.ts";
import { MOST_WRONG_ANSWERS } from "../rules/approval/challenge.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";

/** The answers to a click that a request refuses. */
export type ClickRefusal = Extract<Applied, { ok: false }>["refusal"];

/** Why a rule said no, and who can help. */
export function refusalSentence(refusal: ClickRefusal): string {
  switch (refusal) {
    case "not-found":
      return "There is no such request in this workspace.";
    case "seen-before":
      return "This was received twice and done once.";
    case "already-decided":
      return "It is already decided. Nothing was changed.";
    case "expired":
      return "It has expired. The requester can ask again.";
    case "not-expired-yet":
      return "It has not expired yet.";
    case "self-approval":
      return "You cannot approve your own request. Another approver has to.";
    case "not-an-approver":
      return "You are not an approver for this request: you must be named both when it was requested and now. Members who joined a user group later do not count. The card shows who can approve it.";
    case "not-an-active-member":
      return "Only active members of this workspace decide: no guests, bots or people of other organisations. An administrator can change your account.";
    case "standing-not-known":
      return "Slack did not say whether your account is active, so nothing was changed. Try again in a minute. If this continues, an administrator can check the app's permissions.";
    case "group-not-known":
      return "Slack did not say who is in the user groups that can approve this, so nothing was changed. Try again in a minute. If this continues, an administrator can check the app's permissions.";
    case "person-not-known":
      return "Slack did not say whether you and the others are different people, so nothing was changed. Try again in a minute. If this continues, an administrator can check the app's permissions.";
    case "already-approved-by-you":
      return "You have already approved this. It needs another approver.";
    case "content-differs":
      return "The request has changed since it was shown to you, so nothing was approved. Open it again from the card. If this continues, tell an administrator.";
    case "connection-changed":
      return "The connection to the Rail service has changed since this was requested, so nothing was done. It can be ended, and requested again.";
    case "held":
      return "It is held: the Rail service's token was replaced, and the new one is not proven to be of the same company. An administrator can request in the set-up to carry the register over. It can be denied or withdrawn meanwhile.";
    case "not-the-requester":
      return "Only the requester can withdraw it. An approver can deny it.";
    case "too-late-to-withdraw":
      return "It is too late to withdraw: the request has already gone to the Rail service. The card shows the outcome.";
    case "rail-exists":
      return "It cannot be withdrawn: a Rail exists for it, and the Rail service cannot delete Rails. Do not send money there until an administrator has cleared it up with the Rail service. The card shows what has happened.";
    case "below-quorum":
      return "It does not have enough approvals that count. Another approver has to approve it.";
    case "first-use-by-adder":
      return "You added this destination, so you cannot approve its first use alone. Another approver has to approve it.";
    case "destination-not-usable":
      return "This can no longer be done as requested. Its destination was added, retired or found wrong in the meantime, or cannot be used yet. The card says which. The requester can withdraw it and request again.";
    case "overtaken":
      return "This cannot be done now, so nothing was approved. The Rail is disputed, has changed or belongs to another request, or its dispute has ended already.";
    case "answer-missing":
      return "The requested characters are missing, so nothing was approved. Open it again from the card and type them.";
    case "wrong-answer":
      return "The characters do not match, so nothing was approved. Look them up again in your own records; if they still differ, deny the request.";
    case "case-slip":
      return CASE_SLIP;
    case "attempt-ended":
      return "You failed the character check 3 times, so you can no longer approve this. Another approver has to decide, or you can deny it.";
    case "second-person-needed":
      return "A second approver has to agree, neither the proposer nor the requester.";
    case "requester-cannot-link":
      return "You requested this Rail yourself, so somebody else has to say which one it is. Any other approver can link it alone.";
    case "proposed-already":
      return "You have already proposed this. Another approver who is not the requester has to agree.";
    case "remedy-changed":
      return "The question or the proposal has changed in the meantime, so nothing was done. Open it again from the card and read what is there now.";
    case "id-taken":
      return "Another destination of the register has this id already. Check the id again at the Rail service. If it really shows the same id twice, ask the Rail service.";
    case "id-contradicted":
      return "The Rail service has shown this id with another address or IBAN than the requested one. Never use this id for it. Check it again at the Rail service, and ask the person who entered it for its source.";
    case "rail-taken":
      return "This Rail belongs to another request already. Check the id again at the Rail service. If it really is this one, tell an administrator.";
    case "rail-not-found":
      return "The Rail service shows no Rail of this id. Copy the id again from its source.";
    case "rail-differs":
      return "This Rail is not what was approved: its type, assets, destination or tag differ. Do not send money to it; look for the right one.";
    case "rail-older":
      return "This Rail was known or made before this request, so it does not belong to it. Look for the right one.";
    case "rail-ruled-out":
      return "Two approvers ruled this Rail out for this request and released another attempt. Look for the Rail of that attempt. If they were wrong, close this request and adopt the Rail.";
    case "frozen":
      return "Sending is frozen, so nothing is sent until approvers resume it. The card says who has frozen it, and why.";
    case "doubted":
      return DOUBTED;
    case "not-now":
      return "Its status has changed in the meantime. The card shows it.";
  }
}

export const DOUBTED =
  "The database holds something that Signalbox did not write, so nothing was done. Signalbox is freezing all sending and telling the approvers.";

/** Under the field, while there are tries left. */
export function wrongAnswerText(
  { wrongAnswers }: ChangeRequest,
  by: string,
  refusal: "wrong-answer" | "case-slip",
): string {
  if (refusal === "case-slip") return CASE_SLIP;
  const left = Math.max(0, MOST_WRONG_ANSWERS - (wrongAnswers[by] ?? 0));
  return `That does not match. ${left === 1 ? "1 try" : `${left} tries`} left.`;
}

const CASE_SLIP =
  "Check upper and lower case: the characters differ in nothing else. This try does not count.";

export const GROUP_MISSING = "Type the requested characters.";

/** Tells people who may only read the help how Slack's answer about them stops them. */
export function guestMessage(standing: Standing, command: string): Message {
  return note(guestSentence(standing), `To see all commands, type ${command} help.`);
}

function guestSentence(standing: Standing): string {
  switch (standing) {
    case "guest":
    case "stranger":
      return "Only full members of this workspace can use Signalbox, not guests or people from other organisations. An administrator can change your account.";
    case "bot":
      return "Only people can request Rails, not bots.";
    case "deactivated":
      return "This account is deactivated. An administrator of the workspace can change that.";
    case "active":
    case "not-known":
      return refusalSentence("standing-not-known");
  }
}

export interface RefusalMessage {
  refusal: ClickRefusal;
  request: ChangeRequest;
}

/** Answers the person who clicked, privately. */
export function refusalMessage({ refusal, request }: RefusalMessage): Message {
  const sentence = isTooEarly(refusal, request) ? TOO_EARLY : refusalSentence(refusal);
  return messageWith(
    `${numberOf(request)}: ${escaped(sentence)}`,
    richText([`${numberOf(request)}: ${sentence}`], ...decidedLine(refusal, request)),
  );
}

/** Nothing else can be done about a request during the look for its Rail. */
function isTooEarly(refusal: ClickRefusal, { state }: ChangeRequest): boolean {
  return refusal === "not-now" && state.status === "unknown";
}

const TOO_EARLY =
  "Signalbox is still looking for the Rail by itself. An approver can link it from two minutes after it was requested at the service.";

/** The person who decided, and the time, if the request keeps them. */
function decidedLine(refusal: ClickRefusal, { state, approvals }: ChangeRequest): Lines {
  if (refusal !== "already-decided") return [];
  switch (state.status) {
    case "denied":
      return [["Denied by ", user(state.by), ", ", date(state.at), "."]];
    case "withdrawn":
      return [["Withdrawn by ", user(state.by), ", ", date(state.at), "."]];
    case "expired":
      return [["Expired ", date(state.at), "."]];
    case "voided":
      return [["Ended ", date(state.at), "."]];
    case "pending":
      return [];
    case "approved":
    case "blocked":
    case "sending":
    case "unknown":
    case "created":
    case "verified":
    case "done":
    case "quarantined":
    case "needs-a-person":
    case "in-force":
    case "failed": {
      const last = approvals.at(-1);
      return last ? [["Last approved by ", user(last.by), ", ", date(last.at), "."]] : [];
    }
  }
}

/** Why it was refused, for the person who clicked. Undefined for a delivery that was seen before. */
export function refusalAnswer(applied: Extract<Applied, { ok: false }>): Message | undefined {
  const { refusal, request } = applied;
  if (refusal === "seen-before") return undefined;
  if (refusal === "not-found" || !request) return note("This request no longer exists.");
  return refusalMessage({ refusal, request });
}

/** Closes the view; a refusal replaces it with the reason. */
export function decisionAnswer(applied: Applied, title: string) {
  const message = applied.ok ? undefined : refusalAnswer(applied);
  if (!message) return undefined;
  const view = checkedView(refusalModal({ title, message }));
  return { response_action: "update", view } as const;
}

/** Under a field. */
export function errorAt(block: string, error: string) {
  return { response_action: "errors", errors: { [block]: error } } as const;
}
