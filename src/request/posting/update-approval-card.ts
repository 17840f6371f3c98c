import type { RichTextElement } from "@slack/types";
import { overOneConnection } from "../../platform/database/at-once.ts";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { faultsOfMessage } from "../../platform/slack/blocks/check-limits.ts";
import { bold } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { LastLook, MessagePlace, People } from "../../platform/slack/slack.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { history } from "../card/history.ts";
import { hiddenCard } from "../card/out-of-date-card.ts";
import { requestFacts } from "../card/request-facts.ts";
import type { Context } from "../context.ts";
import { findMessage, NEVER_DRAWN, replaceMessage, saveMessage } from "../queries/messages.ts";
import { findRequest, listEvents } from "../queries/requests.ts";
import type { ChangeRequest, Status } from "../rules/change-request.ts";
import type { RequestEvent } from "../rules/request-event.ts";
import { isRepeat } from "../rules/request-event.ts";
import { drawCard, isGone } from "./draw-card.ts";
import { settleAlarms } from "./raise-alarm.ts";
import { checkReach, isWithinReach } from "./reach.ts";
import { redrawn } from "./tell-each.ts";
import { endOutage, isOutage, tellOfDeletion, tellOfOutage } from "./tell-of-outage.ts";

type Updating = Pick<
  Context,
  "db" | "messenger" | "people" | "clock" | "logger" | "approvalsChannelOf"
>;

/**
 * Draws a request's card from the present state, however late and often it runs, and tells the people whom it called
 * that this is over. History comes last, so that nothing else waits for it. A channel that does not take the card is
 * no failure: people get direct messages, and the sweep tries again.
 */
export async function updateApprovalCard(context: Updating, ref: RequestRef): Promise<void> {
  const request = await findRequest(context.db, ref);
  const channelId = await context.approvalsChannelOf(ref.workspaceId);
  // A workspace that is not set up has no place for a card.
  if (!request || channelId === null) return settleAlarms(context, ref);
  const orTold = <Done>(work: () => Promise<Done>) => doneOrTold(context, request, channelId, work);
  const card = await orTold(() => drawn(context, request, channelId));
  await settleAlarms(context, ref);
  if (card) await orTold(() => historyTold(context, request, channelId, card));
}

export const updateApprovalCardJob: Job<Updating, "update-approval-card"> = {
  name: "update-approval-card",
  does: "drawing its card",
  expireInSeconds: 60,
  isOneAtATime: true,
  // The sweep keeps trying while the channel cannot be reached.
  retryLimit: 2,
  work: updateApprovalCard,
};

type Card = Awaited<ReturnType<typeof drawCard>>;

async function drawn(context: Updating, request: ChangeRequest, channelId: string): Promise<Card> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const card = await drawCard(context, request, channelId);
  await tellOfDeletion(context, request, card.at);
  if (!(await isOutage(context, ref))) return card;
  if (!(await isWithinReach(context, ref.workspaceId, card.at.channelId))) return card;
  await endOutage(context, ref, await requestFacts(context, request), card.at);
  return card;
}

/**
 * Looks whether the channel takes messages, even if there is nothing to say. One that takes no replies still shows the
 * card, which says it all.
 */
async function historyTold(
  context: Updating,
  request: ChangeRequest,
  channelId: string,
  { at, isTouched }: Card,
): Promise<void> {
  const lastLook = () => checkReach(context, request.workspaceId, at.channelId);
  try {
    const isTold = await postHistory(context, request, at, { lastLook });
    if (!isTold && !isTouched) await lastLook();
  } catch (error) {
    if (error instanceof MessengerError && error.code === "channel-restricted") {
      context.logger.warn({ err: error, requestId: request.id }, "a thread takes no history");
      return;
    }
    if (!isGone(error)) throw error;
    await neverDrawn(context, request, at);
    await postHistory(context, request, (await drawn(context, request, channelId)).at);
  }
}

/** Has the card posted anew: only a redraw proves that it was deleted. */
async function neverDrawn(
  { db }: Updating,
  { workspaceId, id: requestId }: ChangeRequest,
  { ts }: Card["at"],
): Promise<void> {
  const ref = { workspaceId, requestId };
  const now = await findMessage(db, ref, "approval-card");
  if (now?.ts !== ts) return;
  await replaceMessage(db, ref, "approval-card", { ...now, version: NEVER_DRAWN }, now);
}

