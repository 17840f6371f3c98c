import { policyFor } from "../domain/approval-policy.ts";
import type { Messenger, RequestRef, Store } from "../services/ports.ts";
import { alarm } from "../slack/messages/alarm.ts";

interface Deps {
  store: Store;
  messenger: Messenger;
  approvalsChannelOf: (workspaceId: string) => string;
}

/** Calls the approvers, once per state of alarm, to a request that must not go on by itself. */
export async function raiseAlarm(deps: Deps, ref: RequestRef): Promise<void> {
  const { store, messenger } = deps;
  const request = await store.findRequest(ref);
  const status = request?.state.status;
  if (!request || (status !== "quarantined" && status !== "needs-a-person")) return;
  const raised = await store.findMessage(ref, "alarm");
  if (raised && raised.version >= request.version) return;

  const card = await store.findMessage(ref, "approval-card");
  const message = alarm({
    request,
    currentPolicy: policyFor(request.content.change, await store.currentPolicies(ref.workspaceId)),
    cardLink: card && (await messenger.linkTo(ref.workspaceId, card)),
  });
  const channel = deps.approvalsChannelOf(ref.workspaceId);
  const at = await messenger.post(ref.workspaceId, channel, message);
  await store.saveMessage(ref, "alarm", { ...at, version: request.version });
}
