import type { Logger } from "pino";
import { overOneConnection } from "../../platform/database/at-once.ts";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Message } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { LastLook, MessagePlace } from "../../platform/slack/slack.ts";
import { applyCommand } from "../../request/apply-command.ts";
import type { Context } from "../../request/context.ts";
import { countedPost, unknownPosts } from "../../request/posting/counted-post.ts";
import { ChangedMeanwhile } from "../../request/posting/meanwhile.ts";
import { findProblem } from "../../request/queries/disputes.ts";
import type { PostedMessage } from "../../request/queries/messages.ts";
import { findMessage, NEVER_DRAWN, replaceMessage } from "../../request/queries/messages.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import type { RailFacts } from "../screens/rail-facts.ts";
import { depositInstructions } from "./deposit-instructions.ts";
import { factsToShow, judgeDisputed } from "./facts-to-show.ts";
import { closeCopy, instructionsElsewhere, keepInstructions } from "./keep-instructions.ts";
import { tellChanged, tellUnchanged, tryLater, whyUnchanged } from "./unchanged-instructions.ts";
import { withdrawInstructions } from "./withdraw-instructions.ts";

type Posting = Pick<
  Context,
  "db" | "transaction" | "seal" | "pins" | "messenger" | "people" | "railApis" | "clock"
> & { logger: Pick<Logger, "warn"> };

/**
 * Posts how to pay into a verified Rail, in the conversation of the request. If nobody knows what a message shows, it
 * is redrawn in its place, even for a finished Rail, and not posted again.
 */
export async function postInstructions(context: Posting, ref: RequestRef): Promise<void> {
  const [request, known] = await overOneConnection(context.db, (db) =>
    Promise.all([findRequest(db, ref), findMessage(db, ref, "instructions")]),
  );
  if (request?.state.status === "done" && known) {
    const due = { ref, request, railId: request.state.railId, known };
    // Slack may have refused a run that drew it to tell everyone.
    if (known.version > NEVER_DRAWN) await tellChanged(context, request);
    else await redrawFinished(context, due);
    // Last, and whatever Slack said: the service may be slow, and nobody must pay meanwhile.
    return judgeDisputed(context, due);
  }
  if (request?.state.status !== "verified") return;

  const { railId } = request.state;
  try {
    const posted =
      known?.version === request.version
        ? known
        : await showInstructions(context, { ref, request, railId, known });
    if (!posted) return;
    const { channelId } = posted;
    const applied = await applyCommand(context, ref, { type: "posted", channelId });
    // Slack took them during the quarantine, so the withdrawal has not seen them.
    if (!applied.ok) await withdrawInstructions(context, ref);
  } catch (error) {
    if (!isForNobody(error)) throw error;
    // The card says so, and the sweep tries again.
    context.logger.warn({ err: error, ...ref }, "the requester takes no direct message");
    await applyCommand(context, ref, { type: "undeliverable" });
  }
}

export const postInstructionsJob: Job<Posting, "post-instructions"> = {
  name: "post-instructions",
  does: "posting its deposit instructions",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: postInstructions,
};

/**
 * Redraws the message of a finished Rail, which is not posted again. If Slack refuses, or the service shows nothing to draw
 * it from, it counts as not drawn.
 */
async function redrawFinished(
  context: Posting,
  due: Due & { known: PostedMessage },
): Promise<void> {
  const { ref, request, railId, known } = due;
  try {
    if (await showInstructions(context, due)) return await tellChanged(context, request);
  } catch (error) {
    if ((await whyUnchanged(context, ref, known, error)) === "gone") {
      const gone = { ...known, version: request.version, redrawAt: undefined };
      await keepInstructions(context, ref, gone, known);
      return tellChanged(context, request);
    }
    await tellUnchanged(context, request, railId, known);
  }
  await tryLater(context, ref, known);
}

/** Only the requester can be out of reach here: instructions that a conversation refuses go to them alone. */
function isForNobody(error: unknown): boolean {
  return error instanceof MessengerError && (error.code === "no-such-person" || error.isOutOfReach);
}

interface Due {
  ref: RequestRef;
  /** Verified or done. */
  request: ChangeRequest;
  railId: string;
  /** The message with them, if there is one. */
  known: PostedMessage | undefined;
}

interface Sending {
  /** Slack may show another message with the same instructions in an unknown place. */
  mayStandTwice: boolean;
  how: LastLook;
  /** Keeps their place; returns the message that counts. */
  keep(at: MessagePlace): Promise<PostedMessage>;
}

/** Posts or redraws them in Slack; returns the message that then counts. */
type Send = (message: Message, sending: Sending) => Promise<PostedMessage>;

/**
 * Shows how to pay into a Rail, after reading and judging it once more, or that nobody may. Undefined if the service no longer
 * shows what was approved. Throws a `MessengerError` if Slack does not change the message of a finished Rail.
 */
