import { MessengerError } from "../services/messenger-error.ts";
import type {
  Clock,
  Message,
  Messenger,
  PostedMessage,
  RequestRef,
  Store,
} from "../services/ports.ts";
import { requestFacts } from "../services/request-facts.ts";
import { approvalCard } from "../slack/messages/approval-card.ts";
import { postHistory } from "./post-history.ts";

interface Deps {
  store: Store;
  messenger: Messenger;
  clock: Clock;
  approvalsChannelOf: (workspaceId: string) => string;
}

/** Draws a request's card from what is true now, however late and however often it runs. */
export async function updateApprovalCard(deps: Deps, ref: RequestRef): Promise<void> {
  const { store } = deps;
  const request = await store.findRequest(ref);
  if (!request) return;
  const posted = await store.findMessage(ref, "approval-card");
  if (posted && posted.version >= request.version) return postHistory(deps, request, posted);

  const card = approvalCard(await requestFacts(deps, request));
  const at = (posted && (await redrawn(deps, ref, posted, card))) ?? (await drawn(deps, ref, card));
  await store.saveMessage(ref, "approval-card", { ...at, version: request.version });
  await postHistory(deps, request, at);
}

async function drawn({ messenger, approvalsChannelOf }: Deps, ref: RequestRef, card: Message) {
  return messenger.post(ref.workspaceId, approvalsChannelOf(ref.workspaceId), card);
}

/** Undefined when someone has deleted the card: then it is posted anew. */
async function redrawn(
  { messenger }: Deps,
  ref: RequestRef,
  posted: PostedMessage,
  card: Message,
): Promise<Pick<PostedMessage, "channelId" | "ts"> | undefined> {
  try {
    await messenger.update(ref.workspaceId, posted, card);
    return posted;
  } catch (error) {
    if (error instanceof MessengerError && error.code === "no-such-message") return undefined;
    throw error;
  }
}
