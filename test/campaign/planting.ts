import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Edit, PlantedBug } from "./planted-bugs.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const COPIED = ["src", "test", "package.json", "tsconfig.json", "vitest.config.ts"];

export interface Tree extends AsyncDisposable {
  path: string;
}

/** A tree of its own to break, with the packages of this one; it goes when it is disposed of. */
export async function copyOf(root: string): Promise<Tree> {
  const path = await mkdtemp(join(tmpdir(), "signalbox-planted-"));
  for (const each of COPIED) await cp(join(root, each), join(path, each), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(path, "node_modules"));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** Plants a bug in a tree. Throws where its text does not stand there exactly once. */
export async function plant({ path }: Pick<Tree, "path">, bug: PlantedBug): Promise<void> {
  for (const edit of [bug, ...(bug.also ?? [])]) {
    const file = join(path, "src", edit.file);
    await writeFile(file, planted(await readFile(file, "utf8"), { ...edit, name: bug.name }));
  }
}

/** The source with the bug in it. */
export function planted(
  source: string,
  { name, file, find, replace }: Edit & Pick<PlantedBug, "name">,
): string {
  const [before, after, ...others] = source.split(find);
  if (before === undefined || after === undefined || others.length > 0) {
    throw new Error(`${name}: its text does not stand in src/${file} exactly once`);
  }
  return before + replace + after;
}
