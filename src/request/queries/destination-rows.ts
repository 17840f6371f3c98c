import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { Destination } from "../rules/destination.ts";
import { destinationFacts, serviceIdOf, withDetails } from "../rules/destination.ts";
import { fromJson, fromRailKey, toRailKey } from "./rows.ts";

export const PLAIN_COLUMNS = [
  ...(["id", "workspace_id", "connection_id", "kind", "service_id", "name", "network"] as const),
  ...(["value", "added_by", "approved_by", "request_id"] as const),
] as const;
export const TIMES = [
  "added_at",
  "usable_from",
  "retired_at",
  "proven_at",
  "contradicted_at",
] as const;

type DestinationRow = Pick<Selectable<Database["destinations"]>, (typeof PLAIN_COLUMNS)[number]> &
  Record<"added_at" | "usable_from", string> &
  Record<(typeof TIMES)[number], string | null>;

export function toDestinationRow(destination: Destination): Insertable<Database["destinations"]> {
  const { name, network, value } = destinationFacts(destination);
  return {
    id: destination.id,
    workspace_id: destination.workspaceId,
    connection_id: destination.connectionId,
    kind: destination.kind,
    service_id: toRailKey(serviceIdOf(destination)),
    name,
    network,
    value,
    added_by: destination.addedBy,
    approved_by: JSON.stringify(destination.approvedBy),
    added_at: new Date(destination.addedAt),
    usable_from: new Date(destination.usableFrom),
    retired_at: toDate(destination.retiredAt),
    proven_at: toDate(destination.provenAt),
    contradicted_at: toDate(destination.contradictedAt),
    request_id: destination.requestId,
  };
}

export function toDestination(row: DestinationRow): Destination {
  const { kind, name, network, value } = row;
  const details =
    kind === "wallet" ? { kind, network: network ?? "", address: value } : { kind, iban: value };
  const registered = {
    id: row.id,
    workspaceId: row.workspace_id,
    connectionId: row.connection_id,
    addedBy: row.added_by,
    approvedBy: fromJson<string[]>(row.approved_by),
    addedAt: row.added_at,
    usableFrom: row.usable_from,
    retiredAt: row.retired_at,
    provenAt: row.proven_at,
    contradictedAt: row.contradicted_at,
    requestId: row.request_id,
  };
  return withDetails(registered, details, { id: fromRailKey(row.service_id), name });
}

function toDate(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso);
}
