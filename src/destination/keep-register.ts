import type { Tx } from "../platform/queue/transaction.ts";
import { findPolicy } from "../request/queries/companies.ts";
import {
  findDestinationByDetails,
  insertDestination,
  markDestination,
} from "../request/queries/destinations.ts";
import { listWaitingRequestsInto } from "../request/queries/find-requests.ts";
import type { DestinationDetails } from "../request/rules/change.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { isDestinationRequest } from "../request/rules/change-request.ts";
import type { Destination } from "../request/rules/destination.ts";
import { serviceIdOf } from "../request/rules/destination.ts";
import type { RequestEvent } from "../request/rules/request-event.ts";

type Happened<Type extends RequestEvent["type"]> = Extract<RequestEvent, { type: Type }>;

/** Writes into the register what has happened to a change of it, in the transaction of that change. */
export async function keepRegister(
  tx: Tx,
  request: ChangeRequest,
  events: readonly RequestEvent[],
): Promise<void> {
  for (const event of events) {
    if (event.type === "proven") {
      await markDestination(tx.db, request.connectionId, request.id, "proven", event.at);
    }
    if (event.type === "in-force") await bringIntoForce(tx, request, event);
    if (event.type === "quarantined") await quarantine(tx, request, event);
  }
}

async function bringIntoForce(
  tx: Tx,
  request: ChangeRequest,
  event: Happened<"in-force">,
): Promise<void> {
  const { change } = request.content;
  switch (change.kind) {
    case "create-rail":
      return;
    case "whitelist-destination":
    case "import-destination":
      return insertDestination(tx.db, await newDestination(tx, request, change, event));
    case "retire-destination":
      await markDestination(tx.db, request.connectionId, change.destinationId, "retired", event.at);
      return endWhatWaits(tx, request.connectionId, change.serviceId);
    case "change-policy":
    case "change-channel":
    case "change-connection":
      return;
  }
}

async function newDestination(
  tx: Tx,
  request: ChangeRequest,
  { name, details }: { name: string; details: DestinationDetails },
  { at, serviceId, isProven, by = [] }: Happened<"in-force">,
): Promise<Destination> {
  const { coolDownHours } = await findPolicy(tx.db, request.workspaceId);
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
  tx: Tx,
  request: ChangeRequest,
  { at }: Happened<"quarantined">,
): Promise<void> {
  if (!isDestinationRequest(request)) return;
  const { details } = request.content.change;
  await markDestination(tx.db, request.connectionId, request.id, "contradicted", at);
  const found = await findDestinationByDetails(tx.db, request.connectionId, details);
  if (found?.id === request.id) {
    await endWhatWaits(tx, request.connectionId, serviceIdOf(found));
  }
}

/** Requests for Rails into a destination that may no longer be used look at themselves again. */
export async function endWhatWaits(tx: Tx, connectionId: string, serviceId: string): Promise<void> {
  for (const request of await listWaitingRequestsInto(tx.db, connectionId, serviceId)) {
    await tx.enqueue({ name: "void-request", request });
  }
}
