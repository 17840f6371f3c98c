/**
 * Takes every single condition out of the rules, one at a time, in a copy, and runs the rules' and model tests against it:
 * `node next/test/model/remove-conditions.ts [part of a file's name]`. Prints which test noticed each, and fails if one is
 * missed that `NO_DIFFERENCE` does not explain.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { type Removal, removalsOf } from "./conditions.ts";
import { NO_DIFFERENCE } from "./no-difference.ts";

const NEXT = resolve(import.meta.dirname, "../..");
const RULES = "src/request/rules";
const LANES = 2;
/** Tests that take longer have lost their way, which is noticed, too. Milliseconds. */
const AT_MOST = 60_000;

const CONFIG = `export default {
  test: {
    include: ["test/rules/**/*.test.ts", "test/model/**/*.test.ts"],
    maxWorkers: 1, isolate: false, bail: 1, testTimeout: 60000,
  },
};
`;

/** A copy of all that the tests need, for one removal after another. */
function createLane(): string {
  const lane = mkdtempSync(join(tmpdir(), "conditions-"));
  const parts = [RULES, "src/platform", "test/rules", "test/model", "test/campaign/random.ts"];
  for (const part of parts) cpSync(join(NEXT, part), join(lane, part), { recursive: true });
  symlinkSync(resolve(NEXT, "../node_modules"), join(lane, "node_modules"));
  writeFileSync(join(lane, "package.json"), '{ "type": "module" }\n');
  writeFileSync(join(lane, "vitest.config.ts"), CONFIG);
  return lane;
}

/** The first test that fails; null if all pass. */
async function firstFailure(lane: string, folder: string): Promise<string | null> {
  const child = spawn(join(lane, "node_modules/.bin/vitest"), ["run", folder], {
    cwd: lane,
    env: { ...process.env, NO_COLOR: "1", WALKS: "800" },
    // A group of its own, so that what it has started ends with it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, AT_MOST);
  const ended = once(child, "exit");
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  clearTimeout(timer);
  if (code === null) return "not done in time";
  if (code === 0) return null;
  return /FAIL\s+(\S.*)/.exec(said + complained)?.[1]?.trim() ?? "a module that does not load";
}

async function noticedBy(lane: string, removal: Removal): Promise<string | null> {
  const path = join(lane, RULES, removal.file);
  const source = readFileSync(path, "utf8");
  const { start, end, replace } = removal;
  writeFileSync(path, source.slice(0, start) + replace + source.slice(end));
  try {
    return (await firstFailure(lane, "test/rules")) ?? (await firstFailure(lane, "test/model"));
  } finally {
    writeFileSync(path, source);
  }
}

const [part = ""] = process.argv.slice(2);
const files = readdirSync(join(NEXT, RULES)).filter((file) => file.includes(part));
const all = files.flatMap((file) =>
  removalsOf(file, readFileSync(join(NEXT, RULES, file), "utf8")),
);
const reasons = new Map(NO_DIFFERENCE.map(({ file, says, why }) => [`${file}: ${says}`, why]));
const missed: Removal[] = [];
const lanes = Array.from({ length: LANES }, createLane);
try {
  const [first = ""] = lanes;
  const failure =
    (await firstFailure(first, "test/rules")) ?? (await firstFailure(first, "test/model"));
  if (failure) throw new Error(`The tests fail with all conditions in place: ${failure}`);
  const left = [...all];
  const work = async (lane: string) => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { file, line, says } = next;
      const why = reasons.get(`${file}: ${says}`);
      const by = why ? null : await noticedBy(lane, next);
      if (!why && !by) missed.push(next);
      const verdict = why ? `no difference: ${why}` : (by ?? "MISSED");
      console.log(`${file}:${line}  ${says}\n    ${verdict}`);
    }
  };
  await Promise.all(lanes.map(work));
} finally {
  for (const lane of lanes) rmSync(lane, { recursive: true, force: true });
}

const names = new Set(all.map(({ file, says }) => `${file}: ${says}`));
const stale = part === "" ? [...reasons.keys()].filter((name) => !names.has(name)) : [];
console.log(`${all.length} conditions, ${missed.length} missed, ${reasons.size} explained`);
for (const { file, line, says } of missed) console.log(`MISSED ${file}:${line}  ${says}`);
for (const name of stale) console.log(`EXPLAINED, BUT NOT THERE  ${name}`);
process.exitCode = missed.length + stale.length > 0 ? 1 : 0;
