import type { People } from "../platform/slack/slack.ts";
import type { Store } from "../request/queries/store-port.ts";
import type { TellApproversDeps } from "../request/tell-approvers.ts";
import { tellApprovers } from "../request/tell-approvers.ts";
import { everyoneNamed } from "../request/who-is.ts";
import { approverRemoved } from "./screens/approver-removed.ts";

interface Deps extends TellApproversDeps {
  store: Pick<Store, "listAnnouncements" | "endAnnouncement" | "policyInForce">;
  people: Pick<People, "whoIs">;
  command: string;
}

/** Tells the approvers what was changed without them. A crash right after a message tells the same once more. */
export async function announceChanges(deps: Deps, workspaceId: string): Promise<void> {
  const { store, command } = deps;
  for (const { sequence, actor, facts } of await store.listAnnouncements(workspaceId)) {
    const { userId, rules } = JSON.parse(facts);
    const policy = await store.policyInForce(workspaceId);
    await tellApprovers(deps, workspaceId, {
      message: (channel) =>
        approverRemoved({
          by: actor,
          userId,
          rules,
          command,
          ...(channel !== undefined && { channel }),
        }),
      people: async () => [...(await everyoneNamed(deps, workspaceId, policy)), userId],
    });
    await store.endAnnouncement(workspaceId, sequence);
  }
}
