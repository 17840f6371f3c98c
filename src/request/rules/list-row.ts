import { searchable } from "../../platform/text/shown-text.ts";
import { isTime } from "../../platform/text/times.ts";
import type { ListQuery, Sort } from "./list-query.ts";

/** The part of a row that a query can ask about. */
export interface ListRow {
  /** Opens it; null if it cannot be opened. */
  ref: string | null;
  name: string;
  /** A word of the list. */
  type: string | null;
  /** Words of the list: all that are true. */
  states: readonly string[];
  assets: readonly string[];
  /** The name of its destination. */
  to: string | null;
  /** The requester; null if nobody here requested it. */
  by: string | null;
  /** ISO 8601 in UTC, or any text of the Rail service. */
  at: string | null;
  /** Ids, numbers, IBANs and addresses, where it has them. */
  values: readonly (string | null)[];
}

/** Shorter parts are in every other address and id by chance. */
const SHORTEST_IN_VALUE = 4;

/** Whether a row matches the query. `people`: the ids that its `by` may mean. */
export function passes(row: ListRow, query: ListQuery, people: readonly string[]): boolean {
  const { type, state, asset, to, by, since, parts } = query;
  return (
    (type === null || row.type === type) &&
    (state === null || row.states.includes(state)) &&
    (asset === null || row.assets.includes(asset)) &&
    (to === null || (row.to !== null && searchable(row.to).includes(searchable(to)))) &&
    (by === null || (row.by !== null && people.includes(row.by))) &&
    (since === null || (isTime(row.at) && Date.parse(row.at) >= Date.parse(since))) &&
    (parts.length === 0 || holds(row, parts.map(searchable)))
  );
}

/** Every part is somewhere in it; or all together are in one value, for an IBAN typed in groups. */
function holds({ name, to, values, assets }: ListRow, parts: readonly string[]): boolean {
  const names = [name, to ?? "", ...assets].map(searchable);
  const exact = values.map((value) => searchable(value ?? ""));
  const inValue = (part: string) =>
    part.length >= SHORTEST_IN_VALUE
      ? exact.some((value) => value.includes(part))
      : exact.includes(part);
  return (
    parts.every((part) => names.some((text) => text.includes(part)) || inValue(part)) ||
    (parts.length > 1 && parts.join("").length >= SHORTEST_IN_VALUE && inValue(parts.join("")))
  );
}

/** The same order on every database: rows without a time or destination come last. */
export function sorted<Row extends ListRow>(rows: readonly Row[], sort: Sort): Row[] {
  const keyed = rows.map((row) => ({ row, key: [...keysOf(row, sort), row.ref ?? ""] }));
  return keyed.sort((one, other) => compared(one.key, other.key)).map(({ row }) => row);
}

type Key = readonly (string | number)[];

function keysOf({ name, to, at }: ListRow, sort: Sort): Key {
  // Quotation marks show a name that nobody approved here.
  const byName = searchable(name).replace(/^“/, "");
  switch (sort) {
    case "age":
      return [isTime(at) ? -Date.parse(at) : Number.MAX_SAFE_INTEGER, byName];
    case "name":
      return [byName];
    case "destination":
      return [to === null ? 1 : 0, searchable(to ?? ""), byName];
  }
}

function compared(one: Key, other: Key): number {
  for (const [index, mine] of one.entries()) {
    const theirs = other[index] ?? "";
    if (mine !== theirs) return mine < theirs ? -1 : 1;
  }
  return 0;
}
