import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PGlite, protocol } from "@electric-sql/pglite";
import { DatabaseError } from "./database-error.ts";
import type { Answer, Client, Pool, Query } from "./db.ts";

/**
 * PostgreSQL inside this process, for the sandbox and for tests: it does not fsync. PGlite neither
 * locks its directory nor survives a kill in its very first start, so this does both. Throws a
 * `DatabaseError`.
 */
export async function openEmbedded(directory: string): Promise<Pool> {
  const unlock = await lock(directory);
  try {
    const home = join(directory, "postgres");
    if (!existsSync(home)) await initialise(directory, home);
    return toPool(await openPglite(home), unlock);
  } catch (cause) {
    unlock();
    throw cause;
  }
}

async function openPglite(directory: string): Promise<PGlite> {
  try {
    return await PGlite.create({ dataDir: directory, postgresqlconf: ["shared_buffers = 16MB"] });
  } catch (cause) {
    const message = `${directory} cannot be opened by this version. Move it away to begin afresh.`;
    throw new DatabaseError("cannot-open", message, { cause });
  }
}

/** The first start happens beside, and is moved into place when it is whole. */
async function initialise(directory: string, home: string): Promise<void> {
  const unfinished = join(directory, "unfinished");
  await rm(unfinished, { recursive: true, force: true });
  await (await openPglite(unfinished)).close();
  await rename(unfinished, home);
}

/** PGlite is one session: whoever connects has it alone until it is released. */
function toPool(pglite: PGlite, unlock: () => void): Pool {
  let free = Promise.resolve();
  return {
    async connect() {
      const before = free;
      const { promise, resolve } = Promise.withResolvers<void>();
      free = promise;
      await before;
      return toClient(pglite, resolve);
    },
    async end() {
      await free;
      try {
        await pglite.close();
      } finally {
        unlock();
      }
    },
  };
}

function toClient(pglite: PGlite, free: () => void): Client {
  return {
    query: (query) => ask(pglite, query),
    release(destroy = false) {
      // The next one gets the same session: nothing may be left open in it.
      if (destroy) ask(pglite, { text: "rollback" }).then(free, free);
      else free();
    },
  };
}

async function ask(pglite: PGlite, { text, values }: Query): Promise<Answer> {
  if (values) return { rows: (await pglite.query(text, values)).rows, command: "" };
  const { messages } = await pglite.execProtocol(protocol.serialize.query(text));
  const complete = messages.findLast((each) => each.name === "commandComplete");
  return { rows: [], command: complete && "text" in complete ? String(complete.text) : "" };
}

const SQLITE_BUSY = 5;

/** The operating system ends the lock of SQLite on its file however the process ends. */
async function lock(directory: string): Promise<() => void> {
  let file: DatabaseSync | undefined;
  try {
    await mkdir(directory, { recursive: true });
    file = new DatabaseSync(join(directory, "lock"));
    file.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return () => file?.close();
  } catch (cause) {
    file?.close();
    const isBusy = cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY;
    throw isBusy
      ? new DatabaseError("in-use", `Another process has ${directory} open`, { cause })
      : new DatabaseError("cannot-open", `No data can be kept in ${directory}`, { cause });
  }
}
