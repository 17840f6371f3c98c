import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A mistake that a good engineer could make, and the guards that it takes away. */
export interface PlantedBug {
  name: string;
  /** What a schedule has to plan to meet it; empty where any may. */
  needs: string;
  edits: { file: string; from: string; to: string }[];
}

/**
 * `# name`, what schedules need on a line of its own, then for each edit `file:`, `from:` and `to:`; each text goes on until the next of
 * these words.
 */
export async function readPlantedBugs(): Promise<PlantedBug[]> {
  const list = await readFile(join(import.meta.dirname, "planted-bugs.txt"), "utf8");
  const [, ...parts] = list.split(/^# /m);
  return parts.map((part) => {
    const [title = "", ...edits] = part.split(/^file: /m);
    const [name = "", needs = ""] = title.split("\n");
    return {
      ...{ name, needs },
      edits: edits.map((edit) => {
        const [file = "", from = "", to = ""] = edit.split(/^(?:from|to):\n/m);
        return { file: file.trim(), from: from.trimEnd(), to: to.trimEnd() };
      }),
    };
  });
}

/**
 * Where each of its texts stands exactly once in the source, they are replaced by the others; else
 * throws. Without a `copy` of the source it only looks.
 */
export async function plant({ name, edits }: PlantedBug, copy?: string): Promise<void> {
  if (edits.length === 0) throw new Error(`${name}: no edits`);
  for (const { file, from, to } of edits) {
    const path = join(copy ?? join(import.meta.dirname, "../../src"), file);
    const parts = (await readFile(path, "utf8")).split(from);
    if (parts.length !== 2) throw new Error(`${name}: ${parts.length - 1} times in ${file}`);
    if (copy) await writeFile(path, parts.join(to));
  }
}
