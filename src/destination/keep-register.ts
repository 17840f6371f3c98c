import type { Transaction } from "../request/queries/transaction-port.ts";
import type { DestinationDetails } from "../request/rules/change.ts";
import type { ChangeRequest, RequestEvent } from "../request/rules/change-request.ts";
import { isDestinationRequest } from "../request/rules/change-request.ts";
import type { Destination } from "./rules/destination.ts";
import { serviceIdOf } from "./rules/destination.ts";

type Happened<Type extends RequestEvent["type"]> = Extract<RequestEvent, { type: Type }>;

type Writer = Pick<
  Transaction,
  | "policyInForce"
  | "findDestinationByDetails"
  | "insertDestination"
  | "markDestination"
  | "listWaitingRequestsInto"
  | "enqueue"
>;

/** Writes into the register what has happened to a change of it, in the transaction of that change. */
export async function keepRegister(
  tx: Writer,
  request: ChangeRequest,
  events: readonly RequestEvent[],
): Promise<void> {
  for (const event of events) {
    if (event.type === "proven") {
      await tx.markDestination(request.connectionId, request.id, "proven", event.at);
    }
    if (event.type === "in-force") await bringIntoForce(tx, request, event);
    if (event.type === "quarantined") await quarantine(tx, request, event);
  }
}

async function bringIntoForce(
  tx: Writer,
  request: ChangeRequest,
  event: Happened<"in-force">,
): Promise<void> {
  const { change } = request.content;
  switch (change.kind) {
    case "create-rail":
      return;
    case "whitelist-destination":
    case "import-destination":
      return tx.insertDestination(await newDestination(tx, request, change, event));
    case "retire-destination":
      await tx.markDestination(request.connectionId, change.destinationId, "retired", event.at);
      return endWhatWaits(tx, request.connectionId, change.serviceId);
    case "change-policy":
    case "change-channel":
    case "change-connection":
      return;
  }
}

async function newDestination(
  tx: Writer,
  request: ChangeRequest,
  { name, details }: { name: string; details: DestinationDetails },
  { at, serviceId, isProven, by = [] }: Happened<"in-force">,
): Promise<Destination> {
  const { coolDownHours } = await tx.policyInForce(request.workspaceId);
  const common = {
    id: request.id,
    workspaceId: request.workspaceId,
    connectionId: request.connectionId,
    addedBy: request.requestedBy,
    approvedBy: [...new Set([...request.approvals.map((approval) => approval.by), ...by])],
    addedAt: at,
    usableFrom: new Date(Date.parse(at) + coolDownHours * 3_600_000).toISOString(),
    retiredAt: null,
    provenAt: isProven ? at : null,
    contradictedAt: null,
    requestId: request.id,
  };
  switch (details.kind) {
    case "wallet": {
      const { network, address } = details;
      return { ...common, kind: "wallet", wallet: { id: serviceId, name, network, address } };
    }
    case "bank-account": {
      const { iban } = details;
      return { ...common, kind: "bank-account", bankAccount: { id: serviceId, name, iban } };
    }
  }
}

/**
 * A destination that the service shows with another value than the register: the one of this very request, since after
 * a retirement another one may have the same address, under an id that is right.
 */
async function quarantine(
  tx: Writer,
  request: ChangeRequest,
  { at }: Happened<"quarantined">,
): Promise<void> {
  if (!isDestinationRequest(request)) return;
  const { details } = request.content.change;
  await tx.markDestination(request.connectionId, request.id, "contradicted", at);
  const found = await tx.findDestinationByDetails(request.connectionId, details);
  if (found?.id === request.id) {
    await endWhatWaits(tx, request.connectionId, serviceIdOf(found));
  }
}

/** Requests for Rails into a destination that may no longer be used look at themselves again. */
export async function endWhatWaits(
  tx: Pick<Transaction, "listWaitingRequestsInto" | "enqueue">,
  connectionId: string,
  serviceId: string,
): Promise<void> {
  for (const request of await tx.listWaitingRequestsInto(connectionId, serviceId)) {
    await tx.enqueue({ name: "void-request", request });
  }
}
