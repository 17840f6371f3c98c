import { link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { requestText } from "../card/approval-card.ts";
import type { RequestFacts } from "../card/request-facts.ts";
import { requestFacts } from "../card/request-facts.ts";
import type { Context } from "../context.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, replaceMessage } from "../queries/messages.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { hasEnded } from "../rules/status.ts";
import { tellEach } from "./tell-each.ts";
import { concerned, whatWaits } from "./tell-of-outage.ts";

type Place = Pick<PostedMessage, "channelId" | "ts">;

const refTo = ({ workspaceId, id }: ChangeRequest) => ({ workspaceId, requestId: id });

/** Notes once that somebody deleted the card of an open request, so that people hear of it when another card is posted. */
export async function noteDeletion(
  { db }: Pick<Context, "db">,
  request: ChangeRequest,
  { channelId, ts }: Place,
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
  card: Place,
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
