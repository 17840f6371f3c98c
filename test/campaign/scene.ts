import type { Random } from "../harness/random.ts";
import type { Wanted } from "./cards.ts";
import { ANA, APPROVALS, APPROVERS, EVE, RAIL_TOKEN, TREASURY } from "./company.ts";
import type { Plan } from "./plan.ts";
import { createStage } from "./stage.ts";
import type { Lane, Step, Strike } from "./step.ts";
import type { CampaignDatabase } from "./world/database.ts";
import type { Delivered } from "./world/person.ts";
import { createRailWorld } from "./world/rail-world.ts";
import { createSlackWorld } from "./world/slack-world.ts";

/** The database went back at `seq` to what it was at `to`. */
export interface Restore {
  seq: number;
  to: number;
  /** Until then the product may not have noticed: what people did is void as well. */
  until: number;
}

export type Scene = ReturnType<typeof createScene>;

/** A Rail service, a Slack workspace and a database, in virtual time, and all that happens there. */
export function createScene(given: { database: CampaignDatabase; plan: Plan; random: Random }) {
  const { database, plan, random } = given;
  const restores: Restore[] = [];
  const state = {
    /** Faults strike only then. */
    isArmed: false,
    /** The event at which the copy was made that a restore goes back to. */
    copiedAt: 0,
    /** How often something was committed or delivered: then the loops look at once. */
    pokes: 0,
    /** Until then nobody can expect anything at once. */
    roughUntil: 0,
    isTwice: false,
  };
  /** Those who play: what strikes at a step, what a death is, and who looks on while time passes. */
  const hooks = {
    onStep: async (_: Step): Promise<Strike> => ({ is: "none" }),
    kill: async (_: Lane): Promise<void> => {},
    watch: (_from: number, _to: number): void => {},
  };
  const stage = createStage({
    start: Date.parse("2026-11-02T09:00:00Z"),
    random: random.fork("turns"),
    onStep: (step) => hooks.onStep(step),
    kill: (lane) => hooks.kill(lane),
    onTime(to) {
      if (to > stage.now()) hooks.watch(stage.now(), to);
      database.setClock(to);
    },
  });
  const { now, mark } = stage;
  const rail = createRailWorld({
    ...{ now, mark, random: random.fork("rail"), token: RAIL_TOKEN },
    // Few, so that walks have many.
    perPage: 3,
  });
  rail.state.isTagEchoed = plan.isTagEchoed;
  const slack = createSlackWorld({
    ...{ now, mark },
    later: (ms, work) => void stage.later(ms, work),
    people: [ANA, EVE, ...APPROVERS],
    channels: [APPROVALS, TREASURY],
  });

  function roughFor(ms: number): void {
    state.roughUntil = Math.max(state.roughUntil, stage.now() + ms);
  }

  return {
    ...{ ...given, stage, rail, slack, state, hooks, restores, roughFor },
    history: [] as Delivered[],
    wanted: [] as Wanted[],
    notes: [] as string[],

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
