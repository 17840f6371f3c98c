/**
 * Takes every single condition out of the rules, one at a time, in a copy, and runs the rules' and
 * the model's tests against it: `node next/test/model/remove-conditions.ts [part of a file's
 * name]`. Prints which test noticed each, and fails if one is missed that `NO_DIFFERENCE` does not
 * explain.
 */
import { execFile } from "node:child_process";
import * as files from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { type Removal, removalsOf } from "./conditions.ts";

const KNOWN = "tells the compiler what is always so there";
const NULL = "null compares as if it were missing";
/** Conditions whose removal changes nothing that anybody can see, each with the reason. */
const NO_DIFFERENCE: Readonly<Record<string, string>> = {
  'answer.ts: if (state.is !== "stuck" || !around. → false': KNOWN,
  'answer.ts: state.is !== "stuck" || !around.inFo → (state.is !== "stuck")': KNOWN,
  'answer.ts: state.is !== "stuck" || !around.inFo → (!around.inForce)': KNOWN,
  "ask.ts: if (!around.inForce) return refuse({ → false": KNOWN,
  "claim.ts: !recounted.ok || recounted.next !==  → (recounted.next !== request)": KNOWN,
  "claim.ts: if (change.serviceId === null) retur → false": KNOWN,
  'content.ts: source.network ?? "" → (source.network)': "a joined null is an empty text",
  "due.ts: expiresAt !== null && expiresAt < un → (expiresAt < until)": NULL,
  "due.ts: expiresAt < until → expiresAt <= until": "of two equal times either will do",
  'ends.ts: request.state.is === "ready" && requ → (request.state.because === because)': KNOWN,
  "freeze.ts: if (!begun.ok || (over && !over.ok)) → false": KNOWN,
  "freeze.ts: !begun.ok || (over && !over.ok) → (!begun.ok)": KNOWN,
  "freeze.ts: !begun.ok || (over && !over.ok) → (over && !over.ok)": KNOWN,
  "grounds.ts: expiresAt !== null && expiresAt <= n → (expiresAt <= now)": NULL,
  'look.ts: rail.createdAt ?? "" → (rail.createdAt)': "null is no date either",
  'outcome.ts: state.is === "stuck" && state.questi → (state.question === "known")': KNOWN,
  'outcome.ts: state.is === "stuck" && state.questi → (state.question === "not-shown")': KNOWN,
  'outcome.ts: isOfKind(content, "create-rail") &&  → (attest({ change: content.change, re': KNOWN,
  'outcome.ts: shown.id ?? "" → (shown.id)': KNOWN,
  'outcome.ts: shown === null || attested.is === "u → (attested.is === "unclear")': KNOWN,
  'outcome.ts: state.is !== "done" || !state.result → (!state.result)': KNOWN,
  "settings.ts: traits.type === null || !types.inclu → (!types.includes(traits.type))": NULL,
  "settings.ts: traits.destination === null || !dest → (!destinations.includes(traits.desti": NULL,
  "tag.ts: request && digest → (request)": KNOWN,
  "tag.ts: request && digest → (digest)": KNOWN,
  'trust.ts: state.is !== "done" || !state.result → (!state.result)': KNOWN,
};

const run = promisify(execFile);
/** What a program that failed has said. */
const ended = z.object({ killed: z.boolean(), stdout: z.string(), stderr: z.string() });
const NEXT = resolve(import.meta.dirname, "../..");
const RULES = "src/request/rules";
const PARTS = [RULES, "src/platform", "test/rules", "test/model", "test/campaign/random.ts"];
const LANES = 2;
/** Tests that take longer have lost their way, which is noticed, too. Milliseconds. */
const AT_MOST = 240_000;
const CONFIG = `export default {
  test: { include: ["test/**/*.test.ts"], maxWorkers: 1, isolate: false, bail: 1, testTimeout: 0 },
};
`;

/** A copy of all that the tests need, for one removal after another. */
function createLane(): string {
  const lane = files.mkdtempSync(join(tmpdir(), "conditions-"));
  for (const part of PARTS) files.cpSync(join(NEXT, part), join(lane, part), { recursive: true });
  files.symlinkSync(resolve(NEXT, "../node_modules"), join(lane, "node_modules"));
  files.writeFileSync(join(lane, "package.json"), '{ "type": "module" }\n');
  files.writeFileSync(join(lane, "vitest.config.ts"), CONFIG);
  return lane;
}

/** The first test that fails; null if all pass. */
async function firstFailure(lane: string, tests: string): Promise<string | null> {
  const env = { ...process.env, NO_COLOR: "1", WALKS: "1000" };
  const options = { cwd: lane, env, timeout: AT_MOST, maxBuffer: 2 ** 28 };
  try {
    await run(join(lane, "node_modules/.bin/vitest"), ["run", tests], options);
    return null;
  } catch (error) {
    const { killed, stdout, stderr } = ended.parse(error);
    if (killed) return "not done in time";
    return /FAIL\s+(\S.*)/.exec(stdout + stderr)?.[1]?.trim() ?? "a module that does not load";
  }
}

/** Tries the tests named after the file, then all of the rules, then the model. */
async function noticedBy(lane: string, { file, start, end, replace }: Removal) {
  const path = join(lane, RULES, file);
  const source = files.readFileSync(path, "utf8");
  files.writeFileSync(path, source.slice(0, start) + replace + source.slice(end));
  const own = `test/rules/${file.replace(/\.ts$/, "")}`;
  const hasOwn = files.existsSync(join(lane, `${own}.test.ts`));
  try {
    for (const tests of [hasOwn ? own : [], "test/rules", "test/model"].flat()) {
      const failed = await firstFailure(lane, tests);
      if (failed) return failed;
    }
    return null;
  } finally {
    files.writeFileSync(path, source);
  }
}

const [part = ""] = process.argv.slice(2);
const names = files.readdirSync(join(NEXT, RULES)).filter((file) => file.includes(part));
const all = names.flatMap((file) =>
  removalsOf(file, files.readFileSync(join(NEXT, RULES, file), "utf8")),
);
const missed: Removal[] = [];
const lanes = Array.from({ length: LANES }, createLane);
try {
  const failure = await firstFailure(lanes[0] ?? "", "test");
  if (failure) throw new Error(`The tests fail with all conditions in place: ${failure}`);
  const left = [...all];
  const work = async (lane: string) => {
    for (let next = left.shift(); next; next = left.shift()) {
      const why = NO_DIFFERENCE[`${next.file}: ${next.says}`];
      const by = why ? `no difference: ${why}` : await noticedBy(lane, next);
      if (!by) missed.push(next);
      console.log(`${next.file}:${next.line}  ${next.says}\n    ${by ?? "MISSED"}`);
    }
  };
  await Promise.all(lanes.map(work));
} finally {
  for (const lane of lanes) files.rmSync(lane, { recursive: true, force: true });
}

const known = new Set(all.map(({ file, says }) => `${file}: ${says}`));
const stale = part === "" ? Object.keys(NO_DIFFERENCE).filter((name) => !known.has(name)) : [];
for (const { file, line, says } of missed) console.log(`MISSED ${file}:${line}  ${says}`);
for (const name of stale) console.log(`EXPLAINED, BUT NOT THERE  ${name}`);
console.log(`${all.length} conditions, ${missed.length} missed`);
process.exitCode = missed.length + stale.length > 0 ? 1 : 0;
