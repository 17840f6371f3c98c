import type { ModalView } from "@slack/types";
import type { Context } from "../../request/context.ts";
import { policyOfAsking } from "../../request/policy-facts.ts";
import { findCurrentConnection, findWorkspaceName } from "../../request/queries/companies.ts";
import { findDestination } from "../../request/queries/destinations.ts";
import { listOpenRequests } from "../../request/queries/find-requests.ts";
import { listRailsInto } from "../../request/queries/known-rails.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { destinationIdOf, serviceIdOf } from "../../request/rules/destination.ts";
import { isWaitingToSend } from "../../request/rules/status.ts";
import { retirementOf } from "../draft-destination.ts";
import { retireModal } from "./retire-modal.ts";

/** The form in which a destination is retired; undefined where there is none to retire. */
export async function retireView(
  { db, people, newId }: Pick<Context, "db" | "transaction" | "people" | "newId">,
  workspaceId: string,
  asked: { destinationId: string; askedIn: string; requesterId: string },
): Promise<ModalView | undefined> {
  const { destinationId, askedIn, requesterId } = asked;
  const { id: connectionId, environment } = await findCurrentConnection(db, workspaceId);
  const destination = await findDestination(db, workspaceId, destinationId);
  if (destination?.connectionId !== connectionId || destination.retiredAt !== null) {
    return undefined;
  }
  const serviceId = serviceIdOf(destination);
  const change = retirementOf(destination, "");
  const asking = { workspaceId, connectionId, requesterId, change };
  const { policy } = await policyOfAsking({ db, people }, asking);
  const open = await listOpenRequests(db, workspaceId);
  return retireModal({
    draftId: newId(),
    askedIn,
    destination,
    rails: await listRailsInto(db, connectionId, destination),
    waiting: open.filter((request) => waitsToDeliverInto(serviceId, connectionId, request)).length,
    policy,
    requesterId,
    workspaceName: await findWorkspaceName(db, workspaceId),
    environment,
  });
}

/** Nothing was sent for it yet. */
function waitsToDeliverInto(
  serviceId: string,
  connectionId: string,
  { content: { change }, connectionId: theirs, state }: ChangeRequest,
): boolean {
  if (change.kind !== "create-rail" || theirs !== connectionId) return false;
  return isWaitingToSend({ state }) && destinationIdOf(change.spec) === serviceId;
}
