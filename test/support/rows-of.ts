import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../src/platform/database/schema.ts";

/** Rows in full, as text, by table. */
export type Rows = Readonly<Record<string, string>>;

export interface RowsReader {
  /** Everything that stands in the database in a workspace's name. */
  of(workspaceId: string): Promise<Rows>;
  /** Everything that stands in it and does not name a workspace. */
  notNaming(workspaceId: string): Promise<Rows>;
}

/** It reads the tables that there are when it is made. */
export async function createRowsReader(db: Db): Promise<RowsReader> {
  const all = await tables(db);
  const owned = [...all.filter(({ isOwned }) => isOwned), { name: "workspaces" }];
  return {
    of: (workspaceId) =>
      read(db, owned, ({ name }) => {
        const column = sql.ref(name === "workspaces" ? "t.id" : "t.workspace_id");
        return sql<boolean>`${column} = ${workspaceId}`;
      }),
    notNaming: (workspaceId) =>
      read(db, all, () => sql<boolean>`position(${workspaceId} in t::text) = 0`),
  };
}

interface Table {
  name: string;
}

async function tables(db: Db): Promise<(Table & { isOwned: boolean })[]> {
  const { rows } = await sql<Table & { isOwned: boolean }>`
    select table_name as name, bool_or(column_name = 'workspace_id') as "isOwned"
    from information_schema.columns where table_schema = 'public' group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

/** In one statement, since it is asked after every try of a long test. */
async function read(
  db: Db,
  from: readonly Table[],
  isMeant: (table: Table) => RawBuilder<boolean>,
): Promise<Rows> {
  const each = from.map(
    (table) => sql`
      select ${table.name}::text as name, string_agg(t::text, chr(10) order by t::text) as rows
      from ${sql.table(table.name)} t where ${isMeant(table)}`,
  );
  const { rows } = await sql<{ name: string; rows: string | null }>`${sql.join(
    each,
    sql` union all `,
  )}`.execute(db);
  return Object.fromEntries(rows.map(({ name, rows: found }) => [name, found ?? ""]));
}
