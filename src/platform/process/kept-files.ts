import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";

const UNFINISHED = ".new";

/** As much of an id as the name of a file may have. */
export const fileNameOf = (id: string) => id.replace(/[^A-Za-z0-9-]/g, "_");

/** The names of the files that are kept there; none if there is no such directory. */
export async function namesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => !name.endsWith(UNFINISHED));
}

/** Keeps a file whole or not at all, also over a loss of power. */
export async function keepFile(directory: string, name: string, content = ""): Promise<void> {
  await mkdir(directory, { recursive: true });
  // Two processes may create the same file at once, and processes of two containers may have the same number.
  const unfinished = join(directory, `${name}.${randomUUID()}${UNFINISHED}`);
  await using handle = await open(unfinished, "w");
  await handle.writeFile(content);
  await handle.sync();
  await rename(unfinished, join(directory, name));
  await using there = await open(directory);
  await there.sync();
}
