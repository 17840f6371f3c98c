import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { Migrator } from "kysely/migration";
import { up as ground } from "./migrations/0001-ground.ts";
import { up as destinations } from "./migrations/0002-destinations.ts";
import { up as freeze } from "./migrations/0003-freeze.ts";
import { up as paces } from "./migrations/0004-paces.ts";
import type { Database } from "./schema.ts";

/** In order, and for ever: a released migration is never edited, only followed by another. */
const MIGRATIONS: Record<string, Migration> = {
  "0001-ground": { up: ground },
  "0002-destinations": { up: destinations },
  "0003-freeze": { up: freeze },
  "0004-paces": { up: paces },
};

/** Brings the tables up to date, under the database's own lock: several processes may start at once. */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
