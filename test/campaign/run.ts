import { parseArgs } from "node:util";
import { setup } from "../harness/global-setup.ts";
import { randomFrom, seedFor } from "../harness/random.ts";
import { cardsOf } from "./cards.ts";
import { drawPlan } from "./plan.ts";
import type { Scene } from "./scene.ts";
import { playSchedule } from "./schedule.ts";
import { openCampaignDatabase } from "./world/database.ts";

/**
 * `node test/campaign/run.ts --schedules N --seed S [--from F] [--only K,L] [--first]
 * [--with now:report]`: plays schedules and prints what struck, and every broken promise with its
 * number; of a single one all that happened. `--first` stops at the first that breaks something;
 * `--with` plays only those that plan such a fault. Exits 1 if any did.
 */
const SOME = { only: { type: "string" }, first: { type: "boolean" } } as const;
const text = (value: string) => ({ type: "string", default: value }) as const;
const { values } = parseArgs({
  options: { schedules: text("100"), seed: text("1"), from: text("0"), with: text(""), ...SOME },
});

const seed = Number(values.seed);
const count = Number(values.schedules);
const planOf = (number: number) => drawPlan(randomFrom(seedFor(seed, number)).fork("plan"));
const isMeant = (number: number) =>
  planOf(number).faults.some(({ fault }) => fault.includes(values.with));
const all = Array.from({ length: count }, (_, nth) => Number(values.from) + nth);
const numbers = values.only?.split(",").map(Number) ?? all.filter(isMeant);
const totals = new Map<string, number>();
const add = (what: string, number: number) => totals.set(what, (totals.get(what) ?? 0) + number);

const stopPostgres = await setup();
try {
  const database = await openCampaignDatabase();
  for (const number of numbers) {
    const { scene, struck, broken } = await playSchedule(database, { seed, number });
    add("schedules", 1);
    add("events", scene.stage.mark());
    add("requests", scene.wanted.length);
    add("Rails", scene.rail.rails().length);
    for (const { place, fault } of struck) add(`struck at ${place}: ${fault}`, 1);
    if (numbers.length === 1) tell(scene);
    for (const { promise, what } of broken) {
      console.log(`BROKEN in ${number} of seed ${seed}: ${promise}\n  ${what}`);
      process.exitCode = 1;
    }
    if (broken.length > 0 && values.first) break;
    if (number % 50 === 49) console.log(`up to ${number}`);
  }
  await database.end();
} finally {
  await stopPostgres();
}
for (const [what, number] of [...totals].sort()) console.log(`${number} ${what}`);

function tell(scene: Scene): void {
  for (const { at, seq, by, label, title, answer } of scene.history) {
    const said = JSON.stringify(answer)?.slice(0, 120);
    console.log(`${seq} ${new Date(at).toISOString()} ${by} ${label} | ${title} | ${said}`);
  }
  for (const { number, state } of cardsOf(scene)) console.log(`${number} ${state}`);
  console.log(scene.notes.join("\n"));
}
