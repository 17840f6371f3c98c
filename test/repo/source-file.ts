import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A file of this edition. Paths are relative to the folder that holds `src` and `test`. */
export interface SourceFile {
  path: string;
  lines: readonly string[];
  /** The text without its comments. */
  code: string;
  imports: readonly Import[];
}

export interface Import {
  /** A path as above, or the name of a package. */
  of: string;
  isOurs: boolean;
  /** Nothing of it is there when the program runs. */
  isType: boolean;
}

const HOME = join(import.meta.dirname, "../..");

export function readSourceFiles(): SourceFile[] {
  const all = ["src", "test"].flatMap((folder) =>
    readdirSync(join(HOME, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      posix.join(folder, path),
    ),
  );
  const ours = all.filter((path) => /\.(ts|sql|js|css)$/.test(path)).sort();
  return ours.map((path) => toSourceFile(path, readFileSync(join(HOME, path), "utf8")));
}

export function toSourceFile(path: string, text: string): SourceFile {
  const lines = text.trimEnd().split("\n");
  const code = lines.map(withoutComment).join("\n");
  return { path, lines, code, imports: path.endsWith(".ts") ? importsIn(path, code) : [] };
}

const withoutComment = (line: string) =>
  /^\s*(\/\/|\/\*|\*|--)/.test(line) ? "" : line.replace(/\s\/\/ .*$/, "");

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm;
const CALL = /\bimport\(\s*"([^"]+)"/g;

function importsIn(path: string, code: string): Import[] {
  const statements = [...code.matchAll(STATEMENT)].map(([, type, name = ""]) => ({ type, name }));
  const calls = [...code.matchAll(CALL)].map(([, name = ""]) => ({ type: undefined, name }));
  return [...statements, ...calls].map(({ type, name }) => {
    const isOurs = name.startsWith(".");
    const of = isOurs ? posix.join(posix.dirname(path), name) : name;
    return { of, isOurs, isType: type !== undefined };
  });
}
