import type { Db } from "../platform/database/schema.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import type { ChangeKind, ObstacleAround } from "../request/change-kind.ts";
import { findPolicy } from "../request/queries/companies.ts";
import {
  findDestinationByDetails,
  insertDestination,
  markDestination,
} from "../request/queries/destinations.ts";
import { findOpenRequestAbout, listWaitingRequestsInto } from "../request/queries/find-requests.ts";
import type {
  DestinationChange,
  ImportDestination,
  WhitelistDestination,
} from "../request/rules/change.ts";
import type { ChangeRequest } from "../request/rules/change-request.ts";
import { detailsKey, serviceIdOf, withDetails } from "../request/rules/destination.ts";
import type { RequestEvent } from "../request/rules/request-event.ts";

/** The part that all changes of the register have in common. */
export const aboutDestination = {
  route: ({ details }) => detailsKey(details),
  traits: ({ details }) => ({
    types: [],
    assets: [],
    networks: details.kind === "wallet" ? [details.network] : [],
  }),
  whyPinned: () => undefined,
} satisfies Partial<ChangeKind<DestinationChange>>;

/** The part that whitelisting and importing have in common: a destination that is new in the register. */
export const newDestination = {
  ...aboutDestination,
  // It is in its first use by nature.
  isTyped: () => true,
  fillsWorkspace: true,
  whyVoid: (_, { register }) => (register.is === "present" ? REGISTERED : undefined),
  async record(tx, request, { details, name }, event) {
    const { connectionId, id } = request;
    if (event.type === "proven") {
      await markDestination(tx.db, connectionId, id, "proven", event.at);
    }
    if (event.type === "in-force") {
      const added = await addedBy(tx.db, request, event);
      await insertDestination(tx.db, withDetails(added, details, { name, id: event.serviceId }));
    }
    if (event.type === "quarantined") {
      await markDestination(tx.db, connectionId, id, "contradicted", event.at);
      // After a retirement another destination may have the same address, under an id that is right.
      const found = await findDestinationByDetails(tx.db, connectionId, details);
      if (found?.id === id) await endWhatWaits(tx, connectionId, serviceIdOf(found));
    }
  },
} satisfies Partial<ChangeKind<WhitelistDestination | ImportDestination>>;

export const NOT_REGISTERED = "Its destination is not in the register of whitelisted ones.";
const REGISTERED = "It was added to the register in another way after this was requested.";

/** One request at a time about one destination. */
export async function openRequestAbout(
  db: Db,
  { details }: DestinationChange,
  { connectionId }: ObstacleAround,
) {
  const request = await findOpenRequestAbout(db, connectionId, details);
  return request && ({ because: "already-asked", request } as const);
}

/** Why it cannot become new in the register: it is asked for already, or registered and not retired. */
export async function whyNotNew(
  db: Db,
  change: WhitelistDestination | ImportDestination,
  around: ObstacleAround,
) {
  const asked = await openRequestAbout(db, change, around);
  if (asked) return asked;
  const destination = await findDestinationByDetails(db, around.connectionId, change.details);
  return destination && destination.retiredAt === null
    ? ({ because: "already-registered", destination } as const)
    : undefined;
}

async function addedBy(
  db: Db,
  { id, workspaceId, connectionId, requestedBy, approvals }: ChangeRequest,
  { at, isProven, by = [] }: Extract<RequestEvent, { type: "in-force" }>,
) {
  const { coolDownHours } = await findPolicy(db, workspaceId);
  return {
    id,
    workspaceId,
    connectionId,
    addedBy: requestedBy,
    approvedBy: [...new Set([...approvals.map((approval) => approval.by), ...by])],
    addedAt: at,
    usableFrom: new Date(Date.parse(at) + coolDownHours * 3_600_000).toISOString(),
    retiredAt: null,
    provenAt: isProven ? at : null,
    contradictedAt: null,
    requestId: id,
  };
}

/** Requests for Rails into a destination that may no longer be used look at themselves again. */
export async function endWhatWaits(tx: Tx, connectionId: string, serviceId: string): Promise<void> {
  for (const request of await listWaitingRequestsInto(tx.db, connectionId, serviceId)) {
    await tx.enqueue({ name: "void-request", request });
  }
}
