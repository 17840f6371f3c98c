import { HOUR, LEAVER, MINUTE, RAIL_TOKEN } from "./company.ts";
import type { Planned } from "./plan.ts";
import type { createProcesses } from "./processes.ts";
import type { World } from "./scene.ts";
import type { Step, Strike } from "./step.ts";

/** The step goes on once what struck beside it has had its effect. */
const GO_ON: Strike = { is: "held", until: () => true };

/** What a fault does: to the step at which it strikes, and to all around it. */
export async function strike(
  world: World,
  processes: ReturnType<typeof createProcesses>,
  { fault, choice }: Planned,
  { lane, kind }: Step,
): Promise<Strike> {
  const { stage, rail, slack, state, roughFor, hooks } = world;
  const ms = [6_000, 40_000, 2 * MINUTE, 12 * MINUTE][Math.floor(choice * 4)] ?? 0;
  // Slack is asked again a minute after an unclear post.
  roughFor(kind.startsWith("slack") ? 90_000 : 20_000);
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
      return fault === "suspended-before" ? GO_ON : { is: "late", ms: 1 };
    case "restored":
      await processes.killAll();
      await restore(world, processes);
      return GO_ON;
    case "failed-over":
      await restore(world, processes);
      return GO_ON;
    case "clock-jump":
      await stage.jump(MINUTE + choice * 40 * HOUR);
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
    case "denied-now":
      return heldFor(stage, hooks.meanwhile("deny"));
    case "withdrawn-now":
      return heldFor(stage, hooks.meanwhile("withdraw"));
    case "deactivated":
      slack.state.people.set(LEAVER, "deactivated");
      world.gone.set(LEAVER, stage.now());
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
    default:
      return { is: "world", fault: fault.replace("world:", "") };
  }
}

async function restore(
  { database, state, stage, restores, roughFor }: World,
  processes: ReturnType<typeof createProcesses>,
): Promise<void> {
  await processes.cut(0);
  const { name, seq: to } = state.copy;
  await database.restore(name);
  restores.push({ seq: stage.mark(), to, until: stage.now() + 30_000 });
  state.pokes += 1;
  roughFor(2 * MINUTE);
}

/** The step waits until somebody has done something else, for half a minute at most. */
function heldFor({ later }: World["stage"], act: Promise<unknown>): Strike {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  act.then(over, over);
  later(30_000, over);
  return { is: "held", until: () => isOver };
}
