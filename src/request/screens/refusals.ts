import type { Standing } from "../../authority/roster.ts";
import { checkedView } from "../../platform/slack/blocks/checked.ts";
import { note } from "../../platform/slack/blocks/note.ts";
import { refusalModal } from "../../platform/slack/blocks/notice-modal.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { date, lines, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { escaped } from "../../platform/text/shown-text.ts";
import type { Applied } from "../apply-command.ts";
import { MOST_WRONG_ANSWERS } from "../rules/approval/challenge.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";

/** The answers to a click on a request that is not done. */
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
      return "You asked for this yourself. Another approver has to approve it.";
    case "not-an-approver":
      return "You are not named as an approver, both when it was asked for and now. Members who joined a user group later do not count. The card shows who can approve it.";
    case "not-an-active-member":
      return "Only active members of this workspace decide: no guests, bots or people of other organisations. An administrator can change your account.";
    case "standing-not-known":
      return "Slack did not say whether your account is active, so nothing was changed. Try again in a minute; if it stays like this, an administrator can look at the app's permissions.";
    case "group-not-known":
      return "Slack did not say who is in the user groups that may approve this, so nothing was changed. Try again in a minute; if it stays like this, an administrator can look at the app's permissions.";
    case "person-not-known":
      return "Slack did not say whether you and the others are different people, so nothing was changed. Try again in a minute; if it stays like this, an administrator can look at the app's permissions.";
    case "already-approved-by-you":
      return "You have already approved it. Another approver has to give the next approval.";
    case "content-differs":
      return "What you were shown is not what stands there now, so nothing was approved. Open it again from the card; if it stays like this, tell an administrator.";
    case "connection-changed":
      return "The connection to the Rail service has changed since it was asked for, so nothing was done: it was asked for under the former one. It can be ended, and asked for again.";
    case "held":
      return "It is held: the Rail service's token was replaced, and nobody has proven that the new one is of the same company. An administrator can ask in the set-up to carry the register over. It can be denied or withdrawn meanwhile.";
    case "not-the-requester":
      return "Only whoever asked for it can withdraw it. An approver can deny it.";
    case "too-late-to-withdraw":
      return "It is too late to withdraw: the Rail service has been asked already. The card shows what comes of it.";
    case "rail-exists":
      return "Nothing can be withdrawn: a Rail exists for it, and the Rail service cannot delete it. Do not send money there until an administrator has cleared it up with the Rail service; the card says what has happened.";
    case "below-quorum":
      return "It does not have enough approvals that count. Another approver has to approve it.";
    case "first-use-by-adder":
      return "You added this destination, so you cannot be the only one who approves its first use. Another approver has to approve it.";
    case "destination-not-usable":
      return "What it is about can no longer be done as it was asked for: its destination was added, retired or found to be wrong in the meantime, or may not be used yet. The card says which. The requester can withdraw it and ask again.";
    case "answer-missing":
      return "The group of the address or IBAN that was asked for is missing, so nothing was approved. Open it again from the card and type that group.";
    case "wrong-answer":
      return "That is not the group that was asked for, so nothing was approved. Look it up again where you know the address or IBAN from; if it stays like this, deny the request.";
    case "attempt-ended":
      return "You have typed three wrong groups of the address or IBAN, so you cannot approve this any more; that stands in the audit. Another approver has to decide, or you can deny it.";
    case "second-person-needed":
      return "A second approver has to agree: neither whoever proposed it nor whoever asked for the change.";
    case "requester-cannot-link":
      return "You asked for this Rail yourself, so somebody else has to say which one it is. Any other approver can link it, alone.";
    case "proposed-already":
      return "You have proposed this already. Another approver, who has not asked for the change either, has to agree.";
    case "remedy-changed":
      return "Something else has been proposed in the meantime, so nothing was done. Open it again from the card and read what stands there now.";
    case "id-taken":
      return "Another destination of the register has this id already. Look it up again at the Rail service; if it really shows the same id twice, ask the Rail service.";
    case "id-contradicted":
      return "The Rail service has shown this id with another address or IBAN than the one that was asked for. Look it up again at the Rail service, and never use this id for it; whoever entered it should say where they have it from.";
    case "rail-taken":
      return "This Rail belongs to another request already. Look it up again at the Rail service; if it really is this one, tell an administrator.";
    case "rail-not-found":
      return "The Rail service shows no Rail of this id. Copy it again from where you have seen it.";
    case "rail-differs":
      return "This Rail is not what was approved: its type, assets, destination or tag differ. Do not send money to it; look for the right one.";
    case "rail-older":
      return "This Rail was made long before this request, so it is not what came of it. Look for the right one.";
    case "frozen":
      return "Sending is frozen, so nothing is sent until approvers let it go on. The card says who has frozen it, and why.";
    case "not-now":
      return "It has moved on in the meantime. The card shows where it stands.";
  }
}

/** Under the field, while there are tries left. */
export function wrongAnswerText({ wrongAnswers }: ChangeRequest, by: string): string {
  const left = Math.max(0, MOST_WRONG_ANSWERS - (wrongAnswers[by] ?? 0));
  return `That is not the group that is asked for, so nothing was approved. ${left === 1 ? "1 try" : `${left} tries`} left; after that another approver has to decide.`;
}

export const GROUP_MISSING = "Type the group that is asked for.";

/** Tells people who may only read the help why Slack's answer about them stands in the way. */
export function guestMessage(standing: Standing, command: string): Message {
  return note(guestSentence(standing), `${command} help says what there is.`);
}

function guestSentence(standing: Standing): string {
  switch (standing) {
    case "guest":
    case "stranger":
      return "Rails are for members of this workspace, not for guests or people of other organisations. An administrator can change what this account is.";
    case "bot":
      return "Rails are asked for by people, not by bots.";
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
  return {
    text: `${numberOf(request)}: ${escaped(sentence)}`,
    blocks: [
      richText(lines([`${numberOf(request)}: ${sentence}`], ...decidedLine(refusal, request))),
    ],
  };
}

/** Nothing else can be done about a request while its Rail is looked for. */
function isTooEarly(refusal: ClickRefusal, { state }: ChangeRequest): boolean {
  return refusal === "not-now" && state.status === "unknown";
}

const TOO_EARLY =
  "Signalbox is still looking for the Rail by itself. From two minutes after it was asked for at the service, an approver can link it.";

/** The person who decided, and the time, as far as the request keeps it. */
function decidedLine(refusal: ClickRefusal, { state, approvals }: ChangeRequest): Leaf[][] {
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

/** Why it was refused, for whoever asked. Undefined for a delivery that was seen before. */
export function refusalAnswer(applied: Extract<Applied, { ok: false }>): Message | undefined {
  const { refusal, request } = applied;
  if (refusal === "seen-before") return undefined;
  if (refusal === "not-found" || !request) return note("There is no such request any more.");
  return refusalMessage({ refusal, request });
}

/** Closes the view; a refusal takes its place, with the reason. */
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
