import type { Freeze } from "../domain/freeze.ts";
import { MessengerError } from "../services/messenger-error.ts";
import type { Messenger, PostedMessage, Store } from "../services/ports.ts";
import { freezeNotice } from "../slack/messages/freeze.ts";

interface Deps {
  store: Pick<Store, "currentFreeze" | "currentPolicies" | "findFreezeNotice" | "saveFreezeNotice">;
  messenger: Pick<Messenger, "post" | "update">;
  approvalsChannelOf: (workspaceId: string) => string;
}

/** Tells the approvers' channel that sending is frozen, who wants it to go on, and that it does: one message a freeze. */
export async function announceFreeze(deps: Deps, workspaceId: string): Promise<void> {
  const { store } = deps;
  const freeze = await store.currentFreeze(workspaceId);
  const told = await store.findFreezeNotice(workspaceId);
  if (freeze.version <= (told?.version ?? 0)) return;
  const message = freezeNotice({ freeze, policies: await store.currentPolicies(workspaceId) });
  const redrawn = told && isOfThisFreeze(told, freeze) && (await update(deps, workspaceId));
  const at =
    redrawn ||
    (await deps.messenger.post(workspaceId, deps.approvalsChannelOf(workspaceId), message));
  await store.saveFreezeNotice(workspaceId, { ...at, version: freeze.version });

  async function update({ messenger }: Deps, workspace: string) {
    if (!told) return undefined;
    try {
      await messenger.update(workspace, told, message);
      return told;
    } catch (error) {
      if (error instanceof MessengerError && error.code === "no-such-message") return undefined;
      throw error;
    }
  }
}

/** A freeze begins with one version, and has another with everyone who agrees to its end. */
function isOfThisFreeze({ version }: PostedMessage, freeze: Freeze): boolean {
  return freeze.frozen === null || version >= freeze.version - freeze.frozen.agreed.length;
}
