import type { ViewSubmitAction } from "@slack/bolt";
import type { RichTextSection } from "@slack/types";
import { note } from "../../platform/slack/blocks/note.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { everyone, lines } from "../../platform/slack/blocks/rich-text.ts";
import { deliveryOf, workspaceOf } from "../../platform/slack/intake/delivery.ts";
import type { Place } from "../../platform/slack/slack.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { Context } from "../context.ts";
import type { Requested } from "../request-change.ts";
import { requestChange } from "../request-change.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import type { Connection } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { environmentName } from "../words.ts";

type Asks = Pick<
  Context,
  | "db"
  | "transaction"
  | "pins"
  | "people"
  | "messenger"
  | "clock"
  | "approvalsChannelOf"
  | "newNonce"
  | "openRequests"
>;

export type Asked = Requested | { ok: false; because: "no-place"; obstacle: string };

/** Makes a request of the draft that was shown, unless nobody could see its card. */
export async function askForApproval(
  context: Asks,
  body: ViewSubmitAction,
  shown: { draftId: string; digest: string },
): Promise<Asked> {
  const workspaceId = workspaceOf(body);
  const channel = await context.approvalsChannelOf(workspaceId);
  const place =
    channel === null ? "not-found" : await context.messenger.placeOf(workspaceId, channel);
  const obstacle = approvalsObstacle(place);
  if (obstacle !== undefined) return { ok: false, because: "no-place", obstacle };
  const delivery = deliveryOf(body, "effect");
  return requestChange(context, { workspaceId, ...shown, by: body.user.id, delivery });
}

/** In the conversation in which it was asked for, to whoever asked. */
export async function tellAsked(
  { messenger }: Pick<Context, "messenger">,
  request: ChangeRequest,
): Promise<void> {
  const { workspaceId, content, requestedBy: userId } = request;
  const message = note(`${numberOf(request)} is asked for. The approvers see it now.`);
  await messenger.whisper(workspaceId, { channelId: content.askedIn, userId }, message);
}

/** Why nothing was asked for, and who can help. */
export function whyNotAsked(refused: Extract<Asked, { ok: false }>): string {
  return refused.because === "no-place" ? refused.obstacle : askingRefusalSentence(refused.because);
}

/** Why what was reviewed was not asked for. */
export type AskingRefusal = Extract<Requested, { ok: false }>["because"];

/** Says why, and what to do about it. Nothing has been asked for. */
export function askingRefusalSentence(because: AskingRefusal): string {
  switch (because) {
    case "destination-not-usable":
      return "The destination can no longer be used: it was retired or changed in the meantime. Choose another one, or ask for a new one to be whitelisted.";
    case "already-registered":
      return "It has come into the register in the meantime, so nothing was asked for. The list of destinations shows it.";
    case "already-asked":
      return "Somebody has asked for the same in the meantime, so nothing was asked for. The list of pending requests shows it.";
    case "id-taken":
      return "This id of the Rail service has come into the register in the meantime, so nothing was asked for. The list of destinations shows it.";
    case "contradicted":
      return "The Rail service has shown this id with another address or IBAN in the meantime, so nothing was asked for. Clear that up with the service first.";
    case "set-up-changed":
      return "The set-up has changed in the meantime, so nothing was asked for. Start again from what is in force now.";
    case "pinned":
      return "The environment of Signalbox sets this, so nothing was asked for. The operator of Signalbox can change the setting.";
    case "draft-gone":
      return "This form was forgotten, so nothing was asked for. Signalbox keeps a form for a day, and only the newest ones of each person. Start again with a new one.";
    case "draft-changed":
      return "The form was changed after this review was drawn, so nothing was asked for. Review it again.";
    case "connection-changed":
      return "The connection to the Rail service has changed since the form was opened, so nothing was asked for. Start again with a new one.";
    case "group-not-known":
      return "Nothing was asked for. Slack did not say who is in the user groups that decide who has to approve this. Try again in a minute; if it stays like this, an administrator can look at the app's permissions.";
    case "too-many-of-yours":
      return "You have as many open requests as one person may have, so nothing was asked for. Withdraw one of them, or wait until one has ended.";
    case "too-many-here":
      return "This workspace has as many open requests as it may have, so nothing was asked for. Approvers find them in the list of pending requests, and deny those that nobody needs.";
    case "seen-before":
      return "This was received twice and done once.";
  }
}

/** Why no card could stand in the approvals channel, and who can mend it; undefined where it can. */
export function approvalsObstacle(place: Place): string | undefined {
  switch (place) {
    case "ours":
    // Slack's own trouble: the card is posted as soon as it is over.
    case "not-known":
      return undefined;
    case "not-a-member":
      return "The bot is not in the approvals channel: invite it there with /invite, then ask again.";
    case "not-found":
      return "The bot cannot see the approvals channel: invite it there with /invite, or have an administrator name another one.";
    case "archived":
      return "The approvals channel is archived: an administrator has to name another one.";
    case "shared":
      return "The approvals channel is shared with another organisation, which must not see approvals: an administrator has to name another one.";
    case "direct-message":
      return "The approvals channel is a direct message: an administrator has to name a channel.";
  }
}

export interface Approvers {
  /** The rule that will decide; null where Slack does not say enough of whoever asks to know it. */
  policy: Pick<
    ApprovalPolicy,
    "approvers" | "groups" | "approvalsRequired" | "expiresInHours"
  > | null;
  requesterId: string;
}

export interface Asking extends Approvers {
  workspaceName: string;
  environment: Connection["environment"];
}

/** The approvers who are needed, the time until it expires, and the connection where it would take effect. */
export function askingLines({ policy, requesterId, ...place }: Asking): RichTextSection {
  return lines(approversLine({ policy, requesterId }), ...expiryLines({ policy }), [
    `Connection: ${shortened(place.workspaceName, 60)}, ${environmentName(place.environment)}`,
  ]);
}

/** `Needs 2 of @ben, @treasury-approvers, not you.` */
export function approversLine({ policy, requesterId }: Approvers): Leaf[] {
  if (!policy) return [NOT_KNOWN];
  const others = policy.approvers.filter((approver) => approver !== requesterId);
  const named = everyone(others, policy.groups);
  if (named.length === 0) return [NOBODY];
  return [`Needs ${policy.approvalsRequired} of `, ...named, ", not you."];
}

/** None where it is not known which rule will decide. */
export function expiryLines({ policy }: Pick<Approvers, "policy">): Leaf[][] {
  return policy ? [[`Expires in ${counted(policy.expiresInHours, "hour")}.`]] : [];
}

const NOT_KNOWN =
  "Who has to approve it is not known now: Slack does not say in which user groups you are. Try again in a minute.";

const NOBODY =
  "Nobody may approve it: no rule names anyone for it. An administrator can change the rules.";
