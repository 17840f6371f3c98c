import { readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { isDeadlock } from "./deadlock.ts";
import type { Db } from "./schema.ts";

const FOLDER = new URL("./migrations/", import.meta.url);

/**
 * Brings the tables up to date, under the database's own lock: several processes may start at once. Returns the names of
 * the migrations that this call has applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  const ours = migrationNames();
  const applied = await appliedMigrations(db);
  const latest = ours.at(-1) ?? "";
  // A process of this release starts beside a later one, or after going back.
  const later = applied.filter((name) => name > latest);
  // Most starts find nothing to do, and need not load every migration to see it.
  if (isDeepStrictEqual(applied, [...ours, ...later])) return [];
  const migrations = {
    ...(await loaded(ours)),
    ...Object.fromEntries(later.map((name) => [name, { up: async () => {} }])),
  };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (let deadlocks = 0; ; deadlocks += 1) {
    // In one transaction: what fails has changed nothing.
    const { error, results = [] } = await migrator.migrateToLatest();
    if (!error) return results.map(({ migrationName }) => migrationName);
    if (!isDeadlock(error) || deadlocks === DEADLOCKS_AT_MOST) throw error;
  }
}

/** Processes of the release before go on working, and lock the same tables in another order. */
const DEADLOCKS_AT_MOST = 5;

/** In order: a released migration is never edited, only followed by another. */
const migrationNames = () =>
  readdirSync(FOLDER)
    .map((file) => file.replace(/\.ts$/, ""))
    .sort();

async function loaded(names: readonly string[]): Promise<Record<string, Migration>> {
  const each = names.map(async (name): Promise<[string, Migration]> => {
    return [name, await import(new URL(`${name}.ts`, FOLDER).href)];
  });
  return Object.fromEntries(await Promise.all(each));
}

/** In order; none in an empty database. */
async function appliedMigrations(db: Db): Promise<string[]> {
  const found = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as "isThere"`.execute(db);
  if (!found.rows[0]?.isThere) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).sort();
}
