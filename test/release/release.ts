import { readFileSync, writeFileSync } from "node:fs";
import { released, VERSIONED } from "./released.ts";

/** `npm run release -- 1.2.3`: puts the version into every file that names it, and dates what the changelog has unreleased. */
const root = new URL("../../", import.meta.url);
const [version = ""] = process.argv.slice(2);
try {
  const texts = VERSIONED.map((path) => [path, readFileSync(new URL(path, root), "utf8")]);
  const day = new Date().toISOString().slice(0, 10);
  const written = released(Object.fromEntries(texts), version, day);
  for (const [path, text] of Object.entries(written)) writeFileSync(new URL(path, root), text);
  process.stdout.write(
    `This is ${version} now. Next: git commit --all --message "Release ${version}" && git tag v${version}\nBefore the first migration after it: npm run record -- NAME\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
