import { overOneConnection } from "../../platform/database/at-once.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection, findWorkspaceName } from "../../request/queries/companies.ts";
import { findDestinationByServiceId } from "../../request/queries/destinations.ts";
import { findProblem } from "../../request/queries/disputes.ts";
import { findOpenRequestOn, findRequestsByRailIds } from "../../request/queries/find-requests.ts";
import { findMessage } from "../../request/queries/messages.ts";
import { markedIn } from "../../request/queries/rows.ts";
import type { Environment } from "../../request/rules/change.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { isContradiction } from "../../request/rules/decide-destination.ts";
import { destinationFacts, detailsOf } from "../../request/rules/destination.ts";
import { adoptionOf, isAsAdopted } from "../../request/rules/outcome/adopted.ts";
import type { MarkedDispute } from "../../request/rules/outcome/seen-rail.ts";
import { seenEnd, shownRail } from "../../request/rules/outcome/seen-rail.ts";
import { adoptionRoute } from "../adopting/adoption-problem.ts";

/** A Rail as the service shows it, and what we know of it besides. */
export interface RailFacts {
  rail: Rail;
  /** Ours; null when the Rail was made elsewhere. */
  name: string | null;
  requestNumber?: number | undefined;
  /** The number of an open request to adopt it. */
  adoptionNumber?: number | undefined;
  /** To the approval card. */
  requestLink?: string | undefined;
  checkedAt: string;
  workspaceName: string;
  environment: Environment;
  destinationName: string;
  /** Whether the register has that name with the shown value; otherwise it is the service's own. */
  isDestinationApproved: boolean;
  /** Null unless an approver marked it as disputed. */
  dispute: MarkedDispute | null;
  /** When a member last reported a problem with it (ISO 8601); null for none, and once it is disputed. */
  reportedAt: string | null;
  /** The service did not show it: nothing to pay with is shown. */
  isMissing?: true;
}

export async function railFacts(
  { db, messenger, clock }: Pick<Context, "db" | "messenger" | "clock">,
  workspaceId: string,
  connectionId: string,
  rail: Rail,
): Promise<RailFacts> {
  const [request] =
    rail.id === null ? [] : await findRequestsByRailIds(db, connectionId, [rail.id]);
  const [card, { environment }, problem, workspaceName, named] = await overOneConnection(db, (db) =>
    Promise.all([
      request && findMessage(db, { workspaceId, requestId: request.id }, "approval-card"),
      // An approved Rail belongs to its connection, even if the workspace now uses another.
      request?.content.connection ?? findCurrentConnection(db, workspaceId),
      rail.id === null ? null : findProblem(db, connectionId, rail.id),
      findWorkspaceName(db, workspaceId),
      destinationName(db, connectionId, rail),
    ]),
  );
  const adoption =
    request || rail.id === null
      ? undefined
      : await findOpenRequestOn(db, connectionId, adoptionRoute(rail.id));
  const dispute = (problem && markedIn(problem)) ?? null;
  return {
    rail,
    name: request && isApprovedAs(request, rail) ? request.content.change.name : null,
    ...(request && { requestNumber: request.number }),
    adoptionNumber: adoption?.number,
    ...(card && { requestLink: await messenger.linkTo(workspaceId, card) }),
    checkedAt: clock(),
    workspaceName,
    environment,
    ...named,
    dispute,
    reportedAt: dispute === null && problem !== null ? problem.reportedAt : null,
  };
}

/** Nobody approved an adopted Rail that has changed since. A Rail of ours was compared before. */
function isApprovedAs(request: ChangeRequest, rail: Rail): boolean {
  const adoption = adoptionOf(request);
  return !adoption || isAsAdopted(adoption, shownRail(rail, adoption.railId, request.requestedAt));
}

/** As our register calls it; the service's own name otherwise. */
async function destinationName(
  db: Db,
  connectionId: string,
  rail: Rail,
): Promise<Pick<RailFacts, "destinationName" | "isDestinationApproved">> {
  const { serviceId, displayName, ...end } = seenEnd(rail.destination);
  const known =
    serviceId === null ? undefined : await findDestinationByServiceId(db, connectionId, serviceId);
  // A trusted name is only ever shown beside the address that it was given to.
  const isIt = known && !isContradiction(detailsOf(known), { serviceId, displayName, ...end });
  return isIt
    ? { destinationName: destinationFacts(known).name, isDestinationApproved: true }
    : { destinationName: displayName, isDestinationApproved: false };
}

/** The request to which a Rail belongs, or ever did; a quarantined one first. Undefined if it was made elsewhere. */
export async function requestOfRail(
  db: Db,
  connectionId: string,
  railId: string,
): Promise<ChangeRequest | undefined> {
  const owners = await findRequestsByRailIds(db, connectionId, [railId]);
  return owners.find(({ state }) => state.status === "quarantined") ?? owners[0];
}
