import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import type { Message, Messenger } from "../../platform/slack/slack.ts";
import type { PostedMessage } from "../queries/messages.ts";
import { findMessage, replaceMessage } from "../queries/messages.ts";

interface Deps {
  db: Db;
  messenger: Pick<Messenger, "update">;
  clock: Clock;
}

type Place = Pick<PostedMessage, "channelId" | "ts">;

/** What Slack has not applied by then it applies no more. */
const LANDS_WITHIN_MS = 60_000;

/**
 * Updates a card. It is noted before it is sent: what a kill or a lost answer leaves behind may land over a later update,
 * so that the card is drawn once more when it no longer can.
 */
export async function updateCard(
  { db, messenger, clock }: Deps,
  ref: RequestRef,
  { channelId, ts }: Place,
  card: Message,
): Promise<void> {
  const before = await findMessage(db, ref, "card-update");
  const sentAt = clock();
  const landed = new Date(Date.parse(sentAt) + LANDS_WITHIN_MS).toISOString();
  const earlier = before?.redrawAt ?? "";
  const redrawAt = earlier > landed ? earlier : landed;
  // Counted, so that two which are sent at once do not take each other's note for their own.
  const noted = { channelId, ts, version: (before?.version ?? 0) + 1, redrawAt };
  const note = (as: string | undefined, known: PostedMessage | undefined) =>
    replaceMessage(db, ref, "card-update", { ...noted, redrawAt: as }, known);

  if (!(await note(redrawAt, before))) {
    return updateCard({ db, messenger, clock }, ref, { channelId, ts }, card);
  }
  try {
    await messenger.update(ref.workspaceId, { channelId, ts }, card);
  } catch (error) {
    const isRefused = error instanceof MessengerError && error.code !== "unavailable";
    if (isRefused) await note(before?.redrawAt, noted);
    throw error;
  }
  await note(earlier > sentAt ? earlier : undefined, noted);
}

/** Whether an earlier update can have landed over a later one by now. */
export async function mayHaveLanded(
  { db }: Pick<Deps, "db">,
  ref: RequestRef,
  now: string,
): Promise<boolean> {
  const noted = await findMessage(db, ref, "card-update");
  return noted?.redrawAt !== undefined && noted.redrawAt <= now;
}