async function doneOrTold<Done>(
  context: Updating,
  request: ChangeRequest,
  channelId: string,
  work: () => Promise<Done>,
): Promise<Done | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MessengerError && error.isOutOfReach)) throw error;
    const ref = { workspaceId: request.workspaceId, requestId: request.id };
    context.logger.warn({ err: error, ...ref }, "the approvals channel does not take a card");
    const facts = await requestFacts(context, request);
    await tellOfOutage(context, ref, facts, { channelId, because: error.code });
    if (error.code === "channel-shared") await hideFromOutsiders(context, request, channelId);
    return undefined;
  }
}

/** They read along: a sentence replaces the card, until it can be drawn there again. */
async function hideFromOutsiders(
  context: Updating,
  request: ChangeRequest,
  channelId: string,
): Promise<void> {
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const card = await findMessage(context.db, ref, "approval-card");
  if (card?.channelId !== channelId || card.version === NEVER_DRAWN) return;
  await redrawn(context.messenger, ref, card, hiddenCard({ request }));
  await neverDrawn(context, request, card);
}

/** A request that continues by itself in a moment is reported in one message when it comes to rest. */
const ON_ITS_WAY: readonly Status[] = ["approved", "sending", "created", "verified"];

interface Names {
  people: Pick<People, "nameOf">;
}

/** Names people plainly: a mention in a new message would call them about the past. */
async function withNames({ people }: Names, workspaceId: string, message: Message) {
  const plainly = async (leaf: RichTextElement): Promise<RichTextElement> => {
    const name = leaf.type === "user" && (await people.nameOf(workspaceId, leaf.user_id));
    return name ? bold(shortened(name, 60)) : leaf;
  };
  const blocks = message.blocks.map(async (block) => {
    if (block.type !== "rich_text") return block;
    const parts = block.elements.map(async (part) =>
      part.type === "rich_text_section"
        ? { ...part, elements: await Promise.all(part.elements.map(plainly)) }
        : part,
    );
    return { ...block, elements: await Promise.all(parts) };
  });
  return { ...message, blocks: await Promise.all(blocks) };
}

type Events = readonly (readonly [number, RequestEvent])[];

/** A message about the first of these events, or about as many as Slack takes in one, and the events that are left. */
async function nextMessage({ people }: Names, request: ChangeRequest, news: Events) {
  for (let count = news.length; ; count -= Math.ceil(count / 10)) {
    const message = history(
      request,
      news.slice(0, count).map(([, event]) => event),
    );
    const quiet = message && (await withNames({ people }, request.workspaceId, message));
    if (count <= 1 || !quiet || faultsOfMessage(quiet).length === 0) {
      return { message: quiet, left: news.slice(count) };
    }
  }
}

/**
 * Tells the thread under the card everything since the last message there, in as few as Slack takes; repetitions count
 * once. Returns whether there was anything to say. It goes last: if Slack limits the conversation, it throws `limited`
 * at once, and the next try tells the rest.
 */
async function postHistory(
  { db, messenger, people }: Pick<Context, "db" | "messenger"> & Names,
  request: ChangeRequest,
  card: MessagePlace,
  how: LastLook = {},
): Promise<boolean> {
  if (ON_ITS_WAY.includes(request.state.status)) return false;
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const [last, all] = await overOneConnection(db, (db) =>
    Promise.all([findMessage(db, ref, "history"), listEvents(db, ref)]),
  );
  const told = last?.version ?? 0;
  const events = all.slice(0, request.version);
  let news: Events = [...events.entries()].filter(
    ([index]) => index >= told && !isRepeat(events, index),
  );
  const under = { ...how, threadTs: card.ts, rank: "last" as const };
  let isTold = false;
  while (news.length > 0) {
    const { message, left } = await nextMessage({ people }, request, news);
    news = left;
    if (!message) continue;
    const at = await messenger.post(request.workspaceId, card.channelId, message, under);
    await saveMessage(db, ref, "history", { ...at, version: left[0]?.[0] ?? request.version });
    isTold = true;
  }
  return isTold;
}
