import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A mistake that a good engineer could make, and the guards that it takes away. */
export interface PlantedBug {
  name: string;
  edits: { file: string; from: string; to: string }[];
}

const LIST = join(import.meta.dirname, "planted-bugs.txt");
const SOURCE = join(import.meta.dirname, "../../src");

/**
 * `# name`, then for each edit `file:`, `from:` and `to:`; each text goes on until the next of
 * these words.
 */
export async function readPlantedBugs(): Promise<PlantedBug[]> {
  const [, ...parts] = (await readFile(LIST, "utf8")).split(/^# /m);
  return parts.map((part) => {
    const [name = "", ...edits] = part.split(/^file: /m);
    return {
      name: name.split("\n")[0] ?? "",
      edits: edits.map((edit) => {
        const [file = "", from = "", to = ""] = edit.split(/^(?:from|to):\n/m);
        return { file: file.trim(), from: from.trimEnd(), to: to.trimEnd() };
      }),
    };
  });
}

/** Null where each of its texts stands exactly once in the source. */
export async function whyNotPlantable(
  { name, edits }: PlantedBug,
  source = SOURCE,
): Promise<string | null> {
  for (const { file, from } of edits) {
    const text = await readFile(join(source, file), "utf8").catch(() => "");
    const times = text.split(from).length - 1;
    if (from === "" || times !== 1) return `${name}: ${times} times in ${file}`;
  }
  return edits.length > 0 ? null : `${name}: no edits`;
}

export async function plant(bug: PlantedBug, source: string): Promise<void> {
  const why = await whyNotPlantable(bug, source);
  if (why !== null) throw new Error(why);
  for (const { file, from, to } of bug.edits) {
    const path = join(source, file);
    const text = await readFile(path, "utf8");
    await writeFile(
      path,
      text.replace(from, () => to),
    );
  }
}
