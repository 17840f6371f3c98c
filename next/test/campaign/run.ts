import { parseArgs } from "node:util";
import { createDatabase, startPostgres } from "../harness/postgres.ts";
import { startProcess } from "../harness/seam.ts";
import { cardsOf } from "./cards.ts";
import { type Played, playSchedule } from "./schedule.ts";
import { openCampaignDatabase } from "./world/database.ts";

/**
 * `node next/test/campaign/run.ts --schedules N --seed S [--from F] [--only K] [--first]`: plays schedules and prints what
 * struck, and every broken promise with its number. `--only` tells all that happened in one;
 * `--first` stops at the first that breaks something. Exits 1 if any did.
 */
const { values } = parseArgs({
  options: {
    schedules: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    only: { type: "string" },
    first: { type: "boolean", default: false },
  },
});

const seed = Number(values.seed);
const from = Number(values.only ?? values.from);
const count = values.only === undefined ? Number(values.schedules) : 1;
const totals = new Map<string, number>();
const add = (what: string, number: number) => totals.set(what, (totals.get(what) ?? 0) + number);

const server = await startPostgres();
try {
  const base = await createDatabase({ withAppRole: true, clock: true }, server.url);
  const database = await openCampaignDatabase(base);
  await database.copy("nothing");
  for (let number = from; number < from + count; number += 1) {
    const played = await playSchedule(startProcess, database, { seed, number });
    addUp(played);
    if (values.only !== undefined) tell(played);
    for (const { promise, what } of played.broken) {
      console.log(`BROKEN in ${number} of seed ${seed}: ${promise}\n  ${what}`);
      process.exitCode = 1;
    }
    if (played.broken.length > 0 && values.first) break;
    if (number % 50 === 49) console.log(`up to ${number}`);
  }
  await database.end();
  await base.drop();
} finally {
  await server.stop();
}
for (const [what, number] of [...totals].sort()) console.log(`${number} ${what}`);

function addUp({ scene, struck, broken }: Played): void {
  add("schedules", 1);
  add("events", scene.stage.mark());
  add("requests", scene.wanted.length);
  add("Rails", scene.rail.rails().length);
  add("broken promises", broken.length);
  for (const { place, fault } of struck) add(`struck at ${place}: ${fault}`, 1);
}

function tell({ scene }: Played): void {
  for (const { at, seq, by, label, title, answer } of scene.history) {
    const said = JSON.stringify(answer)?.slice(0, 120);
    console.log(`${seq} ${new Date(at).toISOString()} ${by} ${label} | ${title} | ${said}`);
  }
  for (const { number, state } of cardsOf(scene)) console.log(`${number} ${state}`);
  console.log(scene.notes.join("\n"));
}
