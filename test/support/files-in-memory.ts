import { existsSync, statfsSync } from "node:fs";

/** Linux keeps the files below it in memory. */
const IN_MEMORY = "/dev/shm";
/** A run has about one gibibyte there at a time. A container often allows 64 MiB. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Puts the temporary files of this process and its workers into memory, where there is room and TMPDIR names no other place.
 * A database has some hundred files, and a disk takes twice the work to create and delete them.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && roomAt(IN_MEMORY) >= ENOUGH_BYTES) {
    process.env.TMPDIR = IN_MEMORY;
  }
}

function roomAt(path: string): number {
  if (!existsSync(path)) return 0;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
