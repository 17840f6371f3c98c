import type { Broken } from "./judge.ts";
import { judge } from "./judge.ts";
import { cardsOf, createPeople } from "./people.ts";
import type { Plan, Planned } from "./plan.ts";
import { drawPlan } from "./plan.ts";
import type { StartProcess } from "./processes.ts";
import { randomFrom, seedFor } from "./random.ts";
import { createScene } from "./scene.ts";
import { createTruth } from "./truth.ts";
import type { CampaignDatabase } from "./world/database.ts";
import type { Delivered } from "./world/person.ts";
import type { Message } from "./world/slack-world.ts";

export interface Played {
  broken: Broken[];
  struck: readonly Planned[];
  plan: Plan;
  steps: number;
  requests: number;
  rails: number;
  /** The headers of all cards in the end. */
  cards: string[];
  /** What struck and what failed, in order. */
  notes: readonly string[];
  history: readonly Delivered[];
  messages: readonly Message[];
}

/** Plays one schedule from its seed: a calm beginning, then people and faults, then rest. */
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
  const broken: Broken[] = [];
  try {
    await scene.stage.play(playAll());
  } catch (error) {
    broken.push({ promise: "the schedule is played", what: String(error) });
  } finally {
    await scene.processes.end();
  }
  broken.push(...truth.found(), ...(await judge(scene, people)));
  const { strikes, stage, rail, notes } = scene;
  const [struck, requests] = [strikes.struck(), people.wanted.length];
  const cards = cardsOf(scene).map(({ number, state }) => `${number} ${state}`);
  const counts = { steps: stage.steps(), requests, rails: rail.rails().length };
  return {
    broken,
    struck,
    plan,
    cards,
    ...counts,
    notes,
    history: scene.history,
    messages: scene.slack.messages(),
  };

  async function playAll(): Promise<void> {
    await scene.processes.boot();
    const wallet = people.want("wallet", "approve");
    if (!(await people.ask(wallet))) throw new Error("Nothing can be requested");
    await people.untilAllEnded();
    if (plan.coolDownHours > 0) await scene.stage.wait(null, plan.coolDownHours * 3_600_000);
    await scene.stage.aside(database.copy("base"));
    scene.state.copy.seq = scene.stage.mark();
    scene.state.isArmed = true;
    scene.hooks.meanwhile = people.meanwhile;
    const all = plan.wanted.map(({ kind, intent }) => people.want(kind, intent));
    const asking = { isOver: false };
    const attending = people.attendWhile(() => !asking.isOver);
    for (const each of all) await people.ask(each);
    asking.isOver = true;
    await attending;
    await people.untilAllEnded();
    scene.state.isArmed = false;
    await people.untilAllEnded();
  }
}
