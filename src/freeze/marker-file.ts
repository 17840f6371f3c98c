import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Mark, Marker } from "../request/queries/marker.ts";

/**
 * The marker as empty files with telling names, in a directory that no backup restores. Replicas may share it: nothing
 * overwrites a mark. The files survive a power failure.
 */
export async function openMarkerFiles(directory: string): Promise<Marker> {
  const marks = join(directory, "audit-marks");
  await mkdir(marks, { recursive: true });
  const of = (workspaceId: string) =>
    join(marks, `of-${workspaceId.replace(/[^A-Za-z0-9-]/g, "_")}`);

  return {
    async read(workspaceId) {
      const names = await readdir(of(workspaceId)).catch((error: unknown) => {
        if (isNotThere(error)) return [];
        throw error;
      });
      return names.filter((name) => !name.endsWith(UNFINISHED)).map(markOf);
    },
    async replace(workspaceId, former, by) {
      const place = of(workspaceId);
      await mkdir(place, { recursive: true });
      await create(place, nameOf(by));
      for (const mark of former) {
        if (mark.hash !== by.hash) await rm(join(place, nameOf(mark)), { force: true });
      }
    },
  };
}

const UNFINISHED = ".new";
const nameOf = ({ sequence, hash }: Mark) => `${sequence}-${hash}`;

function markOf(name: string): Mark {
  const [, sequence = "", hash = ""] = /^(\d{1,15})-([0-9a-f]{64})$/.exec(name) ?? [];
  if (hash === "") throw new Error("The restore marker cannot be read");
  return { sequence: Number(sequence), hash };
}

async function create(directory: string, name: string): Promise<void> {
  // Two processes may create the same file at once, and processes of two containers may have the same number.
  const unfinished = join(directory, `${name}.${randomUUID()}${UNFINISHED}`);
  await using handle = await open(unfinished, "w");
  await handle.sync();
  await rename(unfinished, join(directory, name));
  await using there = await open(directory);
  await there.sync();
}

function isNotThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
