import { HOUR, MINUTE } from "./company.ts";
import { type Broken, judge } from "./judge.ts";
import { createPeople, type People } from "./people.ts";
import { drawPlan, type Plan } from "./plan.ts";
import type { StartProcess } from "./processes.ts";
import { randomFrom, seedFor } from "./random.ts";
import { createScene, type Scene } from "./scene.ts";
import { createTruth } from "./truth.ts";
import type { CampaignDatabase } from "./world/database.ts";

export interface Played {
  broken: Broken[];
  scene: Scene;
  people: People;
}

/** Plays one schedule from its seed. `changed`: what of its plan is otherwise. */
export async function playSchedule(
  start: StartProcess,
  database: CampaignDatabase,
  { seed, number, changed = {} }: { seed: number; number: number; changed?: Partial<Plan> },
): Promise<Played> {
  const random = randomFrom(seedFor(seed, number));
  const plan = { ...drawPlan(random.fork("plan")), ...changed };
  await database.restore("nothing");
  const scene = createScene({ start, database, plan, random });
  const people = createPeople(scene, random.fork("people"));
  const truth = createTruth(scene, people);
  scene.hooks.watch = truth.passes;
  scene.hooks.meanwhile = people.meanwhile;
  const failures = await scene.stage.play(playAll(scene, people)).then(
    () => [],
    (error) => [{ promise: "the schedule is played", what: String(error) }],
  );
  await scene.processes.end();
  const broken = [...failures, ...truth.found(), ...(await judge(scene, people))];
  return { broken, scene, people };
}

/** A calm beginning, then people and faults, then rest. */
async function playAll({ stage, processes, database, plan, state }: Scene, people: People) {
  await processes.boot();
  const wallet = people.want("wallet", "approve");
  if (!(await people.ask(wallet))) throw new Error("Nothing can be requested");
  await people.untilAllEnded();
  await stage.wait(null, plan.coolDownHours * HOUR);
  await stage.aside(database.copy("base"));
  state.copy.seq = stage.mark();
  state.isArmed = true;
  const all = plan.wanted.map(({ kind, intent }) => people.want(kind, intent));
  const asking = { isOver: false };
  const attending = people.attendWhile(() => !asking.isOver);
  for (const each of all) await people.ask(each);
  asking.isOver = true;
  await attending;
  await people.untilAllEnded();
  state.isArmed = false;
  // The list is walked every four minutes: then what nobody could know is known.
  await stage.wait(null, 6 * MINUTE);
  await people.untilAllEnded();
}
