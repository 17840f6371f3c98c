import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import {
  actions,
  button,
  context,
  input,
  option,
  plain,
  section,
} from "../../platform/slack/blocks/blocks.ts";
import { listActions } from "../../platform/slack/blocks/ids.ts";
import { select, textInput } from "../../platform/slack/blocks/inputs.ts";
import { limits } from "../../platform/slack/blocks/limits.ts";
import type { Page } from "../../platform/slack/blocks/pages.ts";
import { pageButtons, pageText } from "../../platform/slack/blocks/pages.ts";
import { richText } from "../../platform/slack/blocks/rich-text.ts";
import { dataTable } from "../../platform/slack/blocks/table.ts";
import type { Message } from "../../platform/slack/message.ts";
import { headed, messageWith } from "../../platform/slack/message.ts";
import { shortened } from "../../platform/text/shown-text.ts";
import { counted } from "../../platform/text/times.ts";
import type { ListQuery, Sort } from "../rules/list-query.ts";
import { LONGEST_QUERY, listQueryText, withoutMenus } from "../rules/list-query.ts";
import type { ListRow } from "../rules/list-row.ts";
import { networkName } from "../words.ts";
import type { List, Narrowed } from "./list.ts";

/** Slack takes this many of the longest possible rows in one message. */
export const ROWS_PER_LIST = 8;

export interface ListScreen<Row extends ListRow> extends Page, Omit<Narrowed<Row>, "rows"> {
  list: List<Row>;
  query: ListQuery;
  /** Codes of all that is listed, the most frequent first. */
  assets: readonly string[];
  rows: readonly Row[];
  now: string;
  command: string;
  /** A view takes no table and no field. */
  surface: "message" | "view";
  /** Why the words that were typed last were not read. */
  problem?: string | undefined;
}

/** One page of a list: what it is narrowed to, menus that change that, a table, and what opens one row. */
export function listScreen<Row extends ListRow>(props: ListScreen<Row>): Message {
  const { list, query, rows, all, total, command, surface, problem, foot = [] } = props;
  const [one, more] = list.noun;
  const count = total === all ? "" : `${total} of `;
  const title = `${count}${counted(all, one, more)}${pageText(props)}`;
  const ids = listActions(list.name);
  if (all === 0) {
    return messageWith(title, ...list.nothing(command), ...(list.verbs ?? []));
  }
  const isEmpty = total === 0 && problem === undefined;
  const none = isEmpty && textOf(props) === query.state && list.noneIn?.[query.state];
  if (none) return headed(none, actions(button("Show all", ids.clear, "all")));
  return headed(
    title,
    problem !== undefined && section(problem),
    ...chips(props),
    surface === "message" && searchField(props),
    { ...actions(...menus(props)), block_id: carried("narrow", props) },
    ...(rows.length === 0 ? [section(nothingPasses(props))] : drawnRows(props)),
    ...pageButtons(props, ids, (page) => `${page} ${textOf(props)}`),
    rows.length > 0 && actions(button("Get as a file", ids.file, filed(props))),
    ...(list.verbs ?? []),
    foot.length > 0 && richText(foot),
  );
}

type Drawn = Pick<ListScreen<ListRow>, "query" | "assets"> & { list: Pick<List, "words"> };

const textOf = ({ query, list, assets }: Drawn) => listQueryText(query, list.words, assets);

/** A control of a message carries only what is chosen in it: its block says what else the list is narrowed to. */
const carried = (control: string, props: Drawn) => `${control} ${textOf(props)}`.trim();

const filed = (props: Drawn) => textOf(props) || "all";

/** The words of a block or a button of ours, without what comes before them. */
export function carriedWords(text: string | undefined): string {
  return text?.replace(/^\S+ ?/, "") ?? "";
}

/** What the list is narrowed to. */
function chips<Row extends ListRow>({ query, list }: ListScreen<Row>): KnownBlock[] {
  const { type, state, asset, to, by, since, parts } = query;
  const shown = [
    type && list.words.types[type],
    state && list.words.states[state],
    asset && codeName(list, asset),
    to && `to “${shortened(to, 60)}”`,
    by && `by ${by}`,
    since && `since ${since}`,
    ...parts.map((part) => `“${shortened(part, 60)}”`),
  ].filter((chip) => typeof chip === "string");
  if (shown.length === 0) return [];
  return [context(`Showing: ${shown.join(" · ")}`)];
}

