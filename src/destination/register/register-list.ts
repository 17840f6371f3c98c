import { z } from "zod";
import type { Db } from "../../platform/database/schema.ts";
import { parsedJson } from "../../platform/process/json.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection, findRailsReadAt } from "../../request/queries/companies.ts";
import { listDestinationLines, listDestinations } from "../../request/queries/destinations.ts";
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
import type { RegisterEntry, RegisterLine } from "./register-entries.ts";
import { isShown, otherEntries, REGISTER_FILTERS, refOf, sortedLines } from "./register-entries.ts";

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

/** A message takes no block_id twice, so each block of the list puts its own word before what is shown. */
export function blockIdOf(word: "filter" | "search" | "open", query: RegisterQuery): string {
  return `${word} ${registerQueryText(query)}`;
}

export function queryInBlock(blockId: string): RegisterQuery {
  return readRegisterQuery(blockId.slice(blockId.indexOf(" ") + 1)) ?? EVERYTHING;
}

/** The first page of another filter or search, with what the list's block carries. */
export function queriedAnew(
  blockId: string,
  asked: { filter: string | undefined } | { search: string | null | undefined },
): RegisterQuery {
  const anew = schema.safeParse({ ...queryInBlock(blockId), ...asked, page: 1 });
  return anew.data ?? EVERYTHING;
}

type Entry<Is extends RegisterEntry["is"]> = Extract<RegisterEntry, { is: Is }>;

/** An entry with its history. `openRequest` is the number of the open request about it. */
export type RegisterRow =
  | (Entry<"registered"> & { railsInto: readonly RailInto[]; openRequest: number | null })
  | Entry<"waiting">
  | (Entry<"unregistered"> & { openRequest: number | null });

export interface RegisterList {
  /** With the page that is shown. */
  query: RegisterQuery;
  rows: readonly RegisterEntry[];
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
  const lines = sortedLines(
    await listDestinationLines(db, connectionId),
    await listAwaitedDestinations(db, connectionId),
    await listUnregistered(db, connectionId),
  );
  const now = clock();
  const shown = lines.filter((line) => isShown(line, wanted, now));
  const pageCount = Math.max(1, Math.ceil(shown.length / rowsPerPage));
  const page = Math.min(Math.max(1, wanted.page), pageCount);
  return {
    query: { ...wanted, page },
    rows: await entriesOf(
      db,
      connectionId,
      shown.slice((page - 1) * rowsPerPage, page * rowsPerPage),
    ),
    page,
    pageCount,
    total: shown.length,
    all: lines.length,
    railsReadAt: await findRailsReadAt(db, connectionId),
  };
}

/** One that went meanwhile is left out. */
async function entriesOf(
  db: Db,
  connectionId: string,
  lines: readonly RegisterLine[],
): Promise<RegisterEntry[]> {
  const ids = lines.flatMap(({ is, facts }) => (is === "registered" ? [facts.id] : []));
  const registered = await listDestinations(db, connectionId, { ids });
  const byId = new Map(registered.map((each) => [each.id, each]));
  return lines.flatMap((line): RegisterEntry[] => {
    if (line.is !== "registered") return [line.entry];
    const destination = byId.get(line.facts.id);
    return destination ? [{ is: "registered", destination }] : [];
  });
}

/** Undefined where it is not in the register any more. */
export async function findRegisterRow(
  { db }: Pick<Context, "db">,
  workspaceId: string,
  ref: string,
): Promise<RegisterRow | undefined> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const awaited = await listAwaitedDestinations(db, connectionId);
  const ids = ref.startsWith("registered:") ? [ref.slice("registered:".length)] : [];
  const entry =
    (await listDestinations(db, connectionId, { ids })).map(
      (destination) => ({ is: "registered", destination }) as const,
    )[0] ??
    otherEntries(awaited, await listUnregistered(db, connectionId)).find(
      (each) => refOf(each) === ref,
    );
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
