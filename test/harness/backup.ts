import { runSql, type TestDatabase } from "./postgres.ts";

/** In one transaction, for each table of ours. `%1$I` is its name. */
const each = (statement: string) => `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'signalbox' loop
    execute format('${statement}', name);
  end loop; end $$`;

const CUT_OFF = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

/**
 * A copy of all tables, which can be put back in their place: then the database has forgotten what
 * came since, and as in a fail-over all connections end. Another copy replaces this one.
 */
export async function backUp({ ownerUrl }: TestDatabase) {
  const inOne = (...statements: readonly string[]) =>
    runSql(
      ownerUrl,
      ["begin isolation level repeatable read", ...statements, "commit"].join(";\n"),
    );
  await inOne(
    "drop schema if exists backup cascade",
    "create schema backup",
    each("create table backup.%1$I as table signalbox.%1$I"),
  );
  return {
    restore: () =>
      inOne(
        CUT_OFF,
        // Foreign keys stay out of it, as in a restore.
        "set local session_replication_role = replica",
        each("delete from signalbox.%1$I"),
        each("insert into signalbox.%1$I table backup.%1$I"),
      ),
  };
}
