import type { Db } from "../../platform/database/schema.ts";
import type { Clock } from "../../platform/process/clock.ts";
import { findCurrentConnection, findRailsReadAt } from "../../request/queries/companies.ts";
import { listDestinations } from "../../request/queries/destinations.ts";
import {
  findOpenRequestAbout,
  listAwaitedDestinations,
} from "../../request/queries/find-requests.ts";
import type { RailInto } from "../../request/queries/known-rails.ts";
import { listRailsInto } from "../../request/queries/known-rails.ts";
import { listUnregistered } from "../../request/queries/known-values.ts";
import type { DestinationRequest } from "../../request/rules/change-request.ts";
import type { Destination } from "../../request/rules/destination.ts";
import { detailsOf } from "../../request/rules/destination.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import type { SeenEnd, SeenRail } from "../../request/rules/outcome/seen-rail.ts";
import type { RegisterEntry, RegisterFilter } from "./register-entries.ts";
import { isShown, sortedEntries } from "./register-entries.ts";

export interface RegisterQuery {
  filter: RegisterFilter;
  search: string | null;
  /** From 1; one beyond the end is the last. */
  page: number;
}

export type RegisterRow =
  | {
      is: "registered";
      destination: Destination;
      railsInto: readonly RailInto[];
      /** The open request about it, as to retire it. */
      openRequest: number | null;
    }
  | { is: "waiting"; request: DestinationRequest }
  | {
      is: "unregistered";
      end: SeenEnd;
      rails: readonly SeenRail[];
      /** The open request to import it. */
      openRequest: number | null;
    };

export interface RegisterList {
  /** With the page that is shown. */
  query: RegisterQuery;
  rows: readonly RegisterRow[];
  page: number;
  pageCount: number;
  /** How many pass filter and search, and how many there are at all. */
  total: number;
  all: number;
  /** ISO 8601; until then Rails made elsewhere are known. Null when the list of all Rails was never read to its end. */
  railsReadAt: string | null;
}

interface Deps {
  db: Db;
  clock: Clock;
}

/** One page of everywhere that money may go, is to go, or goes by Rails made elsewhere. */
export async function registerList(
  { db, clock }: Deps,
  workspaceId: string,
  wanted: RegisterQuery,
  rowsPerPage: number,
): Promise<RegisterList> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const awaited = await listAwaitedDestinations(db, connectionId);
  const entries = sortedEntries(
    await listDestinations(db, connectionId, {}),
    awaited,
    await listUnregistered(db, connectionId),
  );
  const now = clock();
  const shown = entries.filter((entry) => isShown(entry, wanted, now));
  const pageCount = Math.max(1, Math.ceil(shown.length / rowsPerPage));
  const page = Math.min(Math.max(1, wanted.page), pageCount);
  const rows: RegisterRow[] = [];
  for (const entry of shown.slice((page - 1) * rowsPerPage, page * rowsPerPage)) {
    rows.push(await rowOf(db, connectionId, entry, awaited));
  }
  return {
    query: { ...wanted, page },
    rows,
    page,
    pageCount,
    total: shown.length,
    all: entries.length,
    railsReadAt: await findRailsReadAt(db, connectionId),
  };
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
