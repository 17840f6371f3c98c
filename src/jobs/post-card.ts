import { MessengerError } from "../services/messenger-error.ts";
import type { Messenger, PostedMessage, RequestRef, Store } from "../services/ports.ts";
import type { Message } from "../slack/message.ts";
import { withEarlierCard } from "../slack/messages/out-of-date-card.ts";

interface Deps {
  store: Pick<Store, "findMessage" | "saveMessage">;
  messenger: Pick<Messenger, "post">;
}

type Place = Pick<PostedMessage, "channelId" | "ts">;

/**
 * Posts a card and has it kept. It is counted before it is posted: of what a kill or a lost answer leaves behind, the
 * next card tells.
 */
export async function postCard(
  { store, messenger }: Deps,
  ref: RequestRef,
  { channelId, card, keep }: { channelId: string; card: Message; keep(at: Place): Promise<Place> },
): Promise<Place> {
  const unknown = await unknownCards({ store }, ref);
  const count = (version: number) =>
    store.saveMessage(ref, "card-tries", { channelId, ts: "", version });
  await count(unknown + 1);
  try {
    const kept = await keep(
      await messenger.post(ref.workspaceId, channelId, noting(card, unknown)),
    );
    await count(unknown);
    return kept;
  } catch (error) {
    const isRefused = error instanceof MessengerError && error.code !== "unavailable";
    if (isRefused) await count(unknown);
    throw error;
  }
}

/** Where Slack may have taken cards that nobody knows the place of, the one that counts says so. */
export function noting(card: Message, unknown: number): Message {
  return unknown > 0 ? withEarlierCard(card) : card;
}

/** How many posts of the card Slack may have taken without our knowing where they stand. */
export async function unknownCards({ store }: Pick<Deps, "store">, ref: RequestRef) {
  return (await store.findMessage(ref, "card-tries"))?.version ?? 0;
}
