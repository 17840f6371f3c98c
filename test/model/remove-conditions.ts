/**
 * Takes every single condition out of the rules, one at a time, in a copy, and runs the rules' and
 * the model's tests against it: `node test/model/remove-conditions.ts [part of a file's
 * name]`. Prints which test noticed each, and fails if one is missed that `NO_DIFFERENCE` does not
 * explain.
 */
import * as files from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { type Removal, removalsOf } from "./conditions.ts";

const KNOWN = "tells the compiler what is always so there";
const NULL = "null compares as if it were missing";
/** Conditions whose removal changes nothing that anybody can see, each with the reason. */
const NO_DIFFERENCE: Readonly<Record<string, string>> = {
  'answer.ts: if (state.is !== "stuck" || !inForce → false': KNOWN,
  'answer.ts: state.is !== "stuck" || !inForce → (state.is !== "stuck")': KNOWN,
  'answer.ts: state.is !== "stuck" || !inForce → (!inForce)': KNOWN,
  'ask.ts: if (!inForce) return refuse({ is: "n → false': KNOWN,
  "claim.ts: !recounted.ok || recounted.next !==  → (recounted.next !== request)": KNOWN,
  'content.ts: source.network ?? "" → (source.network)': "a joined null is an empty text",
  'look.ts: rail.createdAt ?? "" → (rail.createdAt)': "null is no date either",
  'look.ts: state.is === "stuck" && state.issued → (state.issued)': KNOWN,
  "look.ts: times.at(-1) || now → (times.at(-1))": KNOWN,
  "outcome.ts: !shown || !attested → (!shown)": KNOWN,
  "outcome.ts: !shown || !attested → (!attested)": KNOWN,
  "pauses.ts: expiresAt !== null && expiresAt < un → (expiresAt < until)": NULL,
  "pauses.ts: expiresAt < until → expiresAt <= until": "of two equal times either will do",
  "claim.ts: expiresAt !== null && expiresAt <= n → (expiresAt <= now)": NULL,
  "tag.ts: request && digest → (request)": KNOWN,
  "tag.ts: request && digest → (digest)": KNOWN,
};

const ROOT = resolve(import.meta.dirname, "../..");
const RULES = "src/request/rules";
const PARTS = ["src", "test/rules", "test/model", "test/harness/random.ts"];
const LANES = 2;
/** Tests that take longer have lost their way, which is noticed, too. Milliseconds. */
const AT_MOST = 240_000;
process.env.WALKS = "1000";

type Lane = Awaited<ReturnType<typeof createLane>>;

/** A copy of all that the tests need, for one removal after another, and what runs them. */
async function createLane() {
  const root = files.mkdtempSync(join(tmpdir(), "conditions-"));
  for (const part of PARTS) files.cpSync(join(ROOT, part), join(root, part), { recursive: true });
  files.symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  files.writeFileSync(join(root, "package.json"), '{ "type": "module" }\n');
  return { root, vitest: await startVitest(root) };
}

const startVitest = (root: string): Promise<Vitest> =>
  createVitest("test", {
    ...{ root, include: ["test/**/*.test.ts"], watch: false, reporters: [{}], silent: true },
    ...{ maxWorkers: 1, isolate: false, bail: 1, testTimeout: 0 },
  });

/** The first test that fails; null if all pass. */
async function firstFailure(lane: Lane, tests: readonly string[]): Promise<string | null> {
  const { vitest, root } = lane;
  const done = vitest.runTestSpecifications(await vitest.globTestSpecifications([...tests]), false);
  const late = new Promise<null>((give) => setTimeout(() => give(null), AT_MOST).unref());
  const result = await Promise.race([done, late]);
  if (!result) {
    void vitest.close();
    lane.vitest = await startVitest(root);
    return "not done in time";
  }
  for (const module of result.testModules) {
    const [test] = module.children.allTests("failed");
    if (test) return `${module.relativeModuleId} > ${test.fullName}`;
    if (module.errors().length > 0) return `${module.relativeModuleId} does not load`;
  }
  return result.unhandledErrors.length > 0 ? "an error outside the tests" : null;
}

/** Tries the tests that import the file, then all of the rules, then the model. */
async function noticedBy(lane: Lane, { file, start, end, replace }: Removal) {
  const path = join(lane.root, RULES, file);
  const source = files.readFileSync(path, "utf8");
  const write = (text: string) => {
    files.writeFileSync(path, text);
    lane.vitest.invalidateFile(path);
  };
  write(source.slice(0, start) + replace + source.slice(end));
  const own = files
    .globSync("test/rules/*.test.ts", { cwd: lane.root })
    .filter((test) => files.readFileSync(join(lane.root, test), "utf8").includes(`/${file}"`));
  try {
    for (const tests of [own, ["test/rules"], ["test/model"]]) {
      const failed = tests.length > 0 ? await firstFailure(lane, tests) : null;
      if (failed && tests[0] === "test/model") {
        // A walk that was broken off would go on in this process.
        await lane.vitest.close();
        lane.vitest = await startVitest(lane.root);
      }
      if (failed) return failed;
    }
    return null;
  } finally {
    write(source);
  }
}

const [part = ""] = process.argv.slice(2);
const names = files.readdirSync(join(ROOT, RULES)).filter((file) => file.includes(part));
const all = names.flatMap((file) =>
  removalsOf(file, files.readFileSync(join(ROOT, RULES, file), "utf8")),
);
const missed: Removal[] = [];
const lanes = await Promise.all(Array.from({ length: LANES }, createLane));
try {
  const failure = lanes[0] && (await firstFailure(lanes[0], ["test/"]));
  if (failure) throw new Error(`The tests fail with all conditions in place: ${failure}`);
  const left = [...all];
  const work = async (lane: Lane) => {
    for (let next = left.shift(); next; next = left.shift()) {
      const why = NO_DIFFERENCE[`${next.file}: ${next.says}`];
      const by = why ? `no difference: ${why}` : await noticedBy(lane, next);
      if (!by) missed.push(next);
      console.log(`${next.file}:${next.line}  ${next.says}\n    ${by ?? "MISSED"}`);
    }
  };
  await Promise.all(lanes.map(work));
} finally {
  for (const { root, vitest } of lanes) {
    await vitest.close();
    files.rmSync(root, { recursive: true, force: true });
  }
}

const known = new Set(all.map(({ file, says }) => `${file}: ${says}`));
const stale = part === "" ? Object.keys(NO_DIFFERENCE).filter((name) => !known.has(name)) : [];
for (const { file, line, says } of missed) console.log(`MISSED ${file}:${line}  ${says}`);
for (const name of stale) console.log(`EXPLAINED, BUT NOT THERE  ${name}`);
console.log(`${all.length} conditions, ${missed.length} missed`);
process.exitCode = missed.length + stale.length > 0 ? 1 : 0;
