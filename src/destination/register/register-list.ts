import { z } from "zod";
import type { Db } from "../../platform/database/schema.ts";
import { parsedJson } from "../../platform/process/json.ts";
import type { Context } from "../../request/context.ts";
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
import { detailsOf } from "../../request/rules/destination.ts";
import { subjectOf } from "../../request/rules/kind-rules.ts";
import type { RegisterEntry } from "./register-entries.ts";
import { isShown, REGISTER_FILTERS, sortedEntries } from "./register-entries.ts";

/** In code points. Escaped and among the other fields it must fit into a block_id. */
export const LONGEST_SEARCH = 80;

const schema = z.strictObject({
  filter: z.enum(REGISTER_FILTERS),
  search: z
    .string()
    .refine((text) => [...text].length <= LONGEST_SEARCH)
    .nullable(),
  /** From 1; one beyond the end is the last. */
  page: z.int().min(1).max(999_999),
});

export type RegisterQuery = z.output<typeof schema>;

/** Carried by the buttons and the block of the list, so that turning a page keeps filter and search. */
export function registerQueryText({ filter, search, page }: RegisterQuery): string {
  return JSON.stringify({ filter, search, page } satisfies RegisterQuery);
}

/** Undefined when the text is not one of ours. It gives nobody any right: it only says what is looked at. */
export function readRegisterQuery(text: string | undefined): RegisterQuery | undefined {
  return schema.safeParse(parsedJson(text)).data;
}

export const EVERYTHING: RegisterQuery = { filter: "all", search: null, page: 1 };

/** The first page of another filter, with the search that the list's block carries. */
export function filtered(blockId: string, filter: string): RegisterQuery {
  const shown = readRegisterQuery(blockId) ?? EVERYTHING;
  const chosen = schema.shape.filter.safeParse(filter).data ?? EVERYTHING.filter;
  return { ...shown, filter: chosen, page: 1 };
}

type Entry<Is extends RegisterEntry["is"]> = Extract<RegisterEntry, { is: Is }>;

/** `openRequest` is the number of the open request about it. */
export type RegisterRow =
  | (Entry<"registered"> & { railsInto: readonly RailInto[]; openRequest: number | null })
  | Entry<"waiting">
  | (Entry<"unregistered"> & { openRequest: number | null });

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

/** One page of everywhere that money may go, is to go, or goes by Rails made elsewhere. */
export async function registerList(
  { db, clock }: Pick<Context, "db" | "clock">,
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
