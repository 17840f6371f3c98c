import type { Seal } from "../../platform/database/seal.ts";
import type { Tx } from "../../platform/queue/transaction.ts";
import { dropToken, moveToken } from "../../request/queries/connections.ts";
import { listMindingFreeze } from "../../request/queries/find-requests.ts";
import { forgetWaitingCards } from "../../request/queries/messages.ts";
import {
  findSetup,
  saveApprovalsChannel,
  savePolicyVersion,
} from "../../request/queries/setups.ts";
import { endHold, isHeld, makeConnectionCurrent } from "../../request/queries/successions.ts";
import type { SetupChange } from "../../request/rules/change.ts";
import { isSetupChange } from "../../request/rules/change.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { nextStep } from "../../request/rules/next-step.ts";
import type { RequestEvent } from "../../request/rules/request-event.ts";
import { wakeForToken } from "../connection/wake-for-token.ts";

/** Writes into the set-up what has happened to a change of it, in the transaction of that change. */
export async function keepSetup(
  tx: Tx,
  seal: Seal,
  request: ChangeRequest,
  events: readonly RequestEvent[],
): Promise<void> {
  const { change } = request.content;
  if (!isSetupChange(change)) return;
  for (const { type, at } of events) {
    if (type === "set-up-changed") await bringIntoForce(tx, seal, request, change, at);
    if (WITHOUT_EFFECT.has(type)) await endWithoutEffect(tx, request, change, type);
  }
}

const WITHOUT_EFFECT: ReadonlySet<RequestEvent["type"]> = new Set([
  "denied",
  "withdrawn",
  "expired",
  "voided",
]);

async function bringIntoForce(
  tx: Tx,
  seal: Seal,
  { workspaceId, requestedBy, id }: ChangeRequest,
  change: SetupChange,
  at: string,
): Promise<void> {
  switch (change.kind) {
    case "change-policy":
      await savePolicyVersion(tx.db, workspaceId, change.document, requestedBy, id, at);
      break;
    case "change-channel":
      await saveApprovalsChannel(tx.db, workspaceId, change.channelId);
      break;
    case "change-connection":
      if (change.tokenAt !== change.to.id) {
        await moveToken(tx.db, seal, workspaceId, change.tokenAt, change.to.id);
        await wakeForToken(tx, workspaceId, change.to.id);
      }
      await makeConnectionCurrent(tx.db, workspaceId, change.to.id, change.holdsFormer);
  }
  await afterSetupChange(tx, workspaceId, change.kind, id);
}

/**
 * What a change of the set-up means for all else that waits, however it came about; `but` is the request by which. Under
 * another policy every request counts only whom that names too: what was made from the one before ends, and the cards of
 * all else are left to the sweep, page by page, since there may be many. Whatever was asked of another connection ends,
 * or is held there, which its card says.
 */
export async function afterSetupChange(
  tx: Tx,
  workspaceId: string,
  kind: SetupChange["kind"],
  but?: string,
): Promise<void> {
  if (kind !== "change-channel") await forgetWaitingCards(tx.db, workspaceId);
  for (const request of await listMindingFreeze(tx.db, workspaceId)) {
    const { id, content } = request;
    if (id === but) continue;
    if (kind === "change-connection") await afterConnectionChange(tx, workspaceId, request);
    else if (kind === content.change.kind) {
      await tx.enqueue({ name: "void-request", request: { workspaceId, requestId: id } });
    }
  }
}

/** Under another connection: what waits under this one goes on, and what is held says so. Anything else may end. */
async function afterConnectionChange(
  tx: Tx,
  workspaceId: string,
  request: ChangeRequest,
): Promise<void> {
  const ref = { workspaceId, requestId: request.id };
  await tx.enqueue({ name: "update-approval-card", request: ref });
  if (await isHeld(tx.db, workspaceId, request.connectionId)) return;
  await tx.enqueue({ name: "void-request", request: ref });
  const step = nextStep(request);
  if (step && request.state.status !== "pending") {
    await tx.enqueue({ name: step.name, request: ref, startAfter: step.at });
  }
}

/**
 * What was entered for a change that never came into force is not kept. Where approvers deny that the register is carried
 * over, or let the request expire, what was held for that ends; nobody ends it alone, nor does a request of a connection
 * that has been replaced since.
 */
async function endWithoutEffect(
  tx: Tx,
  { workspaceId, connectionId }: Pick<ChangeRequest, "workspaceId" | "connectionId">,
  change: SetupChange,
  how: RequestEvent["type"],
): Promise<void> {
  if (change.kind !== "change-connection") return;
  const { connection } = await findSetup(tx.db, workspaceId);
  const isDecided = (how === "denied" || how === "expired") && connection?.id === connectionId;
  if (change.carriesOver && isDecided) {
    await endHold(tx.db, workspaceId);
    await afterSetupChange(tx, workspaceId, "change-connection");
  }
  if (connection?.id !== change.tokenAt) await dropToken(tx.db, workspaceId, change.tokenAt);
}
