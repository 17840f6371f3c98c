import type { Logger } from "pino";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import { bold, link, named, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import { nameInText, shortened } from "../../platform/text/shown-text.ts";
import { quarantineSentence } from "../../request/card/quarantine.ts";
import type { Context } from "../../request/context.ts";
import { unknownPosts } from "../../request/posting/counted-post.ts";
import { tellEach } from "../../request/posting/tell-each.ts";
import type { PostedMessage } from "../../request/queries/messages.ts";
import { findMessage } from "../../request/queries/messages.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest, State } from "../../request/rules/change-request.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { environmentName } from "../../request/words.ts";
import { keepInstructions } from "./keep-instructions.ts";

type Withdrawing = Pick<Context, "db" | "transaction" | "messenger"> & {
  logger: Pick<Logger, "warn">;
};

/**
 * Withdraws the instructions of a quarantined Rail: their message says that nobody may send money, and the requester
 * hears of it. If a message cannot be changed, or may be in an unknown place, people read about it instead of endless
 * tries.
 */
export async function withdrawInstructions(context: Withdrawing, ref: RequestRef): Promise<void> {
  const { db, messenger } = context;
  const request = await findRequest(db, ref);
  if (request?.state.status !== "quarantined") return;
  const posted = await findMessage(db, ref, "instructions");
  if (posted && posted.version >= request.version) return;
  const mayStandUnknown = (await unknownPosts(context, ref)) > 0;
  if (!posted && !mayStandUnknown) return;

  const card = await findMessage(db, ref, "approval-card");
  const cardLink = card && (await messenger.linkTo(ref.workspaceId, card));
  const { version, requestedBy: userId } = request;
  const quarantine = { request, state: request.state, cardLink, mayStandUnknown };
  const known = posted && (await replaced(context, ref, posted, withdrawnInstructions(quarantine)));
  const message = withdrawalNotice({ ...quarantine, known });
  await tellEach(context, { ...ref, about: "withdrawal", version }, [{ userId, message }]);
  if (posted) await keepInstructions(context, ref, { ...posted, version }, posted);
}

export const withdrawInstructionsJob: Job<Withdrawing, "withdraw-instructions"> = {
  name: "withdraw-instructions",
  does: "withdrawing its deposit instructions",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: withdrawInstructions,
};

async function replaced(
  context: Withdrawing,
  ref: RequestRef,
  posted: PostedMessage,
  message: Message,
): Promise<KnownInstructions> {
  const became = await redrawn(context, ref, posted, message);
  const messageLink = await context.messenger.linkTo(ref.workspaceId, posted);
  // A message that Slack can still link to is not gone.
  const isThere = became === "gone" && messageLink !== undefined;
  const { channelId } = posted;
  return { channelId, messageLink, became: isThere ? "unchanged" : became };
}

/** Throws only if another try may help. */
async function redrawn(
  { messenger, logger }: Withdrawing,
  ref: RequestRef,
  posted: PostedMessage,
  message: Message,
): Promise<KnownInstructions["became"]> {
  try {
    await messenger.update(ref.workspaceId, posted, message);
    return "withdrawn";
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    if (error.code === "unavailable" || error.code === "limited") throw error;
    logger.warn({ err: error, ...ref }, "a message with withdrawn instructions cannot be changed");
    return error.code === "no-such-message" ? "gone" : "unchanged";
  }
}

interface Quarantine {
  request: Pick<ChangeRequest, "number" | "content">;
  state: Extract<State, { status: "quarantined" }>;
  /** To the approval card. */
  cardLink?: string | undefined;
  /** Slack did not say whether it took a message with them, or another one. */
  mayStandUnknown?: boolean;
}

/** The message with the instructions. */
interface KnownInstructions {
  channelId: string;
  became: "withdrawn" | "gone" | "unchanged";
  messageLink?: string | undefined;
}

interface Notice extends Quarantine {
  /** Undefined if none is known. */
  known: KnownInstructions | undefined;
}

const TITLE = "Do not send money to it";

/** Replaces how to pay into a quarantined Rail: the reason, and nothing to pay with. */
export function withdrawnInstructions(props: Quarantine): Message {
  return messageWith(
    `${TITLE}: the deposit instructions of ${textName(props)} are withdrawn`,
    header(TITLE),
    richText(
      whichRail(props),
      [bold("The deposit instructions that were here are withdrawn.")],
      why(props),
      ["Do not use any copy of them."],
      props.mayStandUnknown && ["Another message with them may be here too. Do not use it either."],
    ),
  );
}

/** For the requester alone, since Slack notifies nobody about a changed message. */
export function withdrawalNotice(props: Notice): Message {
  return messageWith(
    `${TITLE}: ${textName(props)} is quarantined`,
    header(TITLE),
    richText(
      whichRail(props),
      [bold("It is in quarantine, and its deposit instructions are withdrawn.")],
      why(props),
      ...(props.known ? whereTheyStand(props, props.known) : []),
      props.mayStandUnknown && whereTheyMayStand(props),
      ["Warn anyone who has copied them. The approvers are being asked to look into it."],
    ),
  );
}

function textName({ request }: Quarantine): string {
  const { change, connection } = request.content;
  return `${numberOf(request)}, ${nameInText(change.name)} (${environmentName(connection.environment)}),`;
}

function whichRail({ request, cardLink }: Quarantine): Line {
  const { change, connection } = request.content;
  return [
    `${numberOf(request)} · `,
    named(change.name),
    ` · ${environmentName(connection.environment)}`,
    ...(cardLink === undefined ? [] : [" · ", link(cardLink, "approval card")]),
  ];
}

/** Names the differing fields without values: the value of an entry point would be something to pay into. */
function why({ state }: Quarantine): Line {
  if (state.because !== "differs") return [quarantineSentence(state)];
  const fields = state.differences.map(({ field }) => field).join(", ");
  return [
    `The Rail service no longer shows what was approved. It differs in: ${shortened(fields, 300, "it does not say what")}.`,
  ];
}

function whereTheyStand(
  { request }: Notice,
  { channelId, became, messageLink }: KnownInstructions,
): Lines {
  const them =
    messageLink === undefined
      ? "The message with them"
      : link(messageLink, "The message with them");
  switch (became) {
    case "withdrawn":
      return [[them, " says so now."]];
    case "gone":
      return [];
    case "unchanged":
      return [
        [
          them,
          ...whereIs(request, channelId),
          " could not be changed: it may still say how to pay.",
        ],
      ];
  }
}

function whereTheyMayStand({ request, known }: Notice): Line {
  return [
    `${known ? "Another" : "A"} message with them may be in `,
    { type: "channel", channel_id: request.content.askedIn },
    " or here: Slack did not confirm whether it posted one. ",
    bold("Do not use it. Signalbox cannot change it: have it deleted."),
  ];
}

/** Instructions outside that conversation are in the direct messages that carry this notice. */
function whereIs({ content }: Notice["request"], channelId: string): Line {
  return channelId === content.askedIn
    ? [" in ", { type: "channel", channel_id: channelId }]
    : [" here"];
}
