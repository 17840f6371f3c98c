import { randomFrom, seedFor } from "../harness/random.ts";
import { HOUR, MINUTE } from "./company.ts";
import { judge } from "./judge.ts";
import { createPeople, type People } from "./people.ts";
import { drawPlan } from "./plan.ts";
import { createProcesses, type Processes } from "./processes.ts";
import { createScene, type Scene } from "./scene.ts";
import { createStrikes } from "./strike.ts";
import { createTruth } from "./truth.ts";
import type { CampaignDatabase } from "./world/database.ts";

/** Plays one schedule from its seed. */
export async function playSchedule(
  database: CampaignDatabase,
  { seed, number }: { seed: number; number: number },
) {
  const random = randomFrom(seedFor(seed, number));
  const plan = drawPlan(random.fork("plan"));
  await database.restore("nothing");
  const scene = createScene({ database, plan, random });
  const processes = createProcesses(scene);
  const people = createPeople(scene, processes);
  const strikes = createStrikes(scene, processes, people.meanwhile);
  const truth = createTruth(scene);
  const { kill } = processes;
  Object.assign(scene.hooks, { onStep: strikes.onStep, kill, watch: truth.passes });
  const failures = await scene.stage.play(playAll(scene, processes, people)).then(
    () => [],
    (error) => [{ promise: "the schedule is played", what: String(error) }],
  );
  await processes.end();
  const broken = [...failures, ...truth.found(), ...judge(scene)];
  return { broken, scene, struck: strikes.struck() };
}

/** A calm beginning, then people and faults, then rest. */
async function playAll(scene: Scene, processes: Processes, people: People): Promise<void> {
  const { stage, plan, state } = scene;
  await processes.boot();
  const wallet = people.want("wallet", "approve");
  if (!(await people.ask(wallet))) throw new Error("Nothing can be requested");
  await people.untilAllEnded();
  await stage.wait(null, plan.coolDownHours * HOUR);
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
  await stage.wait(null, 6 * MINUTE);
}
