import type { Logger } from "pino";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Message } from "../../platform/slack/message.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { MessagePlace, Messenger } from "../../platform/slack/slack.ts";
import type { Context } from "../context.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, listTold, saveMessage } from "../queries/messages.ts";

type Tells = Pick<Context, "db"> & {
  messenger: Pick<Messenger, "post" | "update" | "directMessageWith">;
  logger: Pick<Logger, "warn">;
};

export interface Telling {
  userId: string;
  message: Message;
}

interface What extends RequestRef {
  about: "outage" | "deletion" | "withdrawal" | "unchanged" | "reminder" | "ending" | "question";
  /** The version of the request that the messages show; for a deletion, its number. */
  version: number;
}

/** A later version of these says more of the same, so the message is redrawn. Anything else calls again. */
const GOES_ON: ReadonlySet<What["about"]> = new Set(["outage", "withdrawal", "ending"]);

/** Tells each person by direct message, once per version. */
export async function tellEach(
  context: Tells,
  what: What,
  tellings: readonly Telling[],
): Promise<PostedMessage[]> {
  const { workspaceId, requestId } = what;
  return oneByOne(context.logger, { workspaceId, requestId }, tellings, (each) =>
    tell(context, what, each),
  );
}

/**
 * A person who cannot be reached holds up nobody: the others come first, and then it throws if Slack may reach that
 * person later.
 */
export async function oneByOne<Person extends { userId: string }, Told>(
  logger: Pick<Logger, "warn">,
  about: object,
  people: readonly Person[],
  tellOne: (person: Person) => Promise<Told>,
): Promise<Told[]> {
  const told: Told[] = [];
  let failure: MessengerError | undefined;
  for (const person of people) {
    try {
      told.push(await tellOne(person));
    } catch (error) {
      if (!(error instanceof MessengerError)) throw error;
      logger.warn({ err: error, ...about, userId: person.userId }, "someone was not told");
      if (error.mayPass) failure = error;
    }
  }
  if (failure) throw failure;
  return told;
}

async function tell(
  { db, messenger }: Tells,
  { about, version, ...ref }: What,
  { userId, message }: Telling,
): Promise<PostedMessage> {
  const kind = `${about}:${userId}` as const;
  const before = await findMessage(db, ref, kind);
  if (before && before.version >= version) return before;
  const isRedrawn = GOES_ON.has(about) && before !== undefined && isOpen(before);
  const at =
    (isRedrawn ? await redrawn(messenger, ref, before, message) : undefined) ??
    (await sent(messenger, ref, userId, message));
  const told = { ...at, version };
  await saveMessage(db, ref, kind, told);
  return told;
}

/** Redraws what each person was told. What Slack refuses for good stays as it is; what may pass is thrown at the end. */
export async function retell(
  { db, messenger, logger }: Tells,
  { about, version, ...ref }: What,
  message: Message,
): Promise<void> {
  const open = (await listTold(db, ref, about)).filter(isOpen);
  await oneByOne(logger, { ...ref, about }, open, async ({ userId, ...told }) => {
    try {
      await redrawn(messenger, ref, told, message);
    } catch (error) {
      if (!(error instanceof MessengerError) || error.mayPass) throw error;
      logger.warn({ err: error, ...ref, about, userId }, "a direct message stays as it is");
    }
    await saveMessage(db, ref, `${about}:${userId}`, { ...told, version });
  });
}

export async function sent(
  messenger: Pick<Messenger, "post" | "directMessageWith">,
  { workspaceId }: Pick<RequestRef, "workspaceId">,
  userId: string,
  message: Message,
): Promise<MessagePlace> {
  const channel = await messenger.directMessageWith(workspaceId, userId);
  return messenger.post(workspaceId, channel, message);
}

/** The version of a message about something that is over: it is not redrawn, and what follows is a new message. */
export const OVER = -1;

export const isOpen = ({ version }: PostedMessage) => version > OVER;

/** Undefined when someone has deleted the message. */
export async function redrawn(
  messenger: Pick<Messenger, "update">,
  { workspaceId }: Pick<RequestRef, "workspaceId">,
  at: MessagePlace,
  message: Message,
): Promise<MessagePlace | undefined> {
  try {
    await messenger.update(workspaceId, at, message);
    return at;
  } catch (error) {
    if (error instanceof MessengerError && error.code === "no-such-message") return undefined;
    throw error;
  }
}
