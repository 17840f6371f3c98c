import type { Freeze } from "../domain/freeze.ts";
import { freezeFacts } from "../services/freeze-facts.ts";
import { MessengerError } from "../services/messenger-error.ts";
import type { Messenger, People, PostedMessage, Store } from "../services/ports.ts";
import type { Message } from "../slack/message.ts";
import { freezeNotice } from "../slack/messages/freeze.ts";

interface Deps {
  store: Pick<
    Store,
    "currentFreeze" | "currentPolicies" | "findFreezeNotice" | "saveFreezeNotice" | "findLastAudit"
  >;
  messenger: Pick<Messenger, "post" | "update">;
  people: People;
  approvalsChannelOf: (workspaceId: string) => string;
}

/**
 * Tells the approvers' channel that sending is frozen, who wants it to go on, and that it does: one message for each
 * freeze, redrawn from what holds now. Throws a `MessengerError` where the channel does not take it.
 */
export async function announceFreeze(deps: Deps, workspaceId: string): Promise<void> {
  const { store, messenger, approvalsChannelOf } = deps;
  const told = await store.findFreezeNotice(workspaceId);
  const { version } = await store.currentFreeze(workspaceId);
  if (version <= (told?.version ?? 0)) return;
  const facts = await freezeFacts(deps, workspaceId);
  const { freeze } = facts;
  const message = freezeNotice(facts);
  const redrawn =
    told && isOfThisFreeze(told, freeze)
      ? await redraw(messenger, workspaceId, told, message)
      : undefined;
  const at =
    redrawn ?? (await messenger.post(workspaceId, approvalsChannelOf(workspaceId), message));
  await store.saveFreezeNotice(workspaceId, { ...at, version: freeze.version });
}

/** Undefined when someone has deleted the message. */
async function redraw(
  messenger: Deps["messenger"],
  workspaceId: string,
  { channelId, ts }: PostedMessage,
  message: Message,
): Promise<Pick<PostedMessage, "channelId" | "ts"> | undefined> {
  try {
    await messenger.update(workspaceId, { channelId, ts }, message);
    return { channelId, ts };
  } catch (error) {
    if (error instanceof MessengerError && error.code === "no-such-message") return undefined;
    throw error;
  }
}

/** A freeze begins with one version, and has another with everyone who agrees to its end. */
function isOfThisFreeze({ version }: PostedMessage, { version: now, frozen }: Freeze): boolean {
  return frozen === null || version >= now - frozen.agreed.length;
}
