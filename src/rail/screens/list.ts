import type { BlockAction, Middleware, SlackActionMiddlewareArgs } from "@slack/bolt";
import type { DataTableBlock, KnownBlock } from "@slack/types";
import type { Db } from "../../platform/database/schema.ts";
import type { Rail } from "../../platform/rail-api/rules/rail.ts";
import { actions, button, header, option, section } from "../../platform/slack/blocks/blocks.ts";
import { action } from "../../platform/slack/blocks/ids.ts";
import { isOptionValue, select } from "../../platform/slack/blocks/inputs.ts";
import type { Page } from "../../platform/slack/blocks/pages.ts";
import { pageButtons, pageOf, pageText, readPage } from "../../platform/slack/blocks/pages.ts";
import { dataTable } from "../../platform/slack/blocks/table.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { pageListener } from "../../platform/slack/intake/page-listener.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { ageOf, counted, isTime } from "../../platform/text/times.ts";
import { railButton } from "../../request/card/rail-button.ts";
import type { Command } from "../../request/command.ts";
import type { Context } from "../../request/context.ts";
import { findCurrentConnection } from "../../request/queries/companies.ts";
import { findDispute } from "../../request/queries/disputes.ts";
import { numberOf } from "../../request/rules/change-request.ts";
import { code, TYPE_NAMES } from "../../request/words.ts";
import { requestOfRail } from "./rail-facts.ts";
import type { NamedRail } from "./rail-name.ts";
import { railName } from "./rail-name.ts";
import { railAnswer } from "./show.ts";

export const listCommand: Command<{ page: number }> = {
  verb: "list",
  usage: { takes: "[page]", does: "lists the Rails of this connection" },
  act: () => "look",
  parse(typed) {
    const page = readPage(typed || "1");
    return page === undefined ? { ok: false, problem: PROBLEM } : { ok: true, args: { page } };
  },
  answer: (context, { page }, { workspaceId }) =>
    railsAnswer(context, workspaceId, page, "message"),
};

const PROBLEM = "Try list 2 for the second page, or show payroll to search by name.";

export const railsPage = (context: Context) =>
  pageListener((workspaceId, page, { surface }) =>
    railsAnswer(context, workspaceId, page, surface),
  );

/** A choice under the table: its rows hold no buttons. */
export function openChosenRail(
  context: Context,
): Middleware<SlackActionMiddlewareArgs<BlockAction>> {
  return async ({ action: chosen, body, respond }) => {
    if (chosen.type !== "static_select") return;
    const railId = chosen.selected_option.value;
    await respond(privately(await railAnswer(context, workspaceOf(body), railId)));
  };
}

type Surface = Parameters<Parameters<typeof pageListener>[0]>[2]["surface"];

/** Reads every page, since the document shows no order: the newest Rail comes first. Throws a `RailApiError`. */
export async function railsAnswer(
  { db, railApis, clock, command }: Pick<Context, "db" | "railApis" | "clock" | "command">,
  workspaceId: string,
  wanted: number,
  surface: Surface,
): Promise<Message> {
  const { id: connectionId } = await findCurrentConnection(db, workspaceId);
  const api = await railApis(workspaceId, connectionId);
  const rails: Rail[] = [];
  for await (const part of api.listRails()) rails.push(...part.rails);
  const page = pageOf(rails.sort(newestFirst), wanted);
  const rows = await rowsOf(db, connectionId, page.rows);
  return railList({ ...page, rows, now: clock(), command, surface });
}

/** Those without a time come last. */
function newestFirst(one: Rail, other: Rail): number {
  const [mine, theirs] = [one, other].map(({ createdAt }) =>
    isTime(createdAt) ? Date.parse(createdAt) : 0,
  );
  return (theirs ?? 0) - (mine ?? 0);
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
        origin: request ? numberOf(request) : null,
        isQuarantined: request?.state.status === "quarantined",
        isDisputed: rail.id !== null && (await findDispute(db, connectionId, rail.id)) !== null,
        createdAt: rail.createdAt,
      };
    }),
  );
}

export interface RailRow extends NamedRail {
  type: Rail["type"];
  /** `R-12`; null for a Rail made elsewhere. */
  origin: string | null;
  isQuarantined: boolean;
  createdAt: string | null;
}

interface RailList extends Page {
  rows: readonly RailRow[];
  now: string;
  command: string;
  surface: Surface;
}

/** One Rail a row, as the caller ordered them: a table where Slack takes one. */
export function railList(props: RailList): Message {
  const { rows, total, command, surface } = props;
  const title = `${counted(total, "Rail")}${pageText(props)}`;
  const pages = { previous: action.railsPreviousPage, next: action.railsNextPage };
  if (rows.length === 0) {
    return {
      text: "No Rails yet",
      blocks: [
        header("No Rails yet"),
        section(
          `Request one with ${command} new.`,
          button("Request a Rail", action.newRail, "list"),
        ),
      ],
    };
  }
  return {
    text: title,
    blocks: [
      header(title),
      ...(surface === "message" ? inTable(props) : rows.map((row) => rowSection(row, props))),
      ...pageButtons(props, pages),
    ],
  };
}

const COLUMNS = ["Rail", "Type", "Arrives in", "Status", "Request", "Created"];

function inTable({ rows, now }: RailList): KnownBlock[] {
  const table: DataTableBlock = dataTable("Newest first", [
    COLUMNS,
    ...rows.map((row) => [
      railName(row),
      TYPE_NAMES[row.type],
      `${code(row.destinationAsset)} · ${shortened(row.destinationName, 60)}`,
      statusOf(row),
      row.origin ?? "none",
      createdText(row, now),
    ]),
  ]);
  const options = rows.flatMap((row) =>
    row.railId !== null && isOptionValue(row.railId) ? [option(railName(row), row.railId)] : [],
  );
  return [
    table,
    ...(options.length === 0
      ? []
      : [actions(select(options, undefined, action.openChosenRail, "Open a Rail"))]),
  ];
}

function rowSection(row: RailRow, { now }: RailList): KnownBlock {
  const request = row.origin === null ? [] : [row.origin];
  const status = [statusOf(row), ...request, createdText(row, now)];
  const facts = [railName(row), TYPE_NAMES[row.type], ...status];
  return section(facts.join(" · "), ...railButton("Open", action.openRail, row.railId));
}

/** What is dangerous is said in words beside the red sign. */
function statusOf({ origin, isDisputed, isQuarantined }: RailRow): string {
  if (isDisputed) return "🔴 Disputed";
  if (origin === null) return "🔴 Not approved";
  return isQuarantined ? "🔴 Quarantined" : "Approved";
}

function createdText({ createdAt }: RailRow, now: string): string {
  return isTime(createdAt) ? `${ageOf(createdAt, now)} ago` : "not known";
}
