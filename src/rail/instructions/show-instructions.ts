import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import type { RailApis } from "../../platform/rail-api/rail-api.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { LastLook, Message, Messenger } from "../../platform/slack/slack.ts";
import type { ApplyDeps } from "../../request/apply-command.ts";
import { ChangedMeanwhile } from "../../request/posting/changed-meanwhile.ts";
import { countedPost, unknownPosts } from "../../request/posting/counted-post.ts";
import type { PostedMessage } from "../../request/queries/messages.ts";
import { findMessage } from "../../request/queries/messages.ts";
import { findRequest } from "../../request/queries/requests.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { readBack } from "../creating/verify-rail.ts";
import { railFacts } from "../screens/rail-facts.ts";
import { addressQrCode } from "./address-qr-code.ts";
import { closeCopy } from "./close-copy.ts";
import { depositInstructions } from "./deposit-instructions.ts";
import { keepInstructions } from "./keep-instructions.ts";
import { uploadPicture, withPicture } from "./pictures.ts";

export interface ShowDeps extends ApplyDeps {
  db: Db;
  transaction: InTransaction;
  messenger: Messenger;
  railApis: RailApis;
  logger: Pick<Logger, "warn">;
}

interface Due {
  ref: RequestRef;
  /** Verified or done. */
  request: ChangeRequest;
  railId: string;
  /** The message with them, where there is one. */
  known: PostedMessage | undefined;
}

interface Sending {
  /** Another message with the same may stand in Slack, and nobody knows where. */
  mayStandTwice: boolean;
  how: LastLook;
  /** Has it kept where they stand; the message that counts. */
  keep(at: Pick<PostedMessage, "channelId" | "ts">): Promise<PostedMessage>;
}

/** Puts them into Slack; the message that counts then. */
type Send = (message: Message, sending: Sending) => Promise<PostedMessage>;

/**
 * Shows how to pay into a Rail. It is read and judged once more for it: what is shown is what the service says now, and
 * equals what was approved. Undefined where it does not, or where the message of what is done cannot be changed.
 */
export async function showInstructions(
  deps: ShowDeps,
  due: Due,
): Promise<PostedMessage | undefined> {
  const { messenger } = deps;
  const { ref, request, railId, known } = due;
  const { workspaceId } = ref;
  const { content, state } = request;
  const { rail, applied } = await readBack(deps, ref, request.connectionId, railId);
  const isStillSo = applied.ok && applied.request.state.status === state.status;
  if (rail === null || !isStillSo) return undefined;

  // Tried again and again for somebody whom nothing reaches, it must not leave a picture behind each time.
  const isUndeliverable = state.status === "verified" && state.isUndeliverable === true;
  if (isUndeliverable && !known) await channelFor(deps, ref, content);
  const facts = await railFacts(deps, workspaceId, request.connectionId, rail);
  const qrFileId = await uploadPicture(deps, workspaceId, await addressQrCode(rail));
  const show = (send: Send) =>
    withPicture(deps, workspaceId, qrFileId, (fileId) =>
      shownIfDue(deps, due, (sending) => {
        const { mayStandTwice } = sending;
        return send(depositInstructions(facts, { qrFileId: fileId, mayStandTwice }), sending);
      }),
    );
  const post = (channelId: string) =>
    show((message, { how, keep }) =>
      countedPost(deps, ref, {
        post: () => messenger.post(workspaceId, channelId, message, { ...how, rank: "next" }),
        keep,
      }),
    );
  const redraw = (at: PostedMessage) =>
    show(async (message, { how, keep }) => {
      await messenger.update(workspaceId, at, message, how);
      return keep(at);
    });
  const inPlace = known ? [() => redraw(known)] : [];
  if (state.status === "done") return firstWithinReach(inPlace, () => undefined);
  const toRequester = async () =>
    post(await messenger.directMessageWith(workspaceId, content.requestedBy));
  const anew = async () => post(await channelFor(deps, ref, content));
  return firstWithinReach([...inPlace, anew], toRequester);
}

/**
 * All that is done before it takes its time: it may be quarantined meanwhile, or another run have shown them. So does the
 * turn in which they are sent, after which it is too late.
 */
async function shownIfDue(
  deps: ShowDeps,
  { ref, request, known }: Due,
  send: (sending: Sending) => Promise<PostedMessage>,
): Promise<PostedMessage | undefined> {
  const now = await findRequest(deps.db, ref);
  if (now?.state.status !== request.state.status) return undefined;
  const last = await findMessage(deps.db, ref, "instructions");
  if (last?.ts !== known?.ts || last?.version !== known?.version) return last;
  const lastLook = async () => {
    if ((await findRequest(deps.db, ref))?.version !== now.version) throw new ChangedMeanwhile();
  };
  const keep: Sending["keep"] = async ({ channelId, ts }) => {
    const shown = { channelId, ts, version: now.version };
    const kept = await keepInstructions(deps, ref, shown, last);
    if (kept.ts !== ts) await closeCopy(deps, now, shown, kept);
    return kept;
  };
  const mayStandTwice = (await unknownPosts(deps, ref)) > 0;
  return send({ mayStandTwice, how: { lastLook }, keep });
}

/** The next way is gone where the message is gone, or the conversation was closed to the bot since it was looked at. */
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

/** Where the bot is not in the conversation, or others could read along, they go to the requester alone. */
async function channelFor(
  { messenger }: ShowDeps,
  { workspaceId }: RequestRef,
  { askedIn, requestedBy }: { askedIn: string; requestedBy: string },
): Promise<string> {
  const place = await messenger.placeOf(workspaceId, askedIn);
  if (place === "not-known") throw new Error("Slack did not say who reads along; tried again");
  return place === "ours" ? askedIn : messenger.directMessageWith(workspaceId, requestedBy);
}
