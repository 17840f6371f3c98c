import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Marker } from "../services/ports.ts";

/**
 * The marker as one small file for each workspace in a directory that no backup of the database brings back. Each
 * replica may have its own: the one that made an entry knows of it. Raising it survives a loss of power.
 */
export async function openMarkerFiles(directory: string): Promise<Marker> {
  await mkdir(directory, { recursive: true });
  const fileOf = (workspaceId: string) =>
    join(directory, `audit-${workspaceId.replace(/[^A-Za-z0-9-]/g, "_")}`);
  // One after the other within a process: the higher of two must not be overtaken by the lower.
  let last: Promise<unknown> = Promise.resolve();

  async function read(workspaceId: string): Promise<number> {
    const text = await readFile(fileOf(workspaceId), "utf8").catch((error: unknown) => {
      if (isNotThere(error)) return "0";
      throw error;
    });
    const entries = Number(text.trim() || Number.NaN);
    if (!Number.isSafeInteger(entries)) throw new Error("The restore marker cannot be read");
    return entries;
  }

  async function raise(workspaceId: string, entries: number): Promise<void> {
    if (entries > (await read(workspaceId)))
      await writeDurably(fileOf(workspaceId), `${entries}\n`);
  }

  return {
    read,
    async raise(workspaceId, entries) {
      const raised = last.then(() => raise(workspaceId, entries));
      last = raised.catch(() => {});
      await raised;
    },
  };
}

async function writeDurably(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}.new`;
  await using handle = await open(beside, "w");
  await handle.writeFile(text);
  await handle.sync();
  await rename(beside, file);
}

function isNotThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
