import type { Random } from "../../harness/random.ts";

/** What a test asks a database with. */
type Sql = (text: string) => Promise<Record<string, unknown>[]>;

export interface Edit {
  what: string;
  sql: string;
  /** What is signed is no longer as it was: people are told. */
  isSigned: boolean;
}

const TABLES = ["requests", "requests", "requests", "settings", "audit", "audit", "rails"] as const;

/** Not signed: they say when something is done, repeat a digest, or at worst find no token. */
const UNSIGNED =
  /^(requests (next_at|sync_at|failures|sync_failures|fault|digest)|settings connection|rails .*)$/;

/** The columns of our tables, by table. */
export async function readColumns(sql: Sql) {
  const rows = await sql(`select table_name as table, column_name as name, data_type as type
    from information_schema.columns where table_schema = 'signalbox' order by 1, ordinal_position`);
  return (table: string) => rows.filter((row) => row.table === table);
}

/** Changes one value of one row, removes a row, or puts back an older one or a copy. */
export function drawEdit(random: Random, columnsOf: Awaited<ReturnType<typeof readColumns>>): Edit {
  const table = random.pick(TABLES);
  const nth = random.below(40);
  const name = `signalbox.${table}`;
  const row = `ctid = (select ctid from ${name} order by ctid
    offset ${nth} % (select count(*) from ${name}) limit 1)`;
  if (random.chance(0.1)) {
    return {
      what: `${table} ${nth} removed`,
      sql: `delete from ${name} where ${row}`,
      isSigned: table !== "rails",
    };
  }
  if (table === "requests" && random.chance(0.15)) {
    const sql = `update ${name} r set version = o.version, body = o.body, mac = o.mac,
      status = o.status, is_open = o.is_open from older.requests o
      where o.id = r.id and o.version < r.version`;
    return { what: "older requests put back", sql, isSigned: true };
  }
  const { name: column, type } = random.pick(columnsOf(table));
  const other = `(select ${column} from ${name} order by ctid
    offset ${random.below(40)} % (select count(*) from ${name}) limit 1)`;
  const value = random.chance(0.5) ? other : changed(String(column), String(type), random);
  // A column that a body leaves empty chooses no row.
  const sql = `update ${name} set ${column} = ${value}
    where ${row} and ${column} is not null and ${column} is distinct from ${value}`;
  const what = `${table} ${nth} ${column} := ${value}`;
  return { what, sql, isSigned: !UNSIGNED.test(`${table} ${column}`) };
}

function changed(column: string, type: string, random: Random): string {
  if (type === "integer") return `${column} + 1`;
  if (type === "boolean") return `not ${column}`;
  if (type.startsWith("timestamp")) return `${column} - interval '3 days'`;
  const at = `1 + ${random.below(1_000)} % length(${column})`;
  return `overlay(${column} placing '7' from ${at} for 1)`;
}
