import { inTime, LATE } from "../../platform/process/in-time.ts";
import { isShortId } from "../../platform/rail-api/rules/service-id.ts";
import { button, header, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import { date } from "../../platform/slack/blocks/rich-text.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { ageOf, isTime } from "../../platform/text/times.ts";
import type { Context } from "../../request/context.ts";
import type { List, Reader } from "../../request/list/list.ts";
import { listButtons, listCommand } from "../../request/list/narrow.ts";
import { findCurrentConnection, findRailsReadAt } from "../../request/queries/companies.ts";
import { shownRail } from "../../request/rules/outcome/seen-rail.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";
import type { RailRow } from "./rail-row.ts";
import { knownRailRows, RAIL_STATES, RAIL_TYPES, railRow, railStatus } from "./rail-row.ts";
import { railAnswer } from "./show.ts";

export const railList: List<RailRow> = {
  name: "rails",
  words: { verb: "list", types: RAIL_TYPES, states: RAIL_STATES },
  noun: ["Rail", "Rails"],
  usualSort: "age",
  codes: "asset",
  // The first column is bold, and nobody approved the name of a Rail from elsewhere.
  columns: ["Status", "Rail", "Type", "Arrives in", "Created"],
  read: readRailRows,
  hint: ({ known }) => shortened(known.rail.railId, 30, "without an id"),
  cells: ({ name, known, at }, now) => [
    railStatus(known),
    name,
    TYPE_NAMES[known.rail.type],
    `${code(known.rail.destinationAsset)} · ${shortened(known.rail.destination.displayName, 60)}`,
    isTime(at) ? `${ageOf(at, now)} ago` : "not known",
  ],
  fileColumns: ["Rail id", "Requested by", "Paid in", "Arrives as", "Destination", "Delivers to"],
  fileCells: ({ ref, by, to, known: { rail } }) => [
    ...[ref, by, rail.sourceAsset, rail.destinationAsset, to],
    rail.destination.detail?.value ?? null,
  ],
  open: (context, { workspaceId }, railId) => railAnswer(context, workspaceId, railId),
  nothing: (command) => [
    header("No Rails yet"),
    section(`Request one with ${command} new.`, button("Request a Rail", action.newRail, "list")),
  ],
};

export const listRailsCommand = listCommand(
  railList,
  "lists the Rails of this connection; words narrow it: on, off, exchange, GBP, elsewhere, by @ana, part of a name",
);

export const railListButtons = listButtons(railList, [action.showRails]);

/** A person waits this long for the service, and then reads what it showed last, if anything. */
const WAIT_MS = 800;

/** Every Rail as the service shows it now, or as it last showed it if it is slow. Throws a `RailApiError`. */
async function readRailRows(context: Context, { workspaceId }: Reader) {
  const { db } = context;
  const { id } = await findCurrentConnection(db, workspaceId);
  const reading = readAgain(context, workspaceId, id);
  const soon = await inTime(reading, WAIT_MS);
  if (soon === LATE) {
    const known = await knownRailRows(db, id);
    if (known.length > 0) return { rows: known, foot: unanswered(await findRailsReadAt(db, id)) };
  }
  const unnamed = soon === LATE ? await reading : soon;
  return { rows: [...(await knownRailRows(db, id)), ...unnamed], foot: [] };
}

const unanswered = (readAt: string | null): Line =>
  readAt === null
    ? ["The Rail service has not answered yet. It has not shown all its Rails so far."]
    : ["The Rail service has not answered yet. It last showed all its Rails ", date(readAt), "."];

/** The walks of each client that are under way, by connection. */
const walks = new WeakMap<Context["railApis"], Map<string, Promise<RailRow[]>>>();

/** One walk at a time: each press asks for the list, and a long one takes thousands of requests. */
function readAgain(
  context: Pick<Context, "railApis" | "clock">,
  workspaceId: string,
  connectionId: string,
): Promise<RailRow[]> {
  const underWay = walks.get(context.railApis) ?? new Map<string, Promise<RailRow[]>>();
  walks.set(context.railApis, underWay);
  const walk =
    underWay.get(connectionId) ??
    walkAll(context, workspaceId, connectionId).finally(() => underWay.delete(connectionId));
  underWay.set(connectionId, walk);
  return walk;
}

/** Has the client remember each page; returns the Rails without an id that can be remembered. */
async function walkAll(
  { railApis, clock }: Pick<Context, "railApis" | "clock">,
  workspaceId: string,
  connectionId: string,
): Promise<RailRow[]> {
  const unnamed: RailRow[] = [];
  for await (const { rails } of (await railApis(workspaceId, connectionId)).listRails()) {
    for (const rail of rails) {
      if (isShortId(rail.id)) continue;
      const known = {
        rail: shownRail(rail, "", clock()),
        isMissing: false,
        isReported: false,
        isUnreviewed: false,
        owner: null,
      };
      unnamed.push({ ...railRow(known), ref: null });
    }
  }
  return unnamed;
}