async function showInstructions(context: Posting, due: Due): Promise<PostedMessage | undefined> {
  const { messenger } = context;
  const { ref, request, railId, known } = due;
  const { workspaceId } = ref;
  const { content, state } = request;
  const facts = await factsToShow(context, due);
  if (!facts) return undefined;

  const show = (send: Send) =>
    shownIfDue(context, due, facts, (sending) => {
      const { mayStandTwice } = sending;
      return send(depositInstructions(facts, { mayStandTwice }), sending);
    });
  const post = (channelId: string) =>
    show((message, { how, keep }) =>
      countedPost(context, ref, {
        post: () => messenger.post(workspaceId, channelId, message, { ...how, rank: "next" }),
        keep,
      }),
    );
  const toRequester = async () =>
    post(await messenger.directMessageWith(workspaceId, content.requestedBy));
  const redraw = async (at: PostedMessage) => {
    const isDisputed = facts.dispute !== null;
    if (!isDisputed && (await messenger.placeOf(workspaceId, at.channelId)) === "shared") {
      // Another organisation has joined the channel since.
      await messenger.update(workspaceId, at, instructionsElsewhere({ request }));
      return toRequester();
    }
    return show(async (message, { how, keep }) => {
      await messenger.update(workspaceId, at, message, how);
      return keep(at);
    });
  };
  const inPlace = known ? [() => redraw(known)] : [];
  const anew = async () => post(await channelFor(context, ref, content));
  const posted =
    state.status === "done" && known
      ? await redraw(known)
      : await firstWithinReach([...inPlace, anew], toRequester);
  // Somebody reported or disputed it while Slack took them, and found no message to redraw.
  if (posted && !(await isStill(context, request, railId, facts))) {
    const unknown = { ...posted, version: NEVER_DRAWN };
    await replaceMessage(context.db, ref, "instructions", unknown, posted);
    throw new ChangedMeanwhile();
  }
  return posted;
}

async function isStill(
  { db }: Pick<Posting, "db">,
  { connectionId }: ChangeRequest,
  railId: string,
  { dispute, reportedAt }: RailFacts,
): Promise<boolean> {
  const now = await findProblem(db, connectionId, railId);
  const since = now && ("at" in now ? now.at : now.reportedAt);
  return since === (dispute?.at ?? reportedAt);
}

/** Looks again before it sends: the Rail may be quarantined by now, or another run may have shown them. */
async function shownIfDue(
  context: Posting,
  { ref, request, railId, known }: Due,
  facts: RailFacts,
  send: (sending: Sending) => Promise<PostedMessage>,
): Promise<PostedMessage | undefined> {
  const [now, last, tries] = await overOneConnection(context.db, (db) =>
    Promise.all([
      findRequest(db, ref),
      findMessage(db, ref, "instructions"),
      unknownPosts({ db }, ref),
    ]),
  );
  if (now?.state.status !== request.state.status) return undefined;
  if (last?.ts !== known?.ts || last?.version !== known?.version) return last;
  const lastLook = async () => {
    const [latest, isSame] = await overOneConnection(context.db, (db) =>
      Promise.all([findRequest(db, ref), isStill({ db }, request, railId, facts)]),
    );
    if (latest?.version !== now.version || !isSame) throw new ChangedMeanwhile();
  };
  const keep: Sending["keep"] = async ({ channelId, ts }) => {
    const shown = { channelId, ts, version: now.version };
    const kept = await keepInstructions(context, ref, shown, last);
    if (kept.ts !== ts) await closeCopy(context, now, shown, kept);
    return kept;
  };
  return send({ mayStandTwice: tries > 0, how: { lastLook }, keep });
}

/** Tries the next way if the message is gone, or the conversation has been closed to the bot. */
async function firstWithinReach<Result>(
  ways: readonly (() => Promise<Result>)[],
  otherwise: () => Result | Promise<Result>,
): Promise<Result> {
  for (const way of ways) {
    try {
      return await way();
    } catch (error) {
      const isMessengers = error instanceof MessengerError;
      const isGone = isMessengers && (error.isOutOfReach || error.code === "no-such-message");
      if (!isGone) throw error;
    }
  }
  return otherwise();
}

/** Instructions go to the requester alone if the bot is not in the conversation, or others could read along. */
async function channelFor(
  { messenger }: Posting,
  { workspaceId }: RequestRef,
  { askedIn, requestedBy }: { askedIn: string; requestedBy: string },
): Promise<string> {
  const place = await messenger.placeOf(workspaceId, askedIn);
  if (place === "not-known") throw new Error("Slack did not say who reads along; tried again");
  return place === "ours" ? askedIn : messenger.directMessageWith(workspaceId, requestedBy);
}
