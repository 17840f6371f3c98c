import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { noteKey } from "../../src/evidence/rules/head.ts";

/** A change to an export: the file that it is to, and a name for a failure. */
export interface Made {
  path: string;
  what: string;
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(directory, join(file.parentPath, file.name)))
    .sort();
}

type Change = (directory: string, random: () => number) => Made | undefined;

const upTo = (random: () => number, end: number) => Math.floor(random() * end);
const oneOf = <Each>(random: () => number, all: readonly Each[]): Each =>
  all[upTo(random, all.length)] as Each;
const TABLES = ["entries.jsonl", "requests.csv", "segregation.csv", "freezes.csv", "earlier.jsonl"];

const aByte: Change = (directory, random) => {
  const path = oneOf(random, filesOf(directory));
  const bytes = readFileSync(join(directory, path));
  if (bytes.length === 0) return undefined;
  const at = upTo(random, bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 + upTo(random, 255));
  writeFileSync(join(directory, path), bytes);
  return { path, what: `byte ${at}` };
};

/** Changes the rows of a table. */
function rows(what: string, change: (lines: string[], random: () => number) => string[]): Change {
  return (directory, random) => {
    const path = oneOf(random, TABLES);
    const lines = readFileSync(join(directory, path), "utf8").split("\n").slice(0, -1);
    if (lines.length < 3) return undefined;
    const after = change([...lines], random);
    if (after.join() === lines.join()) return undefined;
    writeFileSync(join(directory, path), after.map((line) => `${line}\n`).join(""));
    return { path, what };
  };
}

/** As somebody does who has the database and can write to the export, and has no signing key. */
const rewritten: Change = (directory, random) => {
  const path = "entries.jsonl";
  const lines = readFileSync(join(directory, path), "utf8").split("\n").slice(0, -1);
  const from = upTo(random, lines.length);
  let before: string | undefined;
  const forged = lines.map((line, index) => {
    const { hash, ...entry } = JSON.parse(line);
    if (index < from) return line;
    if (index === from) entry.actor = "U0EVIL";
    const linked = { ...entry, previousHash: before ?? entry.previousHash };
    before = sha256(canonical(linked));
    return canonical({ ...linked, hash: before });
  });
  writeFileSync(join(directory, path), forged.map((line) => `${line}\n`).join(""));
  listAnew(directory, path);
  return { path, what: `the chain from line ${from + 1}` };
};

function listAnew(directory: string, path: string): void {
  const manifest = join(directory, "SHA256SUMS");
  const hash = sha256(readFileSync(join(directory, path)));
  const pattern = new RegExp(`^[0-9a-f]{64}  ${path}$`, "m");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(pattern, `${hash}  ${path}`));
}

/** As an export that lies would be signed by whoever holds the key. */
export function signAnew(directory: string, signingKey: Uint8Array): void {
  const paths = filesOf(directory).filter((path) => !path.startsWith("SHA256SUMS"));
  const manifest = join(directory, "SHA256SUMS");
  const facts = readFileSync(manifest, "utf8").match(/^#.*\n/gm) ?? [];
  const lines = paths.map((path) => `${sha256(readFileSync(join(directory, path)))}  ${path}\n`);
  writeFileSync(manifest, [...facts, ...lines].join(""));
  writeFileSync(`${manifest}.sig`, noteKey(signingKey).sign(readFileSync(manifest)));
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const canonical = (entry: object) =>
  JSON.stringify(Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))));

export const CHANGES: readonly Change[] = [
  aByte,
  aByte,
  rows("row removed", (lines, random) => lines.toSpliced(upTo(random, lines.length), 1)),
  rows("row added", (lines, random) => {
    const line = oneOf(random, lines);
    return lines.toSpliced(upTo(random, lines.length + 1), 0, line);
  }),
  rows("rows in another order", (lines, random) => {
    const at = upTo(random, lines.length - 1);
    return lines.toSpliced(at, 2, lines[at + 1] ?? "", lines[at] ?? "");
  }),
  rows("tail cut", (lines, random) => lines.slice(0, 1 + upTo(random, lines.length - 1))),
  rewritten,
  (directory, random) => {
    const path = oneOf(
      random,
      filesOf(directory).filter((each) => each !== "people.csv"),
    );
    rmSync(join(directory, path));
    return { path, what: "file removed" };
  },
  (directory, random) => {
    const path = `heads/${upTo(random, 99)}-added.txt`;
    writeFileSync(join(directory, path), "");
    return { path, what: "file added" };
  },
];

/** Puts an export back as it was. */
export function restoring(directory: string): () => void {
  const before = new Map(
    filesOf(directory).map((path) => [path, readFileSync(join(directory, path))]),
  );
  return () => {
    for (const path of filesOf(directory)) if (!before.has(path)) rmSync(join(directory, path));
    for (const [path, bytes] of before) {
      const target = join(directory, path);
      if (!existsSync(target) || !readFileSync(target).equals(bytes)) writeFileSync(target, bytes);
    }
  };
}
