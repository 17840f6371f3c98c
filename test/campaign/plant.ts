import { parseArgs } from "node:util";
import type { PlantedBug } from "./planted-bugs.ts";
import { PLANTED_BUGS, SCHEDULES_FOR_BUGS } from "./planted-bugs.ts";
import { copyOf, plant, ROOT } from "./planting.ts";
import { runElsewhere } from "./run-elsewhere.ts";
import type { Verdict } from "./verdict.ts";

/**
 * `npm run campaign:bugs -- --schedules N --seed S [--only name,name] [--jobs J]`: plants each bug alone in a copy of the tree
 * and runs the campaign there. Prints a table in Markdown; exits 1 when more than one of all has survived.
 */
const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: `${SCHEDULES_FOR_BUGS}` },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    jobs: { type: "string", default: "2" },
  },
});

const MAY_SURVIVE = 1;

interface Tried {
  bug: PlantedBug;
  verdict: Verdict;
  seconds: number;
}

const only = values.only?.split(",");
const bugs = PLANTED_BUGS.filter(({ name }) => only === undefined || only.includes(name));
if (bugs.length === 0) throw new Error(`There is no planted bug named ${values.only}`);

await using asItIs = await copyOf(ROOT);
const control = await runElsewhere(asItIs.path, values);
if (control.is === "survived") {
  const tried = await tryAll(bugs, Number(values.jobs));
  console.log(table(tried));
  const survivors = tried.filter(({ verdict }) => verdict.is !== "caught");
  process.exitCode = survivors.length > MAY_SURVIVE ? 1 : 0;
} else {
  console.error(
    "The campaign does not hold without any bug, so it tells nothing of them:",
    control,
  );
  process.exitCode = 2;
}

/** Tries as many at a time as there are jobs, in the order of the list. */
async function tryAll(all: readonly PlantedBug[], jobs: number): Promise<Tried[]> {
  const results: Tried[] = [];
  const waiting = [...all.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [place, bug] = next;
      const result = await tryOne(bug);
      results[place] = result;
      console.error(row(result));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

async function tryOne(bug: PlantedBug): Promise<Tried> {
  await using tree = await copyOf(asItIs.path);
  await plant(tree, bug);
  const startedAt = performance.now();
  const verdict = await runElsewhere(tree.path, values);
  return { bug, verdict, seconds: Math.round((performance.now() - startedAt) / 1000) };
}

function table(results: readonly Tried[]): string {
  const caught = results.filter(({ verdict }) => verdict.is === "caught").length;
  return [
    `${caught} of ${results.length} planted bugs caught (${values.schedules} schedules, seed ${values.seed}).`,
    "",
    "| Planted bug | Breaks | Caught by | Schedule | Seconds |",
    "|---|---|---|---|---|",
    ...results.map(row),
  ].join("\n");
}

function row({ bug, verdict, seconds }: Tried): string {
  const how =
    verdict.is === "caught" ? [verdict.promise, `${verdict.schedule}`] : [`**${verdict.is}**`, ""];
  return `| ${[bug.name, bug.promise, ...how, `${seconds}`].join(" | ")} |`;
}
