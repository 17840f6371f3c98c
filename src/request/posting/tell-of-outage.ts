import { isRequester } from "../../authority/judge.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { MessengerErrorCode } from "../../platform/slack/messenger-error.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Messenger, People } from "../../platform/slack/slack.ts";
import type { RequestFacts } from "../card/request-facts.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, listTold, saveMessage } from "../queries/messages.ts";
import { whomToTell } from "../who-is.ts";
import { channelOutage, channelOutageOver } from "./channel-outage.ts";
import type { TellDeps } from "./tell-each.ts";
import { isOpen, OVER, redrawn, tellEach } from "./tell-each.ts";

interface Deps extends TellDeps {
  db: Db;
  messenger: Messenger;
  people: Pick<People, "whoIs">;
}

/** While the channel does not take a request's card, everyone concerned has a message of their own instead. */
export async function tellOfOutage(
  deps: Deps,
  ref: RequestRef,
  facts: RequestFacts,
  { channelId, because }: { channelId: string; because: MessengerErrorCode },
): Promise<void> {
  const { request } = facts;
  const { version } = request;
  await saveMessage(deps.db, ref, "outage", { channelId, ts: "", version });
  const tellings = (await concerned(deps, facts)).map((userId) => {
    const mayDecide = !isRequester(userId, request);
    return { userId, message: channelOutage({ ...facts, channelId, because, mayDecide }) };
  });
  await tellEach(deps, { ...ref, about: "outage", version }, tellings);
}

export async function isOutage({ db }: { db: Db }, ref: RequestRef): Promise<boolean> {
  const outage = await findMessage(db, ref, "outage");
  return outage !== undefined && isOpen(outage);
}

/** The card stands where it belongs again: the messages in its place lead there, and have no buttons any more. */
export async function endOutage(
  deps: Deps,
  ref: RequestRef,
  facts: RequestFacts,
  card: Pick<PostedMessage, "channelId" | "ts">,
): Promise<void> {
  const { db, messenger, logger } = deps;
  const message = channelOutageOver(facts, await messenger.linkTo(ref.workspaceId, card));
  for (const { userId, ...told } of await listTold(db, ref, "outage")) {
    if (!isOpen(told)) continue;
    const kind = `outage:${userId}` as const;
    try {
      await redrawn(messenger, ref, told, message);
    } catch (error) {
      if (!(error instanceof MessengerError)) throw error;
      logger.warn({ err: error, ...ref, userId }, "a message about the channel stays as it is");
    }
    await saveMessage(db, ref, kind, { ...told, version: OVER });
  }
  await saveMessage(db, ref, "outage", { ...card, version: OVER });
}

/** Who approves such requests now, and who asked for this one. */
export async function concerned(
  deps: { people: Pick<People, "whoIs"> },
  { request, currentPolicy }: Pick<RequestFacts, "request" | "currentPolicy">,
): Promise<string[]> {
  const approvers = await whomToTell(deps, request.workspaceId, currentPolicy);
  return [...new Set([...approvers, request.requestedBy])];
}
