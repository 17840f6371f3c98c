import type { KnownBlock } from "@slack/types";
import { isRequester } from "../../authority/judge.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { header } from "../../platform/slack/blocks/blocks.ts";
import { bold, link, richText, user } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import type { MessengerErrorCode } from "../../platform/slack/messenger-error.ts";
import type { MessagePlace, People } from "../../platform/slack/slack.ts";
import { allowedButtons, requestButtons, requestText } from "../card/approval-card.ts";
import type { RequestFacts } from "../card/request-facts.ts";
import { requestFacts } from "../card/request-facts.ts";
import { statusDetails, statusTitle } from "../card/request-status.ts";
import type { Context } from "../context.ts";
import { findMessage, replaceMessage, saveMessage } from "../queries/messages.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { hasEnded } from "../rules/status.ts";
import { whomToTell } from "../who-is.ts";
import { environmentName, requestName } from "../words.ts";
import type { OutOfReach } from "./reach.ts";
import { whatToDo } from "./reach.ts";
import { isOpen, OVER, retell, tellEach } from "./tell-each.ts";

/** While the channel does not take a request's card, everybody concerned gets a message of their own instead. */
export async function tellOfOutage(
  context: Pick<Context, "db" | "messenger" | "logger" | "people">,
  ref: RequestRef,
  facts: RequestFacts,
  { channelId, because }: { channelId: string; because: MessengerErrorCode },
): Promise<void> {
  const { request } = facts;
  const { version } = request;
  await saveMessage(context.db, ref, "outage", { channelId, ts: "", version });
  const tellings = (await concerned(context, facts)).map((userId) => {
    const mayDecide = !isRequester(userId, request);
    return { userId, message: channelOutage({ ...facts, channelId, because, mayDecide }) };
  });
  await tellEach(context, { ...ref, about: "outage", version }, tellings);
}

export async function isOutage({ db }: { db: Db }, ref: RequestRef): Promise<boolean> {
  const outage = await findMessage(db, ref, "outage");
  return outage !== undefined && isOpen(outage);
}

/** The card is in its channel again: the messages in its place link to it, and lose their buttons. */
export async function endOutage(
  context: Pick<Context, "db" | "messenger" | "logger" | "people">,
  ref: RequestRef,
  facts: RequestFacts,
  card: MessagePlace,
): Promise<void> {
  const message = channelOutageOver(facts, await context.messenger.linkTo(ref.workspaceId, card));
  await retell(context, { ...ref, about: "outage", version: OVER }, message);
  await saveMessage(context.db, ref, "outage", { ...card, version: OVER });
}

/** The approvers of such requests now, and the requester. */
export async function concerned(
  context: { people: Pick<People, "whoIs"> },
  { request, currentPolicy }: Pick<RequestFacts, "request" | "currentPolicy">,
): Promise<string[]> {
  const approvers = await whomToTell(context, request.workspaceId, currentPolicy);
  return [...new Set([...approvers, request.requestedBy])];
}

export interface ChannelOutage extends RequestFacts, OutOfReach {
  /** The reader approves requests of this kind, and did not make this one. */
  mayDecide: boolean;
}

/** To one person, in place of the card that the approvals channel does not take. */
export function channelOutage(props: ChannelOutage): Message {
  const buttons = props.mayDecide ? requestButtons(props) : [];
  return messageWith(
    requestText(props),
    ...whatWaits(props),
    richText(
      ["Its card is missing from the approvals channel or out of date. ", ...whatToDo(props)],
      ["Nothing is lost: the card follows when that is done."],
      props.mayDecide && allowedButtons(props).length > 0 && ["Until then, use the buttons below."],
    ),
    ...buttons,
  );
}

/** Replaces that message once the card is in its channel. */
export function channelOutageOver(facts: RequestFacts, cardLink: string | undefined): Message {
  const where = cardLink === undefined ? ["."] : [": ", link(cardLink, "approval card")];
  return messageWith(
    requestText(facts),
    ...whatWaits(facts),
    richText(["Its card is back in the approvals channel", ...where]),
  );
}

/** Names the request and its state. */
export function whatWaits(facts: RequestFacts): KnownBlock[] {
  const { request, currentPolicy } = facts;
  const { connection } = request.content;
  return [
    header(requestName(request)),
    richText(
      [
        bold(statusTitle(request, currentPolicy)),
        ` · ${environmentName(connection.environment)} · requested by `,
        user(request.requestedBy),
      ],
      ...statusDetails(request, facts),
    ),
  ];
}

const refTo = ({ workspaceId, id }: ChangeRequest) => ({ workspaceId, requestId: id });

/** Notes once that somebody deleted the card of an open request, so that people hear of it when another card is posted. */
export async function noteDeletion(
  { db }: Pick<Context, "db">,
  request: ChangeRequest,
  { channelId, ts }: MessagePlace,
): Promise<void> {
  if (hasEnded(request)) return;
  const ref = refTo(request);
  const noted = await findMessage(db, ref, "deletion");
  if (noted?.ts === ts) return;
  const version = Math.abs(noted?.version ?? 0) + 1;
  await replaceMessage(db, ref, "deletion", { channelId, ts, version }, noted);
}

/** Tells everybody concerned once for each deletion, and links to the present card. */
export async function tellOfDeletion(
  context: Pick<Context, "db" | "messenger" | "logger" | "people" | "clock">,
  request: ChangeRequest,
  card: MessagePlace,
): Promise<void> {
  const { db, messenger } = context;
  const ref = refTo(request);
  const noted = await findMessage(db, ref, "deletion");
  if (!noted || noted.version < 0) return;
  const { version } = noted;
  if (!hasEnded(request)) {
    const facts = await requestFacts(context, request);
    const cardLink = await messenger.linkTo(ref.workspaceId, card);
    const message = cardDeleted({ ...facts, channelId: card.channelId, cardLink });
    const tellings = (await concerned(context, facts)).map((userId) => ({ userId, message }));
    await tellEach(context, { ...ref, about: "deletion", version }, tellings);
  }
  await replaceMessage(db, ref, "deletion", { ...noted, version: -version }, noted);
}

interface CardDeleted extends RequestFacts {
  /** The channel of the new card. */
  channelId: string;
  cardLink: string | undefined;
}

/** For one person, once a deleted card is posted anew. */
export function cardDeleted({ channelId, cardLink, ...facts }: CardDeleted): Message {
  const where = cardLink === undefined ? ["."] : [": ", link(cardLink, "approval card")];
  return messageWith(
    requestText(facts),
    ...whatWaits(facts),
    richText(
      ["Somebody has deleted its card."],
      ["Nothing is lost: a new one is in ", { type: "channel", channel_id: channelId }, ...where],
    ),
  );
}
