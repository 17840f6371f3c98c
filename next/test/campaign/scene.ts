import { ANA, APPROVALS, APPROVERS, RAIL_TOKEN, START, TREASURY } from "./company.ts";
import { createStrikes, type Plan } from "./plan.ts";
import { createProcesses, type StartProcess } from "./processes.ts";
import type { Random } from "./random.ts";
import { createStage } from "./stage.ts";
import type { Step, Strike } from "./step.ts";
import { strike } from "./strike.ts";
import type { CampaignDatabase } from "./world/database.ts";
import { createPerson, type Delivered } from "./world/person.ts";
import { createRailWorld } from "./world/rail-world.ts";
import { createSlackWorld } from "./world/slack-world.ts";

/** The database went back at `seq` to what it was at `to`. */
export interface Restore {
  seq: number;
  to: number;
  /** Until then the product may not have noticed: what people did is void as well. */
  until: number;
}

export interface Given {
  start: StartProcess;
  database: CampaignDatabase;
  plan: Plan;
  random: Random;
}
export type Scene = ReturnType<typeof createScene>;
/** What processes and faults know of it. */
export type World = Omit<Scene, "processes" | "ana" | "approvers" | "isCalm" | "isLost" | "sleep">;

/** Two processes, a Rail service, a Slack workspace and its people, in virtual time. */
export function createScene(given: Given) {
  const { database, plan, random } = given;
  const draw = random.fork("scene");
  const strikes = createStrikes(plan.faults);
  const history: Delivered[] = [];
  const restores: Restore[] = [];
  const notes: string[] = [];
  const state = {
    /** Faults strike only then. */
    isArmed: false,
    commits: 0,
    /** The copy that a restore goes back to, and the event at which it was made. */
    copy: { name: "base", seq: 0 },
    /** How often something was committed or delivered: then the loops look at once. */
    pokes: 0,
    roughUntil: 0,
    isTwice: false,
  };
  const stage = createStage({
    ...{ start: START, random: random.fork("turns"), onStep },
    kill: (lane) => processes.kill(lane),
    async onTime(to) {
      if (to > stage.now()) hooks.watch(stage.now(), to);
      await database.setClock(to);
    },
  });
  const clock = { now: stage.now, mark: stage.mark };
  const rail = createRailWorld({ ...clock, random: random.fork("rail"), token: RAIL_TOKEN });
  rail.state.isTagEchoed = plan.isTagEchoed;
  const slack = createSlackWorld({ ...clock, later: (ms, work) => void stage.later(ms, work) });
  for (const id of [ANA, ...APPROVERS]) slack.state.people.set(id, "active");
  slack.state.channels.set(APPROVALS, { name: "approvals", isBotIn: true });
  slack.state.channels.set(TREASURY, { name: "treasury", isBotIn: true });
  /** What is asked of people at a step, and what looks on while time passes. */
  const hooks = {
    meanwhile: async (_what: "deny" | "withdraw"): Promise<unknown> => undefined,
    watch: (_from: number, _to: number): void => {},
  };
  /** Since when somebody is deactivated. */
  const gone = new Map<string, number>();

  function roughFor(ms: number): void {
    state.roughUntil = Math.max(state.roughUntil, stage.now() + ms);
  }

  const world = {
    ...{ ...given, stage, rail, slack, history, restores, notes, state, strikes, hooks, gone },
    roughFor,
  };
  const processes = createProcesses(world);

  async function onStep(step: Step): Promise<Strike> {
    if (step.kind === "commit") {
      state.pokes += 1;
      if (state.isArmed) state.commits += 1;
      if (state.isArmed && state.commits === plan.copyAt) {
        await database.copy("earlier");
        state.copy = { name: "earlier", seq: stage.mark() };
      }
    }
    const fault = state.isArmed ? strikes.at(step) : undefined;
    if (!fault) return { is: "none" };
    const where = `${fault.place} (${step.about}) of ${step.lane.name}`;
    notes.push(`${stage.mark()} ${fault.fault} at ${where}`);
    return strike(world, processes, fault, step);
  }

  function personOf(id: string) {
    const deliver = (payload: object) => {
      state.pokes += 1;
      return processes.deliver(payload, state.isTwice || draw.chance(plan.twice));
    };
    return createPerson({ id, stage, slack, history, deliver });
  }

  return {
    ...world,
    ...{ processes, ana: personOf(ANA), approvers: APPROVERS.map(personOf) },
    /** As if the machines had slept: nobody can expect anything at once. */
    async sleep(ms: number): Promise<void> {
      roughFor(20_000);
      await stage.aside(stage.jump(ms));
      roughFor(20_000);
    },
    isCalm: () => stage.now() >= state.roughUntil,
    /** Whether a restored database does not know of it, or counts it for nothing. */
    isLost(event: { seq: number; at: number; answeredSeq?: number | null }): boolean {
      // What was not answered by then may not have been saved.
      const { answeredSeq = event.seq } = event;
      const seq = answeredSeq ?? Number.POSITIVE_INFINITY;
      return restores.some(({ to, until }) => to < seq && event.at < until);
    },
  };
}
