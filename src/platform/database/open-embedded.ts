import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { PGlite, protocol } from "@electric-sql/pglite";
import { DatabaseError } from "./database-error.ts";
import type { Pool, Query, QueryAnswer } from "./db.ts";

/**
 * PostgreSQL inside this process, for the sandbox and for tests: it does not fsync. PGlite neither
 * locks its directory nor survives a kill in its very first start, so this does both. Throws a
 * `DatabaseError`.
 */
export async function openEmbedded(directory: string): Promise<Pool> {
  await mkdir(directory, { recursive: true });
  const lock = lockOf(directory);
  try {
    const home = join(directory, "postgres");
    if (!existsSync(home)) {
      // It is moved into place when it is whole. Another thread makes it, because this one would
      // answer nobody for seconds.
      const unfinished = join(directory, "unfinished");
      await rm(unfinished, { recursive: true, force: true });
      const maker = new URL("./make-embedded.ts", import.meta.url);
      await once(new Worker(maker, { workerData: unfinished }), "exit");
      await rename(unfinished, home);
    }
    return toPool(await openPglite(home), lock);
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** The operating system ends the lock of SQLite on its file however the process ends. */
function lockOf(directory: string): DatabaseSync {
  const file = new DatabaseSync(join(directory, "lock"));
  try {
    file.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE");
    return file;
  } catch (cause) {
    file.close();
    throw new DatabaseError("in-use", `Another process has ${directory} open`, { cause });
  }
}

export async function openPglite(directory: string): Promise<PGlite> {
  try {
    return await PGlite.create({ dataDir: directory, postgresqlconf: ["shared_buffers = 16MB"] });
  } catch (cause) {
    const message = `${directory} cannot be opened by this version. Move it away to begin afresh.`;
    throw new DatabaseError("cannot-open", message, { cause });
  }
}

/** PGlite is one session: whoever connects has it alone until it is released. */
function toPool(pglite: PGlite, lock: DatabaseSync): Pool {
  let free = Promise.resolve();
  return {
    async connect() {
      const before = free;
      const { promise, resolve } = Promise.withResolvers<void>();
      const pass = () => resolve();
      free = promise;
      await before;
      return {
        query: (query) => ask(pglite, query),
        release(destroy = false) {
          // The next one gets the same session: nothing may be left open in it.
          if (destroy) ask(pglite, { text: "rollback" }).then(pass, pass);
          else pass();
        },
      };
    },
    async end() {
      await free;
      await pglite.close().finally(() => lock.close());
    },
  };
}

async function ask(pglite: PGlite, { text, values }: Query): Promise<QueryAnswer> {
  if (values) return { rows: (await pglite.query(text, values)).rows, command: "" };
  const { messages } = await pglite.execProtocol(protocol.serialize.query(text));
  const complete = messages.findLast((each) => each.name === "commandComplete");
  return { rows: [], command: complete && "text" in complete ? String(complete.text) : "" };
}
