import type { KnownBlock } from "@slack/types";
import type { ListName } from "../../platform/slack/blocks/ids.ts";
import type { Line } from "../../platform/slack/blocks/rich-text.ts";
import type { Cell } from "../../platform/slack/blocks/table.ts";
import type { Message } from "../../platform/slack/message.ts";
import { counted } from "../../platform/text/times.ts";
import type { Context } from "../context.ts";
import type { ListQuery, ListWords, Sort } from "../rules/list-query.ts";
import type { ListRow } from "../rules/list-row.ts";
import { passes, sorted } from "../rules/list-row.ts";

/** A list that people narrow by words and menus: of Rails, destinations or requests. */
export interface List<Row extends ListRow = ListRow> {
  name: ListName;
  words: ListWords;
  /** One and several of what it lists. */
  noun: readonly [one: string, more: string];
  usualSort: Sort;
  /** The orders in its menu; all where absent. */
  sorts?: readonly Sort[];
  /** The codes by which rows are told apart. */
  codes: "asset" | "network";
  columns: readonly string[];
  /** Everything of the workspace, as this person may see it. Throws a `RailApiError` where the Rail service is asked. */
  read(context: Context, at: Reader): Promise<Everything<Row>>;
  /** Tells a row from others of the same name, such as the end of an address. */
  hint?(row: Row): string | undefined;
  /** One for each column. */
  cells(row: Row, now: string): readonly Cell[];
  /** What the file holds of a row besides, such as ids in full: the names of its columns, and what is in them. */
  fileColumns: readonly string[];
  fileCells(row: Row): readonly (string | null)[];
  /** A row opened; undefined where it is gone. `query`: the words by which the list was narrowed. */
  open(context: Context, at: Reader, ref: string, query: string): Promise<Message | undefined>;
  /** An opened row takes the place of the list, and has a button that leads back. */
  opensInPlace?: true;
  /** In place of the list while there is nothing at all. */
  nothing(command: string): KnownBlock[];
  /** In place of the list where nothing is in a state, and nothing else narrows it. */
  noneIn?: Readonly<Record<string, string>>;
  /** Below it. */
  verbs?: readonly KnownBlock[];
}

export interface Reader {
  workspaceId: string;
  userId: string;
}

export interface Everything<Row> {
  rows: readonly Row[];
  /** How fresh it is, in small print. */
  foot?: Line;
}

export interface Narrowed<Row> extends Everything<Row> {
  /** As many as there are at all. */
  all: number;
}

/** The rows that pass, in their order. `all` has been read before. */
export async function narrowed<Row extends ListRow>(
  { people }: Pick<Context, "people">,
  { workspaceId, userId }: Reader,
  list: Pick<List<Row>, "usualSort">,
  { rows, ...more }: Everything<Row>,
  query: ListQuery,
): Promise<Narrowed<Row>> {
  const meant = await peopleMeant({ people }, { workspaceId, userId }, rows, query.by);
  const passing = rows.filter((row) => passes(row, query, meant));
  return {
    ...more,
    rows: sorted(passing, query.sort ?? list.usualSort),
    all: rows.length,
  };
}

/** Codes of what is listed, the most frequent first. */
export function assetsOf(rows: readonly ListRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { assets } of rows) {
    for (const asset of assets) counts.set(asset, (counts.get(asset) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([asset]) => asset);
}

/**
 * `12 Rails: 10 approved here, 2 not approved here; of them 1 disputed`, or `2 requests, open`: as many in each state as the
 * list shows of it.
 */
export function tally<Row extends ListRow>(
  { noun, words }: Pick<List<Row>, "noun" | "words">,
  rows: readonly Row[],
): string {
  let left = rows.length;
  const [parts, more]: [string[], string[]] = [[], []];
  for (const [state, label] of Object.entries(words.states)) {
    const count = rows.filter((row) => row.states.includes(state)).length;
    if (count > 0) (left > 0 ? parts : more).push(`${count} ${label.toLowerCase()}`);
    left -= count;
  }
  const title = counted(rows.length, ...noun);
  const isOneState = parts.length === 1 && left === 0 && more.length === 0;
  if (isOneState) return `${title}, ${parts.join().replace(/^\d+ /, "")}`;
  const among = more.length === 0 ? "" : `; of them ${more.join(", ")}`;
  return [title, parts.join(", ")].filter(Boolean).join(": ") + among;
}

/** Slack sends a name as it was typed: it means every requester in the list who is called so. */
async function peopleMeant(
  { people }: Pick<Context, "people">,
  { workspaceId, userId }: Reader,
  rows: readonly ListRow[],
  by: string | null,
): Promise<string[]> {
  if (by === null) return [];
  if (by === "me") return [userId];
  if (!by.startsWith("@")) return [by];
  const wanted = by.slice(1).toLowerCase();
  const ids = [...new Set(rows.flatMap((row) => row.by ?? []))];
  const named = await Promise.all(
    ids.map(async (id) => ({ id, name: (await people.nameOf(workspaceId, id)) ?? "" })),
  );
  const isCalled = (name: string) =>
    [name, name.split(" ")[0], name.replaceAll(" ", ".")].some(
      (each) => each?.toLowerCase() === wanted,
    );
  return named.filter(({ name }) => isCalled(name)).map(({ id }) => id);
}
