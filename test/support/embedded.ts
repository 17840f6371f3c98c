import { mkdtemp, rm } from "node:fs/promises";
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
  const database = await openEmbedded(directory.path);
  return {
    ...database,
    async close() {
      await database.close();
      await directory.remove();
    },
  };
}