/** The field holds what no menu does, and takes every word. */
function searchField<Row extends ListRow>(props: ListScreen<Row>): KnownBlock {
  const { list, query, assets } = props;
  const typed = listQueryText(withoutMenus(query), list.words, assets);
  const field = textInput(typed, { actionId: listActions(list.name).search });
  return input(
    carried("search", props),
    "Search, then press Enter",
    { ...field, max_length: LONGEST_QUERY },
    { dispatch_action: true, optional: true },
  );
}

const SORT_NAMES: Record<Sort, string> = {
  age: "Newest first",
  name: "By name",
  destination: "By destination",
};
const MOST_ASSETS = 6;
/** The Rail service may send anything for one: only these are offered. */
const USUAL_CODE = /^[A-Z0-9._-]{1,20}$/i;
const LONGEST_OPTION = 50;

/** Stands for no choice: Slack's menus have no empty one. */
export const ANY = "any";

function menus<Row extends ListRow>({
  list,
  query,
  assets,
}: ListScreen<Row>): ActionsBlockElement[] {
  const ids = listActions(list.name);
  const menu = (id: string, any: string, of: readonly (readonly [string, string])[], now: string) =>
    select([option(any, ANY), ...of.map(([value, label]) => option(label, value))], now, id);
  const { types, states } = list.words;
  const codes = assets.filter((code) => USUAL_CODE.test(code)).slice(0, MOST_ASSETS);
  const offered = list.sorts ?? (Object.keys(SORT_NAMES) as Sort[]);
  const sorts = [list.usualSort, ...(query.sort === null ? [] : [query.sort]), ...offered];
  return [
    menu(ids.type, "Every type", Object.entries(types), query.type ?? ANY),
    menu(ids.state, "Every status", Object.entries(states), query.state ?? ANY),
    ...(codes.length === 0
      ? []
      : [
          menu(
            ids.asset,
            `Every ${list.codes}`,
            codes.map((each) => [each, codeName(list, each)] as const),
            query.asset ?? ANY,
          ),
        ]),
    select(
      [...new Set(sorts)].map((sort) => option(SORT_NAMES[sort], sort)),
      query.sort ?? list.usualSort,
      ids.sort,
    ),
    ...(textOf({ list, query, assets }) === "" ? [] : [button("Show all", ids.clear, "all")]),
  ];
}

const codeName = ({ codes }: Pick<List, "codes">, code: string) =>
  codes === "network" ? networkName(code) : code;

/** Words that nothing has may have been meant as others. */
function nothingPasses<Row extends ListRow>({ list, command, query }: ListScreen<Row>): string {
  const { type, state, asset } = query;
  const word = state ?? type ?? asset;
  if (query.parts.length === 0) {
    return word === null
      ? "No matches."
      : `No matches. To find a name with this word, put it in quotation marks: "${word}".`;
  }
  const { verb, types, states } = list.words;
  const known = [...Object.keys(types), ...Object.keys(states)].join(", ");
  return `No matches. ${command} ${verb} takes part of a name, id, IBAN or address, and these words: ${known}, ${list.codes}s, to, by, since, sort.`;
}

function drawnRows<Row extends ListRow>(props: ListScreen<Row>): KnownBlock[] {
  const { list, rows, now, surface } = props;
  if (surface === "view") return rows.flatMap((row) => rowBlocks(list, row, now));
  const table = dataTable(
    list.noun[1].replace(/^./, (letter) => letter.toUpperCase()),
    list.columns,
    rows.map((row) => list.cells(row, now)),
  );
  const options = rows.flatMap((row) =>
    isRef(row.ref) ? [option(shortened(row.name, LONGEST_OPTION), row.ref, list.hint?.(row))] : [],
  );
  if (options.length === 0) return [table];
  const open = {
    ...select(options, null, listActions(list.name).open),
    placeholder: plain("Open…"),
  };
  return [table, { ...actions(open), block_id: carried("open", props) }];
}

/** A row outside a table, with its button. */
export function rowBlocks<Row extends ListRow>(
  list: List<Row>,
  row: Row,
  now: string,
): KnownBlock[] {
  const [first = "", ...cells] = list.cells(row, now);
  const facts = cells.flatMap((cell, index) => [
    ...(index > 0 ? [" · "] : []),
    ...(typeof cell === "string" ? [cell] : cell),
  ]);
  const title = typeof first === "string" ? [first] : first;
  return [
    richText(title, facts),
    ...(isRef(row.ref) ? [actions(button("Open", listActions(list.name).open, row.ref))] : []),
  ];
}

/** A menu takes no more. */
const isRef = (ref: string | null): ref is string =>
  ref !== null && ref !== "" && ref.isWellFormed() && [...ref].length <= limits.optionValue;
