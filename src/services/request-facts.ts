import type { ApprovalPolicy } from "../domain/approval-policy.ts";
import type { ChangeRequest } from "../domain/change-request.ts";
import { destinationIdOf } from "../domain/route.ts";
import type { Messenger, Store } from "./ports.ts";

interface Deps {
  store: Pick<
    Store,
    | "currentPolicy"
    | "findDestinationByServiceId"
    | "countRailsInto"
    | "findMessage"
    | "workspaceName"
  >;
  messenger: Pick<Messenger, "linkTo">;
}

/** Everything that a card, a review or a listing says of a request beside the request itself. */
export interface RequestFacts {
  request: ChangeRequest;
  currentPolicy: ApprovalPolicy;
  workspaceName: string;
  /** What the register says of the destination now; null when it is not there. */
  destination: { addedBy: string; addedAt: string; usedByRails: number } | null;
  /** No Rail that we know delivers to this destination yet. */
  isFirstUse: boolean;
  instructionsLink?: string | undefined;
  instructionsWentTo?: "channel" | "direct-message" | undefined;
}

export async function requestFacts(
  { store, messenger }: Deps,
  request: ChangeRequest,
): Promise<RequestFacts> {
  const { workspaceId, connectionId, content } = request;
  const serviceId = destinationIdOf(content.change.spec);
  const destination = await store.findDestinationByServiceId(connectionId, serviceId);
  const usedByRails = destination ? await store.countRailsInto(destination) : 0;
  const instructions = await store.findMessage(
    { workspaceId, requestId: request.id },
    "instructions",
  );
  return {
    request,
    currentPolicy: await store.currentPolicy(workspaceId),
    workspaceName: await store.workspaceName(workspaceId),
    destination: destination
      ? { addedBy: destination.addedBy, addedAt: destination.addedAt, usedByRails }
      : null,
    isFirstUse: usedByRails === 0,
    ...(instructions && {
      instructionsLink: await messenger.linkTo(workspaceId, instructions),
      instructionsWentTo: instructions.channelId === content.askedIn ? "channel" : "direct-message",
    }),
  };
}
