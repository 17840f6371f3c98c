import type { ApplyDeps } from "../services/apply-command.ts";
import { applyCommand } from "../services/apply-command.ts";
import type { Messenger, PostedMessage, RailApis, RequestRef, Store } from "../services/ports.ts";
import { railFacts } from "../services/rail-facts.ts";
import { readBack } from "../services/verify-rail.ts";
import { depositInstructions } from "../slack/messages/deposit-instructions.ts";

interface Deps extends ApplyDeps {
  store: Store;
  messenger: Messenger;
  railApis: RailApis;
}

/**
 * Posts how to pay into a verified Rail, where it was asked for. The Rail is read and judged once more for it: what is
 * shown is what the service says now, and equals what was approved.
 */
export async function postInstructions(deps: Deps, ref: RequestRef): Promise<void> {
  const { store } = deps;
  const request = await store.findRequest(ref);
  if (request?.state.status !== "verified") return;

  let posted = await store.findMessage(ref, "instructions");
  if (!posted) {
    const { rail, applied } = await readBack(deps, ref, request.connectionId, request.state.railId);
    if (rail === null)
      throw new Error("The Rail service does not show a Rail that it showed before");
    if (!applied.ok || applied.request.state.status !== "verified") return;
    const channel = await channelFor(deps, ref, request.content);
    const message = depositInstructions(
      await railFacts(deps, ref.workspaceId, request.connectionId, rail),
    );
    posted = { ...(await deps.messenger.post(ref.workspaceId, channel, message)), version: 0 };
    await store.saveMessage(ref, "instructions", posted satisfies PostedMessage);
  }
  await applyCommand(deps, ref, { type: "posted", channelId: posted.channelId });
}

/** Where the bot is not in the conversation, or others could read along, they go to the requester alone. */
async function channelFor(
  { messenger }: Deps,
  { workspaceId }: RequestRef,
  { askedIn, requestedBy }: { askedIn: string; requestedBy: string },
): Promise<string> {
  const place = await messenger.placeOf(workspaceId, askedIn);
  if (place === "not-known") throw new Error("Slack did not say who reads along; tried again");
  return place === "ours" ? askedIn : messenger.directMessageWith(workspaceId, requestedBy);
}
