import type { ChangeRequest, Status } from "../domain/change-request.ts";
import { isRepeat } from "../domain/repeats.ts";
import type { PostedMessage } from "../services/ports/posted-message.ts";
import type { Messenger } from "../services/ports/slack.ts";
import type { Store } from "../services/ports/store.ts";
import { history } from "../slack/messages/history.ts";

interface Deps {
  store: Pick<Store, "findMessage" | "saveMessage" | "listEvents">;
  messenger: Pick<Messenger, "post">;
}

/** A request that goes on by itself in a moment is told of when it comes to rest, in one message. */
const ON_ITS_WAY: readonly Status[] = ["approved", "sending", "created", "verified"];

/** Tells in the thread under the card what has happened since the last telling; what repeats itself, once. */
export async function postHistory(
  { store, messenger }: Deps,
  request: ChangeRequest,
  card: Pick<PostedMessage, "channelId" | "ts">,
): Promise<void> {
  if (ON_ITS_WAY.includes(request.state.status)) return;
  const ref = { workspaceId: request.workspaceId, requestId: request.id };
  const told = (await store.findMessage(ref, "history"))?.version ?? 0;
  const events = (await store.listEvents(ref)).slice(0, request.version);
  const news = events.filter((_, index) => index >= told && !isRepeat(events, index));
  const message = history(request, news);
  if (!message) return;
  const at = await messenger.post(request.workspaceId, card.channelId, message, {
    threadTs: card.ts,
  });
  await store.saveMessage(ref, "history", { ...at, version: request.version });
}
