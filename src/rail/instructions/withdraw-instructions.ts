import type { Logger } from "pino";
import type { Db } from "../../platform/database/schema.ts";
import type { Job } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { InTransaction } from "../../platform/queue/transaction.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Message, Messenger } from "../../platform/slack/slack.ts";
import { unknownPosts } from "../../request/posting/counted-post.ts";
import { tellEach } from "../../request/posting/tell-each.ts";
import type { PostedMessage } from "../../request/queries/messages.ts";
import { findMessage } from "../../request/queries/messages.ts";
import { findRequest } from "../../request/queries/requests.ts";
import { keepInstructions } from "./keep-instructions.ts";
import type { KnownInstructions } from "./withdrawn-instructions.ts";
import { withdrawalNotice, withdrawnInstructions } from "./withdrawn-instructions.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
  messenger: Messenger;
  logger: Pick<Logger, "warn">;
}

/**
 * Takes back how to pay into a Rail that is quarantined: the message with it says that no money must be sent, and the
 * requester is told. A message that cannot be changed any more, or that may stand nobody knows where, is told of, and not
 * tried for ever.
 */
export async function withdrawInstructions(deps: Deps, ref: RequestRef): Promise<void> {
  const { db, messenger } = deps;
  const request = await findRequest(db, ref);
  if (request?.state.status !== "quarantined") return;
  const posted = await findMessage(db, ref, "instructions");
  if (posted && posted.version >= request.version) return;
  const mayStandUnknown = (await unknownPosts(deps, ref)) > 0;
  if (!posted && !mayStandUnknown) return;

  const card = await findMessage(db, ref, "approval-card");
  const cardLink = card && (await messenger.linkTo(ref.workspaceId, card));
  const { version, requestedBy: userId } = request;
  const quarantine = { request, state: request.state, cardLink, mayStandUnknown };
  const known = posted && (await replaced(deps, ref, posted, withdrawnInstructions(quarantine)));
  const message = withdrawalNotice({ ...quarantine, known });
  await tellEach(deps, { ...ref, about: "withdrawal", version }, [{ userId, message }]);
  if (posted) await keepInstructions(deps, ref, { ...posted, version }, posted);
}

export const withdrawInstructionsJob: Job<Deps, "withdraw-instructions"> = {
  name: "withdraw-instructions",
  does: "withdrawing its deposit instructions",
  expireInSeconds: 60,
  isOneAtATime: true,
  work: withdrawInstructions,
};

async function replaced(
  deps: Deps,
  ref: RequestRef,
  posted: PostedMessage,
  message: Message,
): Promise<KnownInstructions> {
  const became = await redrawn(deps, ref, posted, message);
  const messageLink = await deps.messenger.linkTo(ref.workspaceId, posted);
  // What Slack does not let us change is not gone.
  const isThere = became === "gone" && messageLink !== undefined;
  const { channelId } = posted;
  return { channelId, messageLink, became: isThere ? "unchanged" : became };
}

/** Where Slack will not do it later either, that is not tried again. */
async function redrawn(
  { messenger, logger }: Deps,
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
