import { HOUR, LEAVER, MINUTE, RAIL_TOKEN } from "./company.ts";
import type { People } from "./people.ts";
import { aimAt, type Planned } from "./plan.ts";
import type { Processes } from "./processes.ts";
import type { Scene } from "./scene.ts";
import type { Lane, Step, Strike } from "./step.ts";

/** The step goes on once what struck beside it has had its effect. */
const GO_ON: Strike = { is: "held", until: () => true };

/**
 * What strikes at each step while the scene is armed, as its plan has it. The database is copied at
 * the first step, and again at one of the commits. `meanwhile`: somebody changes their mind, or
 * finds something wrong.
 */
export function createStrikes(scene: Scene, processes: Processes, meanwhile: People["meanwhile"]) {
  const { stage, rail, slack, state, roughFor, plan, database, notes } = scene;
  const aim = aimAt(plan.faults);
  let commits = 0;

  async function onStep(step: Step): Promise<Strike> {
    const isCommit = step.about.startsWith("commit");
    if (isCommit) state.pokes += 1;
    if (!state.isArmed) return { is: "none" };
    if (isCommit) commits += 1;
    if (state.copiedAt === 0 || (isCommit && commits === plan.copyAt)) {
      await database.copy();
      state.copiedAt = stage.mark();
    }
    const fault = aim.at(step);
    if (!fault) return { is: "none" };
    notes.push(`${stage.mark()} ${fault.fault} at ${step.about} of ${step.lane.name}`);
    return strike(fault, step);
  }

  /** What a fault does: to the step at which it strikes, and to all around it. */
  async function strike({ fault, choice }: Planned, { lane, about }: Step): Promise<Strike> {
    const ms = [6_000, 40_000, 2 * MINUTE, 12 * MINUTE][Math.floor(choice * 4)] ?? 0;
    // Slack is asked again a minute after an unclear post, or one whose time stamp was not saved;
    // a process that dies at any step may have begun one beside it.
    const mayLosePost = /^(slack|statement update)/.test(about) || fault.startsWith("killed");
    roughFor(mayLosePost ? 90_000 : 20_000);
    if (fault.startsWith("now:")) {
      const act = meanwhile(fault.slice(4));
      return /deny|withdraw|retire|freeze/.test(fault) ? heldFor(act) : GO_ON;
    }
    switch (fault) {
      case "killed-before":
      case "killed-after":
      case "lost-before":
      case "lost-after":
        return { is: fault };
      case "late":
        roughFor(ms + 20_000);
        return { is: "late", ms };
      case "hangs":
        roughFor(HOUR);
        return { is: "late", ms: HOUR };
      case "suspended-before":
      case "suspended-after":
        lane.suspendedUntil = stage.now() + ms;
        roughFor(ms + 20_000);
        // It notices on its own, when it goes on.
        for (const each of scene.restores) each.until = Math.max(each.until, noticedBy(lane));
        return fault === "suspended-before" ? GO_ON : { is: "late", ms: 1 };
      case "restored":
        await processes.killAll();
        await restore();
        return GO_ON;
      case "failed-over":
        await restore();
        return GO_ON;
      case "clock-jump":
        stage.jump(MINUTE + choice * 40 * HOUR);
        roughFor(20_000);
        return GO_ON;
      case "clock-ahead":
        lane.skew = (choice - 0.5) * 48 * HOUR;
        stage.later(5 * MINUTE, () => Object.assign(lane, { skew: 0 }));
        roughFor(6 * MINUTE);
        return GO_ON;
      case "database-cut":
        await processes.cut(ms);
        roughFor(ms + 20_000);
        return GO_ON;
      case "deactivated":
        slack.state.gone.set(LEAVER, stage.now());
        return GO_ON;
      case "token-revoked":
        rail.state.token = "another";
        stage.later(ms, () => Object.assign(rail.state, { token: RAIL_TOKEN }));
        roughFor(ms + 20_000);
        return GO_ON;
      case "made-alike": {
        const like = rail.posts().findLast(({ path }) => path === "/rails");
        if (like) rail.makeElsewhere({ ...Object(like.body), metadata: null });
        return GO_ON;
      }
      case "delivered-twice":
        state.isTwice = true;
        return GO_ON;
      case "world:not_in_channel":
        // Where it cannot be reached a card is tried hourly, and approvers are asked directly.
        roughFor(HOUR);
        return { is: "world", fault: "not_in_channel" };
      default:
        return { is: "world", fault: fault.replace("world:", "") };
    }
  }

  async function restore(): Promise<void> {
    await processes.cut(0);
    await database.restore("earlier");
    const until = Math.max(stage.now() + 30_000, ...processes.lanes().map(noticedBy));
    scene.restores.push({ seq: stage.mark(), to: state.copiedAt, until });
    state.pokes += 1;
    roughFor(2 * MINUTE);
  }

  /** When a process has surely noticed that the database went back. */
  function noticedBy({ suspendedUntil }: Lane): number {
    return Math.max(stage.now(), suspendedUntil) + 30_000;
  }

  /** The step waits until somebody has done something else, for half a minute at most. */
  function heldFor(act: Promise<unknown>): Strike {
    const ended = { isOver: false };
    const over = () => void Object.assign(ended, { isOver: true });
    act.then(over, over);
    stage.later(30_000, over);
    return { is: "held", until: () => ended.isOver };
  }

  return { onStep, struck: aim.struck };
}
