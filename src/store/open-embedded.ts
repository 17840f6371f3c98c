import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect } from "kysely";
import type { ConstructorOptions } from "pg-boss";
import { fromPglite } from "pg-boss";
import type { Database } from "./schema.ts";
import { StoreError } from "./store-error.ts";

export interface OpenDatabase {
  db: Kysely<Database>;
  /** How pg-boss reaches the same database. */
  bossOptions: ConstructorOptions;
  close(): Promise<void>;
}

/**
 * PostgreSQL inside this process, for the sandbox, tests and trying it out: it does not fsync, so it is not for money.
 * PGlite neither locks its directory nor survives a kill in its very first start, so both are done here.
 * Throws a `StoreError` `in-use` when another process has the directory, `cannot-open` when it cannot be read.
 */
export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  await mkdir(dataDir, { recursive: true });
  const unlock = lock(dataDir);
  try {
    const home = join(dataDir, "postgres");
    if (!existsSync(home)) await initialise(dataDir, home);
    const pglite = await openPglite(home);
    return {
      db: new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) }),
      bossOptions: { db: fromPglite(pglite), backend: "pglite" },
      async close() {
        await pglite.close();
        unlock();
      },
    };
  } catch (cause) {
    unlock();
    throw cause;
  }
}

async function openPglite(directory: string): Promise<PGlite> {
  try {
    return await PGlite.create({ dataDir: directory, postgresqlconf: ["shared_buffers = 16MB"] });
  } catch (cause) {
    throw new StoreError(
      "cannot-open",
      `The embedded database in ${directory} cannot be opened by this version. It is for trial only: move the directory away to begin afresh.`,
      { cause },
    );
  }
}

/** The first start happens beside and is moved into place when it is whole. */
async function initialise(dataDir: string, home: string): Promise<void> {
  const unfinished = await mkdtemp(join(dataDir, "unfinished-"));
  try {
    await (await openPglite(unfinished)).close();
    await rename(unfinished, home);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** SQLite takes an operating system lock on its file, which goes with the process however that ends. */
function lock(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, "lock"));
  try {
    file.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
  } catch (cause) {
    file.close();
    throw new StoreError(
      "in-use",
      `The data directory ${dataDir} is in use by another process. Stop that one, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
  return () => file.close();
}
