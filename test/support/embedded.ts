import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenDatabase, openEmbedded } from "../../src/store/open-embedded.ts";

/** A directory for one test, and how to remove it. */
export async function temporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "signalbox-test-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** The embedded engine on a directory of its own, which goes when it is closed. */
export async function openTemporary(): Promise<OpenDatabase> {
  const directory = await temporaryDirectory();
  await skipFirstStart(directory.path);
  const database = await openEmbedded(directory.path);
  return {
    ...database,
    async close() {
      await database.close();
      await directory.remove();
    },
  };
}

/** Names the directory that a run's first start has left, in its workers as well. */
const FIRST_START = "SIGNALBOX_TEST_FIRST_START";

/** Makes the first start, which takes seconds, once for a whole run. */
export async function makeFirstStart(): Promise<{ remove(): Promise<void> }> {
  const { path, remove } = await temporaryDirectory();
  await (await openEmbedded(path)).close();
  process.env[FIRST_START] = path;
  return { remove };
}

/** Puts an empty database into a directory as its first start would; in a run that has made none, leaves that to it. */
export async function skipFirstStart(dataDir: string): Promise<void> {
  const made = process.env[FIRST_START];
  const home = join(dataDir, "postgres");
  if (made === undefined || existsSync(home)) return;
  await cp(join(made, "postgres"), home, { recursive: true });
}
