import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { type PlantedBug, plant, readPlantedBugs } from "./planted-bugs.ts";

/**
 * `node test/campaign/plant.ts [--schedules N] [--seed S] [--only name,name] [--jobs J]`:
 * plants each bug alone in a copy of the source and runs the campaign there. Exits 1 unless each is
 * caught, and 2 where the campaign does not hold without any.
 */
const text = (value: string) => ({ type: "string", default: value }) as const;
const counts = { schedules: text("600"), seed: text("1"), jobs: text("2") };
const { values } = parseArgs({ options: { ...counts, only: { type: "string" } } });

const ROOT = join(import.meta.dirname, "../..");
const only = values.only?.split(",");
const waiting = (await readPlantedBugs()).filter(({ name }) => only?.includes(name) ?? true);
const control = await tryOne(null);
console.log(`without any: ${control}`);
if (control === "survived") await Promise.all(Array.from({ length: Number(values.jobs) }, tryAll));
else process.exitCode = 2;

async function tryAll(): Promise<void> {
  for (let bug = waiting.shift(); bug; bug = waiting.shift()) {
    const verdict = await tryOne(bug);
    console.log(`${bug.name}: ${verdict}`);
    if (!verdict.startsWith("caught")) process.exitCode = 1;
  }
}

/** `survived`, or `caught` and by what. What merely does not run counts for nothing. */
async function tryOne(bug: PlantedBug | null): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), "signalbox-bug-"));
  const inCopy = (path: string) => join(copy, path);
  try {
    for (const each of ["src", "test", "package.json"]) {
      await cp(join(ROOT, each), inCopy(each), { recursive: true });
    }
    await symlink(join(ROOT, "node_modules"), inCopy("node_modules"));
    if (bug) await plant(bug, inCopy("src"));
    const how = ["--first", "--schedules", values.schedules, "--seed", values.seed];
    const args = [inCopy("test/campaign/run.ts"), ...how, "--with", bug?.needs ?? ""];
    const said = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e8 }).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
    );
    const broken = /^BROKEN in (\d+) .*?: (?!the schedule is played)(.*)/m.exec(said);
    if (broken) return `caught by ${broken[1]}: ${broken[2]}`;
    const isWhole = /^\d+ schedules$/m.test(said) && !said.includes("BROKEN");
    return isWhole ? "survived" : `does not run: ${said.slice(-500)}`;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
