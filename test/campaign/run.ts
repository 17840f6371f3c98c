import { parseArgs } from "node:util";
import { findPrograms, offerForStores, startWithTemplate } from "../support/postgres-server.ts";
import { openTestStore } from "../support/store.ts";
import type { Plan } from "./plans.ts";
import { calmPlan, plansFrom } from "./plans.ts";
import { seedFor } from "./random.ts";
import type { Ending } from "./schedule.ts";
import { playSchedule } from "./schedule.ts";

/**
 * `npm run campaign -- --schedules N --seed S`: plays schedules 0 to N-1 of a seed, and stops at the first that breaks a
 * promise. `--only K` plays one alone and prints its trace; `--from K` begins later and `--to K` ends before, so that
 * processes can share the work; `--all` goes on after a failure; `--shuffled` plays them in an order that mixes all kinds, in
 * which most bugs show sooner. It starts a PostgreSQL of its own where there is one, and else takes the embedded engine.
 * Exits 1 when a promise was broken.
 */
const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    to: { type: "string" },
    only: { type: "string" },
    print: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
    shuffled: { type: "boolean", default: false },
  },
});
const schedules = Number(values.schedules);
const seed = Number(values.seed);

/** More than this share may not end with a person where the Rail exists and its tag is echoed. */
const MOST_WITH_PEOPLE = 0.01;

/** Each schedule leaves a workspace behind, and the sweeps go through all of them. */
const SCHEDULES_OF_A_DATABASE = 250;

const programs = findPrograms();
const server = programs === undefined ? undefined : await startWithTemplate(programs);
if (server) offerForStores(server);
let database = await openTestStore();
const startedAt = performance.now();
const play = (plan: Plan) => playSchedule(database, plan);

const calm = await play(calmPlan(seed));
const plans = plansFrom(seed, calm.steps, schedules);
const endings: Ending[] = [];
let failures = report(calm) ? 1 : 0;
const first = Number(values.only ?? values.from);
const last = values.only === undefined ? Number(values.to ?? schedules) : first + 1;
const numbers = Array.from({ length: last - first }, (_, nth) => first + nth);
if (values.shuffled) numbers.sort((one, other) => seedFor(seed, one) - seedFor(seed, other));
for (const number of numbers) {
  if (failures > 0 && !values.all) break;
  const ending = await play(plans.at(number));
  endings.push(ending);
  if (report(ending)) failures += 1;
  if (values.only !== undefined || values.print) console.log(ending.trace.join("\n"));
  if (endings.length % SCHEDULES_OF_A_DATABASE !== 0) continue;
  console.error(`${endings.length} of ${numbers.length}, ${seconds()} s`);
  await database.close();
  database = await openTestStore();
}
await database.close();
await server?.stop();
if (failures === 0) failures += summary();
process.exitCode = failures === 0 ? 0 : 1;

function report({ plan, broken, trace }: Ending): boolean {
  const [worst] = broken;
  if (!worst) return false;
  console.log(`Schedule ${Math.max(plan.number, 0)} broke: ${worst.promise}`);
  console.log(`  ${plan.name}; ${JSON.stringify(plan.manners)}`);
  for (const { promise, what } of broken) console.log(`  ${promise}: ${what}`);
  if (!values.all && values.only === undefined) console.log(trace.slice(-60).join("\n"));
  console.log(
    `  Again: npm run campaign -- --schedules ${schedules} --seed ${seed} --only ${plan.number}`,
  );
  return true;
}

/** The figures; 1 when too many have ended with a person. */
function summary(): number {
  const requests = endings.flatMap((each) => each.requests);
  const byStatus = Object.entries(Object.groupBy(requests, ({ status }) => status))
    .map(([status, group = []]) => `${status} ${group.length}`)
    .join(", ");
  const found = requests.filter(({ hasRail, isTagEchoed }) => hasRail && isTagEchoed);
  const withPeople = found.filter(({ status }) => status !== "done");
  const share = found.length === 0 ? 0 : withPeople.length / found.length;
  const sum = (of: (ending: Ending) => number) =>
    endings.reduce((total, each) => total + of(each), 0);
  const longest = endings.map((each) => each.longest).sort((one, other) => other.ms - one.ms)[0];
  console.log(
    [
      `schedules ${endings.length} (every boundary with every fault: ${plans.singles}; every pair of faults: ${plans.pairs}; the rest random), seed ${seed}`,
      `steps at which a fault could strike ${sum((each) => each.steps.length)}, processes killed ${sum((each) => each.kills)}, databases restored ${sum((each) => each.restores)}`,
      `requests ${requests.length}, Rails ${sum((each) => each.rails)}; requests ended: ${byStatus}`,
      `where the Rail exists and its tag is echoed: ${found.length} requests, ${withPeople.length} with a person (${(share * 100).toFixed(2)} %)`,
      `untrue for the longest: ${longest ? `${longest.what}, for ${longest.ms / 1_000} s` : "nothing"}`,
      `broken promises 0, ${seconds()} s`,
    ].join("\n"),
  );
  if (share <= MOST_WITH_PEOPLE) return 0;
  console.log("The run broke: at most 1 % end with a person where the tag is echoed");
  return 1;
}

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1000);
}
