import { parseArgs } from "node:util";
import { createDatabase, startPostgres } from "../harness/postgres.ts";
import { startProcess } from "../harness/seam.ts";
import type { Played } from "./schedule.ts";
import { playSchedule } from "./schedule.ts";
import { openCampaignDatabase } from "./world/database.ts";

/**
 * `node next/test/campaign/run.ts --schedules N --seed S [--from F] [--only K] [--first] [--notes]`: plays schedules and
 * prints what struck, and every broken promise with its number. `--first` stops at the first one. Exits 1 if any broke.
 */
const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    only: { type: "string" },
    first: { type: "boolean", default: false },
    notes: { type: "boolean", default: false },
  },
});

/** Copies in one database grow it: so many schedules, then a new one. */
const A_DATABASE = 250;

const seed = Number(values.seed);
const from = Number(values.only ?? values.from);
const count = values.only === undefined ? Number(values.schedules) : 1;
const server = await startPostgres();
const totals = new Map<string, number>();
const add = (what: string, number: number) => totals.set(what, (totals.get(what) ?? 0) + number);

try {
  for (let begin = from; begin < from + count; begin += A_DATABASE) {
    if (await playFrom(begin, Math.min(begin + A_DATABASE, from + count))) break;
  }
} finally {
  await server.stop();
}
for (const [what, number] of [...totals].sort()) console.log(`${number} ${what}`);

/** Whether that is enough. */
async function playFrom(begin: number, end: number): Promise<boolean> {
  const base = await createDatabase({ withAppRole: true, clock: true }, server.url);
  const database = await openCampaignDatabase(base);
  await database.copy("nothing");
  try {
    for (let number = begin; number < end; number += 1) {
      const played = await playSchedule(startProcess, database, { seed, number });
      count1(played);
      if (values.notes) console.log(played.notes.join("\n"));
      for (const { promise, what } of played.broken) {
        console.log(`BROKEN in ${number} of seed ${seed}: ${promise}\n  ${what}`);
        process.exitCode = 1;
      }
      if (played.broken.length > 0 && values.first) return true;
    }
    return false;
  } finally {
    await database.end();
    await base.drop();
  }
}

function count1({ struck, steps, requests, rails, broken }: Played): void {
  add("schedules", 1);
  add("steps", steps);
  add("requests", requests);
  add("Rails", rails);
  add("broken promises", broken.length);
  for (const { place, fault } of struck) add(`struck at ${place}: ${fault}`, 1);
}
