import pg from "pg";
import type { TestDatabase } from "./postgres.ts";

/**
 * A copy of all tables, which can be put back in their place: then the database has forgotten what
 * came since.
 */
export interface Backup {
  restore(): Promise<void>;
}

const CUT_OFF = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/** Another copy replaces this one. As in a fail-over, putting it back ends all connections. */
export async function backUp({ ownerUrl }: TestDatabase): Promise<Backup> {
  const tables = await readTables(ownerUrl);
  await run(ownerUrl, [
    "drop schema if exists backup cascade",
    "create schema backup",
    ...tables.map((table) => `create table backup.${table} as table signalbox.${table}`),
  ]);
  return {
    restore: () =>
      run(ownerUrl, [
        CUT_OFF,
        // Foreign keys stay out of it, as in a restore.
        "set local session_replication_role = replica",
        `truncate ${tables.map((table) => `signalbox.${table}`).join(", ")}`,
        ...tables.map((table) => `insert into signalbox.${table} table backup.${table}`),
      ]),
  };
}

async function readTables(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ table: string }>(
    `select quote_ident(tablename) as table from pg_tables where schemaname = 'signalbox'`,
  );
  await client.end();
  return rows.map(({ table }) => table);
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const all = ["begin isolation level repeatable read", ...statements, "commit"];
  await client.query(all.join(";\n")).finally(() => client.end());
}
