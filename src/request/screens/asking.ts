import type { ViewSubmitAction } from "@slack/bolt";
import type { RichTextSection } from "@slack/types";
import { actions, button } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import { channel, everyone, lines, richText } from "../../platform/slack/blocks/rich-text.ts";
import { clickOf } from "../../platform/slack/intake/delivery.ts";
import type { SubmitArgs } from "../../platform/slack/intake/listeners.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import type { Place } from "../../platform/slack/slack.ts";
import { counted } from "../../platform/text/times.ts";
import { withdrawButton } from "../card/approval-card.ts";
import { buttonValue } from "../card/button-value.ts";
import type { Context } from "../context.ts";
import type { ShownDraft } from "../queries/drafts.ts";
import type { Requested, SaveDecision } from "../request-change.ts";
import { requestChange } from "../request-change.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import type { Connection } from "../rules/change.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { numberOf } from "../rules/change-request.ts";
import { DOUBTED, errorAt } from "./refusals.ts";

type Asks = Pick<
  Context,
  | "db"
  | "transaction"
  | "seal"
  | "pins"
  | "people"
  | "messenger"
  | "clock"
  | "approvalsChannelOf"
  | "newNonce"
  | "openRequests"
>;

export type Asked = Requested | { ok: false; because: "no-place"; obstacle: string };

interface PartOfForm {
  /** Tells the requests apart that one form asks for. */
  part?: string;
  saveDecision?: SaveDecision;
}

/** Makes a request of the draft that was shown, unless nobody could see its card. */
export async function askForApproval(
  context: Asks,
  body: ViewSubmitAction,
  shown: ShownDraft,
  { part = "", saveDecision }: PartOfForm = {},
): Promise<Asked> {
  const click = clickOf(body);
  const { workspaceId } = click;
  const channel = await context.approvalsChannelOf(workspaceId);
  const place =
    channel === null ? "not-found" : await context.messenger.placeOf(workspaceId, channel);
  const obstacle = approvalsObstacle(place);
  if (obstacle !== undefined) return { ok: false, because: "no-place", obstacle };
  const submission = { ...click, ...shown, delivery: click.delivery + part };
  return requestChange(context, submission, saveDecision);
}

/** The same from a form that has shown all of it: a refusal is under this field. Returns the new request. */
export async function sendForApproval(
  context: Asks,
  { body, ack }: Pick<SubmitArgs, "body" | "ack">,
  shown: ShownDraft,
  field: string,
): Promise<ChangeRequest | undefined> {
  const asked = await askForApproval(context, body, shown);
  const isRefused = !asked.ok && asked.because !== "seen-before";
  await ack(isRefused ? errorAt(field, whyNotAsked(asked)) : undefined);
  if (!asked.ok) return undefined;
  await tellAsked(context, asked.request);
  return asked.request;
}

/**
 * Tells the requester in the conversation of the request; by direct message, with the reason, if Signalbox cannot
 * write there.
 */
export async function tellAsked(
  { messenger, approvalsChannelOf }: Pick<Context, "messenger" | "approvalsChannelOf">,
  request: ChangeRequest,
): Promise<void> {
  const { workspaceId, content, requestedBy: userId } = request;
  const { askedIn } = content;
  const approvals = await approvalsChannelOf(workspaceId);
  const open = button("View request", action.showRequest, buttonValue(request));
  const message = (...why: Lines): Message =>
    messageWith(
      `${numberOf(request)} was sent for approval.`,
      richText(
        [
          `${numberOf(request)} was sent for approval`,
          ...(approvals === null ? [] : [" in ", channel(approvals)]),
          ".",
        ],
        ...why,
      ),
      actions(open, withdrawButton(request)),
    );
  const why: Line = /^[CG]/.test(askedIn)
    ? [
        "Signalbox is not in ",
        channel(askedIn),
        ". You get this message and the deposit instructions here.",
      ]
    : [
        "Signalbox cannot write where you typed. You get this message and the deposit instructions here.",
      ];
  const alone = askedIn === userId ? message() : message(why);
  await messenger.whisper(workspaceId, { channelId: askedIn, userId }, message(), alone);
}

/** Why nothing was requested, and who can help. */
export function whyNotAsked(refused: Extract<Asked, { ok: false }>): string {
  return refused.because === "no-place" ? refused.obstacle : askingRefusalSentence(refused.because);
}

