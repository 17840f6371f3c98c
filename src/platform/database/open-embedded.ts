import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect } from "kysely";
import { type ConstructorOptions, fromPglite } from "pg-boss";
import { migrate } from "./migrate.ts";
import type { Database } from "./schema.ts";
import { StoreError } from "./store-error.ts";

export interface OpenDatabase {
  db: Kysely<Database>;
  /** How pg-boss reaches the same database. */
  bossOptions: ConstructorOptions;
  /** Brings the tables up to date; the names of the migrations that were applied now. */
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * PostgreSQL inside this process, for the sandbox, tests and trying it out: it does not fsync, so it is not for money.
 * PGlite neither locks its directory nor survives a kill in its very first start, so both are done here.
 * Throws a `StoreError` `in-use` when another process has the directory, `cannot-open` when it cannot be read.
 */
export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const unlock = await lock(dataDir);
  try {
    const home = join(dataDir, "postgres");
    if (!existsSync(home)) await initialise(dataDir, home);
    const pglite = await openPglite(home);
    const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) });
    return {
      db,
      bossOptions: { db: fromPglite(pglite), backend: "pglite" },
      migrate: () => migrate(db),
      async close() {
        try {
          await pglite.close();
        } finally {
          unlock();
        }
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

/** The first start happens beside and is moved into place when it is whole; one that was killed is begun anew. */
async function initialise(dataDir: string, home: string): Promise<void> {
  const unfinished = join(dataDir, "unfinished");
  await rm(unfinished, { recursive: true, force: true });
  await (await openPglite(unfinished)).close();
  await rename(unfinished, home);
}

const SQLITE_BUSY = 5;

/** SQLite takes an operating system lock on its file, which goes with the process however that ends. */
async function lock(dataDir: string): Promise<() => void> {
  let file: DatabaseSync | undefined;
  try {
    await mkdir(dataDir, { recursive: true });
    file = new DatabaseSync(join(dataDir, "lock"));
    file.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return () => file?.close();
  } catch (cause) {
    file?.close();
    throw whyNotLocked(dataDir, cause);
  }
}

function whyNotLocked(dataDir: string, cause: unknown): StoreError {
  if (cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY) {
    return new StoreError(
      "in-use",
      `The data directory ${dataDir} is in use by another process. Stop that one, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(
    "cannot-open",
    `No data can be kept in ${dataDir} (${reason}). Set DATA_DIR to a directory that can be written to.`,
    { cause },
  );
}
