import { cpSync, existsSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WORK } from "../../src/capabilities.ts";
import { type OpenDatabase, openEmbedded } from "../../src/platform/database/open-embedded.ts";
import { createLogger } from "../../src/platform/process/logger.ts";
import { startQueue } from "../../src/platform/queue/queue.ts";

/** A directory for one test, and how to remove it. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  return { path, remove: async () => removeDirectory(path) };
}

/** In one go: file by file, as promises, the thousand of a database cost ten times the work. */
export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

/**
 * What a database holds that was begun before a test: nothing, as after the very first start, or the tables of the store
 * and the queue, as after the app's first start.
 */
export type Begun = "empty" | "with-tables";

/** The embedded engine on a directory of its own, which goes when it is closed. */
export async function openTemporary(begun: Begun = "empty"): Promise<OpenDatabase> {
  const directory = await temporaryDirectory();
  skipFirstStart(directory.path, begun);
  const database = await openEmbedded(directory.path);
  if (begun === "with-tables" && !isFirstStartMade()) await database.migrate();
  return {
    ...database,
    async close() {
      await database.close();
      await directory.remove();
    },
  };
}

/** Names the directory that a run's first starts have left, in its workers as well. */
const FIRST_START = "SIGNALBOX_TEST_FIRST_START";

const isFirstStartMade = () => process.env[FIRST_START] !== undefined;

/** Makes the first start and the tables, which takes seconds, once for a whole run. */
export async function makeFirstStart(): Promise<{ remove(): Promise<void> }> {
  const { path, remove } = await temporaryDirectory();
  const [empty, withTables] = (["empty", "with-tables"] as const).map((each) => join(path, each));
  if (!empty || !withTables) throw new Error("There are two");
  await (await openEmbedded(empty)).close();
  cpSync(empty, withTables, { recursive: true });
  await makeTables(await openEmbedded(withTables));
  process.env[FIRST_START] = path;
  return { remove };
}

/** The tables of the store and of the queue; closes the database. */
export async function makeTables(database: OpenDatabase): Promise<void> {
  await database.migrate();
  const queue = await startQueue(database.bossOptions, WORK, createLogger("silent"));
  await queue.stop();
  await database.close();
}

/** Puts a database into a directory as an earlier start would; in a run that has made none, leaves that to it. */
export function skipFirstStart(dataDir: string, begun: Begun = "empty"): void {
  const made = process.env[FIRST_START];
  const home = join(dataDir, "postgres");
  if (made === undefined || existsSync(home)) return;
  cpSync(join(made, begun, "postgres"), home, { recursive: true });
}
