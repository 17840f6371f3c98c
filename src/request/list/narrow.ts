import type { BlockAction, SlackActionMiddlewareArgs } from "@slack/bolt";
import { listActions } from "../../platform/slack/blocks/ids.ts";
import { pageOf } from "../../platform/slack/blocks/pages.ts";
import { workspaceOf } from "../../platform/slack/intake/delivery.ts";
import { inItsPlace, privately } from "../../platform/slack/intake/privately.ts";
import type { Message } from "../../platform/slack/message.ts";
import type { Command } from "../command.ts";
import type { Context } from "../context.ts";
import type { ListQuery, ReadQuery } from "../rules/list-query.ts";
import { EVERYTHING, readListQuery } from "../rules/list-query.ts";
import type { ListRow } from "../rules/list-row.ts";
import type { Button } from "../screen.ts";
import type { List, Reader } from "./list.ts";
import { assetsOf, narrowed } from "./list.ts";
import { sendListFile } from "./list-file.ts";
import { ANY, carriedWords, listScreen, ROWS_PER_LIST } from "./list-screen.ts";

type Surface = "message" | "view";

/** The verb that shows a list: what follows it narrows the list. */
export function listCommand<Row extends ListRow>(
  list: List<Row>,
  does: string,
): Command<{ words: string }> {
  return {
    verb: list.words.verb,
    usage: { takes: "[words]", does },
    act: () => "look",
    parse: (words) => parseWords(list, words),
    answer: (context, { words }, { workspaceId, userId }) =>
      listAnswer(context, { workspaceId, userId }, list, words),
  };
}

/** Says what cannot be read before anything is looked up. Any word may still be an asset or a part of a name. */
export function parseWords<Row extends ListRow>({ words: known }: List<Row>, words: string) {
  const read = readListQuery(words, known, { assets: [], now: LATEST });
  return read.ok ? ({ ok: true, args: { words } } as const) : read;
}

/** Only asked whether a day can be read, whichever year it means. */
const LATEST = "9999-12-31";

/** One page of what passes. Throws a `RailApiError` where the list asks the Rail service. */
export async function listAnswer<Row extends ListRow>(
  context: Context,
  at: Reader,
  list: List<Row>,
  words: string,
  { surface = "message", change = kept }: { surface?: Surface; change?: Change } = {},
): Promise<Message> {
  const everything = await list.read(context, at);
  const now = context.clock();
  const known = { assets: assetsOf(everything.rows), now };
  const read = (typed: string) => readListQuery(typed, list.words, known);
  const before = read(words);
  const after = before.ok ? change(before.query, read) : before;
  const query = after.ok ? after.query : before.ok ? before.query : EVERYTHING;
  const shown = await narrowed(context, at, list, everything, query);
  return listScreen({
    ...shown,
    ...pageOf(shown.rows, query.page, ROWS_PER_LIST),
    ...{ list, query, now, assets: known.assets, command: context.command, surface },
    problem: after.ok ? undefined : after.problem,
  });
}

/** What a control makes of the query that the list was narrowed to. */
type Change = (query: ListQuery, read: (typed: string) => ReadQuery) => ReadQuery;

const kept: Change = (query) => ({ ok: true, query });

type Pressed = SlackActionMiddlewareArgs<BlockAction>;

/** What listens to the controls of a list. `more`: ids of buttons elsewhere that show it, and carry its words. */
export function listButtons<Row extends ListRow>(
  list: List<Row>,
  more: readonly string[],
): readonly Button[] {
  const ids = listActions(list.name);
  const redraw =
    (asked: (action: BlockAction["actions"][number]) => { words: string; change?: Change }) =>
    async (context: Context, { action, body, respond }: Pressed) => {
      const { words, change } = asked(action);
      const at = { workspaceId: workspaceOf(body), userId: body.user.id };
      const surface = body.view ? "view" : "message";
      const message = await listAnswer(context, at, list, words, {
        surface,
        ...(change && { change }),
      });
      await respond(inItsPlace(message));
    };
  return [
    {
      ids: [...more, ids.previous, ids.next, ids.clear],
      act: "look",
      press: redraw((action) => ({ words: action.type === "button" ? (action.value ?? "") : "" })),
    },
    {
      ids: [ids.type, ids.state, ids.asset, ids.sort],
      act: "look",
      press: redraw(({ block_id, ...action }) => ({
        words: carriedWords(block_id),
        change: (query) => ({ ok: true, query: chosen(list, query, action) }),
      })),
    },
    {
      ids: [ids.search],
      act: "look",
      press: redraw(({ block_id, ...action }) => ({
        words: carriedWords(block_id),
        change: (query, read) => searched(query, read, action),
      })),
    },
    { ids: [ids.open], act: "look", press: (context, args) => openRow(context, args, list) },
    { ids: [ids.file], act: "look", press: (context, args) => sendListFile(context, args, list) },
  ];
}

type Control = Omit<BlockAction["actions"][number], "block_id">;

function chosen<Row extends ListRow>(
  { name, words }: List<Row>,
  query: ListQuery,
  { action_id, ...action }: Control,
): ListQuery {
  const ids = listActions(name);
  const field = (["type", "state", "asset", "sort"] as const).find(
    (each) => ids[each] === action_id,
  );
  const value =
    "selected_option" in action ? (action.selected_option as { value: string }).value : ANY;
  if (field === undefined) return query;
  // Anybody can send anything: what is no word of the list is no choice.
  const read = readListQuery(field === "sort" ? `sort ${value}` : value, words, {
    assets: field === "asset" ? [value] : [],
    now: LATEST,
  });
  const choice = value !== ANY && read.ok ? read.query[field] : null;
  return { ...query, [field]: choice, page: 1 };
}

/** The field takes every word; the menus keep what it does not say. */
function searched(
  { type, state, asset, sort }: ListQuery,
  read: (typed: string) => ReadQuery,
  action: Control,
): ReadQuery {
  const typed = "value" in action && typeof action.value === "string" ? action.value : "";
  const found = read(typed);
  if (!found.ok) return found;
  const { query } = found;
  return {
    ok: true,
    query: {
      ...query,
      type: query.type ?? type,
      state: query.state ?? state,
      asset: query.asset ?? asset,
      sort: query.sort ?? sort,
    },
  };
}

/** A choice below the table, or the button beside a row. */
async function openRow<Row extends ListRow>(
  context: Context,
  { action, body, respond }: Pressed,
  list: List<Row>,
): Promise<void> {
  const ref =
    action.type === "static_select"
      ? action.selected_option.value
      : action.type === "button"
        ? (action.value ?? "")
        : "";
  const at = { workspaceId: workspaceOf(body), userId: body.user.id };
  const words = action.type === "button" ? "" : carriedWords(action.block_id);
  const opened = await list.open(context, at, ref, words);
  const surface = body.view ? "view" : "message";
  const message = opened ?? (await listAnswer(context, at, list, words, { surface }));
  const isInPlace = list.opensInPlace === true || opened === undefined;
  await respond(isInPlace ? inItsPlace(message) : privately(message));
}