export type AskingRefusal = Extract<Requested, { ok: false }>["because"];

/** Says why, and what to do about it. Nothing has been requested. */
export function askingRefusalSentence(because: AskingRefusal): string {
  switch (because) {
    case "destination-not-usable":
      return "The destination was retired or changed in the meantime, so it can no longer be used. Choose another one, or whitelist a new one.";
    case "similar-exists":
      return "Somebody requested a Rail with the same assets and destination in the meantime, so nothing was requested. Go back and press Review: you can then ask for a second one.";
    case "already-registered":
      return "It was added to the register in the meantime, so nothing was requested. The list of destinations shows it.";
    case "already-asked":
      return "Somebody requested the same in the meantime, so nothing was requested. The list of pending requests shows it.";
    case "id-taken":
      return "This id of the Rail service was added to the register in the meantime, so nothing was requested. The list of destinations shows it.";
    case "contradicted":
      return "The Rail service has shown this id with another address or IBAN, so nothing was requested. Clear that up with the service first.";
    case "set-up-changed":
      return "The set-up has changed in the meantime, so nothing was requested. Start again from the current set-up.";
    case "not-disputed":
      return "This dispute has ended already, so nothing was requested. Open the Rail again.";
    case "not-adoptable":
      return "Nothing was requested: this Rail is already approved or requested, is disputed, or has changed. Open it again.";
    case "not-registered":
      return "This Rail cannot be adopted yet: its destination is not ready to use. Import or whitelist the destination first.";
    case "pinned":
      return "The operator of Signalbox has fixed this setting, so nothing was requested. Only the operator can change it.";
    case "draft-gone":
      return "This form is no longer kept, so nothing was requested. Signalbox keeps each person's newest forms for a day. Start a new one.";
    case "draft-changed":
      return "The form was changed after this review opened, so nothing was requested. Review it again.";
    case "connection-changed":
      return "The connection to the Rail service has changed since the form was opened, so nothing was requested. Start a new one.";
    case "group-not-known":
      return "Nothing was requested. Slack did not say who is in the user groups that decide who approves this. Try again in a minute. If this continues, an administrator can check the app's permissions.";
    case "too-many-of-yours":
      return "You have reached the limit of open requests for one person, so nothing was requested. Withdraw one, or wait until one ends.";
    case "too-many-here":
      return "This workspace has reached its limit of open requests, so nothing was requested. Approvers can deny requests that nobody needs from the list of pending requests.";
    case "doubted":
      return DOUBTED;
    case "not-an-active-member":
    case "not-an-approver":
      return "Only active members of this workspace can request anything: no guests, bots or people of other organisations. Nothing was requested.";
    case "standing-not-known":
      return "Slack did not say whether your account is active, so nothing was requested. Try again in a minute.";
    case "overtaken":
      return "Somebody else decided about this in the meantime, so nothing was requested.";
    case "seen-before":
      return "This was received twice and done once.";
  }
}

/** Why the approvals channel takes no card, and who can mend it; undefined if it takes one. */
export function approvalsObstacle(place: Place): string | undefined {
  switch (place) {
    case "ours":
    // Slack's own trouble: the card follows as soon as it is over.
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
  /** The rule that will decide; null if Slack does not say enough about the requester to know it. */
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

/** The approvers who are needed, and the time until it expires. */
export function askingLines(approvers: Approvers): RichTextSection {
  return lines(approversLine(approvers), ...expiryLines(approvers));
}

/** `Needs 2 of @ben, @treasury-approvers, not you.` */
export function approversLine({ policy, requesterId }: Approvers): Line {
  if (!policy) return [NOT_KNOWN];
  const others = policy.approvers.filter((approver) => approver !== requesterId);
  const named = everyone(others, policy.groups);
  if (named.length === 0) return [NOBODY];
  return [`Needs ${policy.approvalsRequired} of `, ...named, ", not you."];
}

/** None if nobody knows which rule will decide. */
export function expiryLines({ policy }: Pick<Approvers, "policy">): Lines {
  return policy ? [[`Expires in ${counted(policy.expiresInHours, "hour")}.`]] : [];
}

const NOT_KNOWN =
  "Slack does not say which user groups you are in, so the approvers are not known now. Try again in a minute.";

const NOBODY =
  "Nobody can approve this: no rule names an approver for it. An administrator can change the rules.";
