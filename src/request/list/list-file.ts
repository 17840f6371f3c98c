import type { BlockAction, SlackActionMiddlewareArgs } from "@slack/bolt";
import { note } from "../../platform/slack/blocks/note.ts";
import { present } from "../../platform/slack/blocks/parts.ts";
import type { Leaf } from "../../platform/slack/blocks/rich-text.ts";
import type { Cell } from "../../platform/slack/blocks/table.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { privately } from "../../platform/slack/intake/privately.ts";
import { MessengerError } from "../../platform/slack/messenger-error.ts";
import { csvRow } from "../../platform/text/csv.ts";
import { counted, isTime } from "../../platform/text/times.ts";
import type { Context } from "../context.ts";
import { readListQuery } from "../rules/list-query.ts";
import type { ListRow } from "../rules/list-row.ts";
import type { List } from "./list.ts";
import { assetsOf, narrowed } from "./list.ts";

/** [Get as a file]: all rows that the list is narrowed to, by direct message. */
export async function sendListFile<Row extends ListRow>(
  context: Context,
  { action, body, respond }: SlackActionMiddlewareArgs<BlockAction>,
  list: List<Row>,
): Promise<void> {
  const at = { workspaceId: workspaceOf(body), userId: body.user.id };
  const words = action.type === "button" ? (action.value ?? "") : "";
  const everything = await list.read(context, at);
  const now = context.clock();
  const read = readListQuery(words, list.words, { assets: assetsOf(everything.rows), now });
  if (!read.ok) return void (await respond(privately(note(read.problem))));
  const { rows } = await narrowed(context, at, list, everything, read.query);
  const what = counted(rows.length, ...list.noun);
  try {
    await context.messenger.sendFile(at.workspaceId, at.userId, {
      filename: `${list.name}-${now.slice(0, 10)}.csv`,
      bytes: Buffer.from(listFile(list, rows, now)),
      says: `The list that you asked to have as a file: ${what}.`,
    });
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error;
    context.logger.warn({ err: error, workspaceId: at.workspaceId }, "a list was not sent");
    return void (await respond(privately(FILE_NOT_SENT)));
  }
  await respond(privately(note(`${what} sent to you by direct message.`)));
}

export const FILE_NOT_SENT = note(
  "Slack did not take the file. Try again in a minute.",
  "Health says whether Signalbox may send files in this workspace.",
);

/** One line for each row, under the names of its columns. A spreadsheet runs nothing in it. */
export function listFile<Row extends ListRow>(
  list: Pick<List<Row>, "columns" | "cells" | "fileColumns" | "fileCells">,
  rows: readonly Row[],
  now: string,
): string {
  const lines = rows.map((row) => [
    ...list.cells(row, now).map(cellText),
    ...list.fileCells(row),
    isTime(row.at) ? new Date(row.at).toISOString() : null,
  ]);
  return [[...list.columns, ...list.fileColumns, "Time"], ...lines].map(csvRow).join("");
}

const cellText = (cell: Cell): string =>
  typeof cell === "string" ? cell : present(cell).map(leafText).join("");

function leafText(leaf: Leaf): string {
  if (typeof leaf === "string") return leaf;
  switch (leaf.type) {
    case "text":
      return leaf.text;
    case "user":
      return leaf.user_id;
    case "date":
      return leaf.fallback ?? "";
    default:
      return "";
  }
}
