import type { KnownBlock } from "@slack/types";
import type { Db } from "../../platform/database/schema.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { actions, header, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import type { Page } from "../../platform/slack/blocks/pages.ts";
import {
  pageButtons,
  pageText,
  ROWS_PER_PAGE,
  readPage,
} from "../../platform/slack/blocks/pages.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import { lines, named, richText } from "../../platform/slack/blocks/rich-text.ts";
import { pageListener } from "../../platform/slack/intake/page-listener.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { ageOf, counted, isTime } from "../../platform/text/times.ts";
import { railButton } from "../../request/card/rail-button.ts";
import type { Command } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";
import { requestOfRail } from "./rail-facts.ts";

export const listCommand: Command<{ page: number }> = {
  verb: "list",
  usage: { takes: "[page]", does: "lists the Rails of this connection" },
  act: () => "look",
  parse(typed) {
    const page = readPage(typed || "1");
    return page === undefined ? { ok: false, problem: PROBLEM } : { ok: true, args: { page } };
  },
  answer: (context, { page }, { workspaceId }) => railsAnswer(context, workspaceId, page),
};

const PROBLEM = "list takes nothing after it, or the number of a page.";

export const railsPage = (context: Context) =>
  pageListener((workspaceId, page) => railsAnswer(context, workspaceId, page));

/** Reads from the first page to the wanted one, since the document shows no other way. Throws a `RailApiError`. */
export async function railsAnswer(
  { db, railApis, clock, command }: Pick<Context, "db" | "railApis" | "clock" | "command">,
  workspaceId: string,
  page: number,
): Promise<Message> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const rails = await railApis(workspaceId, connectionId);
  const first = (page - 1) * ROWS_PER_PAGE;
  const wanted: Rail[] = [];
  let position = 0;
  let total = 0;
  for await (const part of rails.listRails()) {
    total = part.total;
    wanted.push(...part.rails.filter((_, index) => isWithin(position + index, first)));
    position += part.rails.length;
    if (position >= first + ROWS_PER_PAGE) break;
  }
  return railList({
    rows: await rowsOf(db, connectionId, wanted),
    page,
    pageCount: Math.max(1, Math.ceil(total / ROWS_PER_PAGE)),
    total,
    now: clock(),
    command,
  });
}

function isWithin(position: number, first: number): boolean {
  return position >= first && position < first + ROWS_PER_PAGE;
}

/** Few enough to be asked for one by one: only so is each held against every Rail that its request ever had. */
function rowsOf(db: Db, connectionId: string, rails: readonly Rail[]): Promise<RailRow[]> {
  return Promise.all(
    rails.map(async (rail) => {
      const request = rail.id === null ? undefined : await requestOfRail(db, connectionId, rail.id);
      return {
        railId: rail.id,
        // A claim counted the quorum: without one, nobody approved the name.
        name: request && request.attempt > 0 ? request.content.change.name : null,
        type: rail.type,
        sourceAsset: rail.source.asset,
        destinationAsset: rail.destination.asset,
        destinationName:
          rail.destination.kind === "fiat"
            ? rail.destination.bankAccount.displayName
            : rail.destination.wallet.displayName,
        origin: request ? numberOf(request) : "made elsewhere",
        createdAt: rail.createdAt,
      };
    }),
  );
}

export interface RailRow {
  railId: string | null;
  /** As people approved it; null where nobody did. */
  name: string | null;
  type: Rail["type"];
  sourceAsset: string;
  destinationAsset: string;
  destinationName: string;
  /** `R-12` or `made elsewhere`. */
  origin: string;
  createdAt: string | null;
}

interface RailList extends Page {
  rows: readonly RailRow[];
  now: string;
  command: string;
}

/** The name, and below it GBP → GBPA · destination · origin · age; one Rail a row, as the caller ordered them. */
export function railList(props: RailList): Message {
  const { rows, now, total, command } = props;
  const title = `${counted(total, "Rail")}${pageText(props)}`;
  return {
    text: title,
    blocks: [
      header(title),
      ...(total === 0
        ? [section(`The Rail service shows no Rails yet. ${command} new asks for one.`)]
        : rows.length === 0
          ? [section(`Nothing stands on this page. ${command} list starts at the first.`)]
          : rows.flatMap((row) => railRow(row, now))),
      ...pageButtons(props, { previous: action.railsPreviousPage, next: action.railsNextPage }),
    ],
  };
}

/** Ours in bold; a Rail that nobody approved here says so first, and never stands under the service's name for it. */
export function railName({ name, railId }: Pick<RailRow, "name" | "railId">): Leaf[] {
  if (name !== null) return [named(name)];
  return [`Not approved here · Rail ${shortened(railId ?? "", 60, "without an id")}`];
}

function railRow(row: RailRow, now: string): KnownBlock[] {
  const facts = [
    `${TYPE_NAMES[row.type]} ${code(row.sourceAsset)} → ${code(row.destinationAsset)}`,
    `to ${shortened(row.destinationName, 60)}`,
    row.origin,
    isTime(row.createdAt) ? `${ageOf(row.createdAt, now)} old` : "age not shown",
  ];
  const buttons = railButton("Open", action.openRail, row.railId);
  return [
    richText(lines(railName(row), [facts.join(" · ")])),
    ...(buttons.length === 0 ? [] : [actions(...buttons)]),
  ];
}
