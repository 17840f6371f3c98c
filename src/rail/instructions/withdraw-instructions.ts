import type { Logger } from "pino";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { header } from "../../platform/slack/blocks/blocks.ts";
import type { Line, Lines } from "../../platform/slack/blocks/rich-text.ts";
import { bold, link, richText } from "../../platform/slack/blocks/rich-text.ts";
import type { Message } from "../../platform/slack/message.ts";
import { messageWith } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { quarantineSentence } from "../../request/card/quarantine.ts";
import type { Context } from "../../request/context.ts";
import { unknownPosts } from "../../request/posting/counted-post.ts";
import { retell, tellEach } from "../../request/posting/tell-each.ts";
import type { PostedMessage } from "../../request/queries/messages.ts";
import {
  findMessage,
  listTold,
  NEVER_DRAWN,
  replaceMessage,
} from "../../request/queries/messages.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest, State } from "../../request/rules/change-request.ts";
import { keepInstructions } from "./keep-instructions.ts";
import {
  DO_NOT_PAY,
  everybody,
  messageAt,
  textName,
  tryLater,
  whichRail,
  whyUnchanged,
} from "./unchanged-instructions.ts";

type Withdrawing = Pick<Context, "db" | "transaction" | "messenger" | "people" | "clock"> & {
  logger: Pick<Logger, "warn">;
};

/**
 * Withdraws the instructions of a quarantined Rail: their message says that nobody may send money, and the requester
 * hears of it. If Slack refuses to change it, the approvers hear of it too, and the sweep tries again.
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
  const isUnchanged = known?.became === "unchanged";
  const told = await listTold(db, ref, "withdrawal");
  const others = isUnchanged ? await everybody(context, request) : told.map((each) => each.userId);
  const tellings = [...new Set([userId, ...others])].map((userId) => ({ userId, message }));
  const about = { ...ref, about: "withdrawal", version } as const;
  await tellEach(context, about, tellings);
  if (!posted) return;
  if (isUnchanged) {
    await tryLater(context, ref, posted);
    if (posted.redrawAt !== undefined) return;
  } else {
    if (told.some((each) => each.version === version)) await retell(context, about, message);
    await keepInstructions(context, ref, { ...posted, version, redrawAt: undefined }, posted);
  }
  await redrawCard(context, ref);
}

export const withdrawInstructionsJob: Job<Withdrawing, "withdraw-instructions"> = {
  name: "withdraw-instructions",
  does: "withdrawing its deposit instructions",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: withdrawInstructions,
};

/** The card says whether they are withdrawn. */
async function redrawCard({ db, transaction }: Withdrawing, request: RequestRef): Promise<void> {
  const card = await findMessage(db, request, "approval-card");
  if (!card) return;
  await replaceMessage(db, request, "approval-card", { ...card, version: NEVER_DRAWN }, card);
  await transaction((tx) => tx.enqueue({ name: "update-approval-card", request }));
}

/** Throws only if another try soon may help. */
async function replaced(
  context: Withdrawing,
  ref: RequestRef,
  posted: PostedMessage,
  message: Message,
): Promise<KnownInstructions> {
  const { messenger } = context;
  const became = await messenger.update(ref.workspaceId, posted, message).then(
    () => "withdrawn" as const,
    (error) => whyUnchanged(context, ref, posted, error),
  );
  const messageLink = await messenger.linkTo(ref.workspaceId, posted);
  return { channelId: posted.channelId, messageLink, became };
}

interface Quarantine {
  request: Pick<ChangeRequest, "number" | "content">;
  state: Extract<State, { status: "quarantined" }>;
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

/** Replaces how to pay into a quarantined Rail: the reason, and nothing to pay with. */
export function withdrawnInstructions(props: Quarantine): Message {
  return messageWith(
    `${DO_NOT_PAY}: the deposit instructions of ${textName(props.request)} are withdrawn`,
    header(DO_NOT_PAY),
    richText(
      whichRailOf(props),
      [bold("The deposit instructions that were here are withdrawn.")],
      why(props),
      ["Do not use any copy of them."],
      props.mayStandUnknown && ["Another message with them may be here too. Do not use it either."],
    ),
  );
}

/** For one person, since Slack notifies nobody about a changed message. */
export function withdrawalNotice(props: Notice): Message {
  return messageWith(
    `${DO_NOT_PAY}: ${textName(props.request)} is quarantined`,
    header(DO_NOT_PAY),
    richText(
      whichRailOf(props),
      [bold(`It is in quarantine${whetherWithdrawn(props)}`)],
      why(props),
      ...(props.known ? whereTheyStand(props, props.known) : []),
      props.mayStandUnknown && whereTheyMayStand(props),
      ["Warn anyone who has copied them. The approvers are being asked to look into it."],
    ),
  );
}

function whichRailOf({ request, cardLink }: Quarantine): Line {
  return [
    ...whichRail(request),
    ...(cardLink === undefined ? [] : [" · ", link(cardLink, "approval card")]),
  ];
}

function whetherWithdrawn({ known }: Notice): string {
  if (!known) return ". Do not use its deposit instructions.";
  return known.became === "unchanged"
    ? ", but its deposit instructions could not be withdrawn."
    : ", and its deposit instructions are withdrawn.";
}

/** Names the differing fields without values: the value of an entry point would be something to pay into. */
function why({ state }: Quarantine): Line {
  if (state.because !== "differs") return [quarantineSentence(state)];
  const fields = state.differences.map(({ field }) => field).join(", ");
  return [
    `The Rail service no longer shows what was approved. It differs in: ${shortened(fields, 300, "it does not say what")}.`,
  ];
}

function whereTheyStand({ request }: Notice, { became, ...at }: KnownInstructions): Lines {
  switch (became) {
    case "withdrawn":
      return [[...messageAt(request, "The message with them", at), " says so now."]];
    case "gone":
      return [];
    case "unchanged":
      return [
        [
          ...messageAt(request, "The message with them", at),
          " could not be changed: it may still say how to pay. ",
          bold("Do not use it, and have it deleted."),
          " Signalbox keeps trying.",
        ],
      ];
  }
}

function whereTheyMayStand({ request, known }: Notice): Line {
  return [
    `${known ? "Another" : "A"} message with them may be in `,
    { type: "channel", channel_id: request.content.askedIn },
    " or in the requester's direct messages with Signalbox: Slack did not confirm whether it posted one. ",
    bold("Do not use it. Signalbox cannot change it: have it deleted."),
  ];
}
