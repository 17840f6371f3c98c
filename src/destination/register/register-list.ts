import type { Db } from "../../platform/database/schema.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection, findRailsReadAt } from "../../request/queries/companies.ts";
import { listDestinations } from "../../request/queries/destinations.ts";
import {
  findOpenRequestAbout,
  listAwaitedDestinations,
} from "../../request/queries/find-requests.ts";
import type { RailInto } from "../../request/queries/rails/known-rails.ts";
import { listRailsInto } from "../../request/queries/rails/known-rails.ts";
import { listUnregistered } from "../../request/queries/values/known-values.ts";
import type { DestinationRequest } from "../../request/rules/change-request.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import type { Destination } from "../../request/rules/destination.ts";
import {
  destinationFacts,
  detailsOf,
  paymentDetailOf,
  serviceIdOf,
} from "../../request/rules/destination.ts";
import { digestOf } from "../../request/rules/digest.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import type { SeenEnd, SeenRail } from "../../request/rules/outcome/seen-rail.ts";

/** A line of the register before anything more is read about it. */
export type RegisterEntry =
  | { is: "registered"; destination: Destination }
  /** Asked for, and not in the register yet. */
  | { is: "waiting"; request: DestinationRequest }
  /** Rails made elsewhere deliver there, all of them under one id at the service; the last seen comes first. */
  | { is: "unregistered"; end: SeenEnd; rails: readonly SeenRail[] };

interface EntryFacts {
  id: string;
  name: string;
  kind: Destination["kind"];
  network: string | null;
  value: string;
  serviceId: string | null;
  number: string | null;
}

function registerEntries(
  destinations: readonly Destination[],
  awaited: readonly DestinationRequest[],
  unregistered: readonly SeenRail[],
): RegisterEntry[] {
  return [
    ...destinations.map((destination) => ({ is: "registered", destination }) as const),
    ...awaited.map((request) => ({ is: "waiting", request }) as const),
    ...byServiceId(unregistered),
  ];
}

/** What a menu carries for an entry: Slack takes 150 characters, and an id at the service may have more. */
export function refOf(entry: RegisterEntry): string {
  const { id } = factsOf(entry);
  const { is } = entry;
  return is === "unregistered" ? `${is}:${digestOf(id).slice(0, 32)}` : `${is}:${id}`;
}

export function factsOf(entry: RegisterEntry): EntryFacts {
  switch (entry.is) {
    case "registered": {
      const { destination } = entry;
      const { id, kind } = destination;
      const serviceId = serviceIdOf(destination);
      return { ...destinationFacts(destination), id, kind, serviceId, number: null };
    }
    case "waiting": {
      const { request } = entry;
      const { details, serviceId } = subjectOf(request);
      return {
        id: request.id,
        name: request.content.change.name,
        kind: details.kind,
        network: details.kind === "wallet" ? details.network : null,
        value: paymentDetailOf(details).value,
        serviceId,
        number: numberOf(request),
      };
    }
    case "unregistered": {
      const { displayName, detail, network, serviceId } = entry.end;
      return {
        id: serviceId ?? `Rail ${entry.rails[0]?.railId}`,
        name: displayName,
        kind: network === null ? "bank-account" : "wallet",
        network,
        value: detail?.value ?? "",
        serviceId,
        number: null,
      };
    }
  }
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A Rail without an id stands alone: nothing says that two of them share a destination. */
function byServiceId(rails: readonly SeenRail[]): RegisterEntry[] {
  const groups = Map.groupBy(rails, ({ railId, destination: { serviceId } }) =>
    JSON.stringify(serviceId === null ? { rail: railId } : { serviceId }),
  );
  return [...groups.values()].flatMap((group): RegisterEntry[] => {
    const latest = group.toSorted((one, other) => compared(other.lastSeenAt, one.lastSeenAt));
    return latest[0] ? [{ is: "unregistered", end: latest[0].destination, rails: latest }] : [];
  });
}

type Entry<Is extends RegisterEntry["is"]> = Extract<RegisterEntry, { is: Is }>;

/** An entry with its history. `openRequest` is the number of the open request about it. */
export type RegisterRow =
  | (Entry<"registered"> & { railsInto: readonly RailInto[]; openRequest: number | null })
  | Entry<"waiting">
  | (Entry<"unregistered"> & { openRequest: number | null });

async function readEntries(db: Db, workspaceId: string) {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const awaited = await listAwaitedDestinations(db, connectionId);
  const entries = registerEntries(
    await listDestinations(db, connectionId, {}),
    awaited,
    await listUnregistered(db, connectionId),
  );
  return { connectionId, awaited, entries };
}

/** Everywhere that money may go, is to go, or goes by Rails made elsewhere; those are known until `railsReadAt`. */
export async function readRegister(db: Db, workspaceId: string) {
  const { connectionId, entries } = await readEntries(db, workspaceId);
  return { entries, railsReadAt: await findRailsReadAt(db, connectionId) };
}

/** Undefined where it is not in the register any more. */
export async function findRegisterRow(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  ref: string,
): Promise<RegisterRow | undefined> {
  const { connectionId, awaited, entries } = await readEntries(db, workspaceId);
  const entry = entries.find((each) => refOf(each) === ref);
  return entry && rowOf(db, connectionId, entry, awaited);
}

async function rowOf(
  db: Db,
  connectionId: string,
  entry: RegisterEntry,
  awaited: readonly DestinationRequest[],
): Promise<RegisterRow> {
  switch (entry.is) {
    case "registered": {
      const { destination } = entry;
      const about = await findOpenRequestAbout(db, connectionId, detailsOf(destination));
      return {
        ...entry,
        railsInto: await listRailsInto(db, connectionId, destination),
        openRequest: about?.number ?? null,
      };
    }
    case "waiting":
      return entry;
    case "unregistered": {
      const { serviceId } = entry.end;
      const about = awaited.find(
        (request) => serviceId !== null && subjectOf(request).serviceId === serviceId,
      );
      return { ...entry, openRequest: about?.number ?? null };
    }
  }
}
