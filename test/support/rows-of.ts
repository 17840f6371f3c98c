import { randomUUID } from "node:crypto";
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
  const [of, notNaming] = await Promise.all([
    reading(db, owned, ({ name }) => {
      const column = sql.ref(name === "workspaces" ? "t.id" : "t.workspace_id");
      return sql<boolean>`${column} = workspace`;
    }),
    reading(db, all, () => sql<boolean>`position(workspace in t::text) = 0`),
  ]);
  return { of, notNaming };
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

/**
 * Reads in one statement, since long tests do so after every try. PostgreSQL plans the statements of a function once for
 * each connection, and planning this one is most of its work.
 */
async function reading(
  db: Db,
  from: readonly Table[],
  isMeant: (table: Table) => RawBuilder<boolean>,
): Promise<(workspaceId: string) => Promise<Rows>> {
  const each = from.map(
    (table) => sql`
      select ${sql.lit(table.name)}::text, string_agg(t::text, chr(10) order by t::text)
      from ${sql.table(table.name)} t where ${isMeant(table)}`,
  );
  const read = sql.id(`read_${randomUUID().replaceAll("-", "_")}`);
  await sql`
    create function ${read}(workspace text) returns table (name text, rows text) language plpgsql
    as $$ begin return query ${sql.join(each, sql` union all `)}; end $$`.execute(db);
  return async (workspaceId) => {
    const { rows } = await sql<{ name: string; rows: string | null }>`
      select name, rows from ${read}(${workspaceId})`.execute(db);
    return Object.fromEntries(rows.map(({ name, rows: found }) => [name, found ?? ""]));
  };
}
