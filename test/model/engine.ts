import { claim, expire, isExpired, recount } from "../../src/request/rules/claim.ts";
import { isSent } from "../../src/request/rules/content.ts";
import { applyLook } from "../../src/request/rules/look.ts";
import * as outcomes from "../../src/request/rules/outcome.ts";
import { dueAt, later } from "../../src/request/rules/pauses.ts";
import type { Request } from "../../src/request/rules/request.ts";
import type { Step } from "../../src/request/rules/step.ts";
import type { Random } from "../harness/random.ts";
import type { Service } from "./service.ts";
import type { World } from "./world.ts";

/** What can go wrong around the rules; `between` comes after a claim and before its POST. */
export interface Faults {
  random: Random;
  /** Whether the process ends here. */
  isKilled: () => boolean;
  between: () => void;
  /** What the judge sees of each POST; `isNothing`: the service says that nothing came of it. */
  onPost: (request: Request, isNothing: boolean) => void;
}

/** The engine as `request/engine` has it, around the same rules, killed wherever it matters. */
export function createEngine(world: World, service: Service, faults: Faults) {
  /** Answers that arrive late: their process was held up. */
  const held: { id: string; attempt: string; outcome: outcomes.Outcome }[] = [];

  /** Does what is due, one step each; says whether anything was. */
  function workOnce(): boolean {
    const [due] = [...world.rows.due].filter(([, at]) => at <= world.time);
    if (!due) return false;
    const [id] = due;
    const request = world.rows.requests.get(id);
    const step = request ? stepOf(request) : null;
    const now = world.rows.requests.get(id);
    const isIdle = !step?.ok || step.entries.length === 0;
    if (now && isIdle) {
      const at = dueAt(now, { now: world.time, obstacle: null });
      world.setDue(id, at !== null && at <= world.time ? later(world.time, 5) : at);
    }
    return true;
  }

  function stepOf(request: Request): Step | null {
    const { id, state } = request;
    switch (state.is) {
      case "pending":
        return world.apply(id, isExpired(request, world.time) ? expire : recount);
      case "ready":
        return isExpired(request, world.time) ? world.apply(id, expire) : send(request);
      case "sending":
        return world.apply(id, outcomes.interrupt);
      case "unknown":
        world.walk(service);
        return world.apply(id, applyLook);
      case "created": {
        const shown = read(state.railId);
        if (shown === "failed") return null;
        return world.apply(id, (now, around) => outcomes.readBack(now, shown, around));
      }
      case "done": {
        const shown = state.result && "railId" in state.result && read(state.result.railId);
        if (!shown || shown === "failed") return null;
        return world.apply(id, (now) => outcomes.fillIn(now, shown));
      }
      case "stuck":
        return world.apply(id, applyLook);
      case "closed":
        return null;
    }
  }

  function read(railId: string) {
    const shown = service.get(railId);
    if (shown && shown !== "failed") world.mirror(shown);
    return shown;
  }

  function send(request: Request): Step {
    const begunAt = world.time;
    world.walk(service);
    if (world.isRestored) world.noticeRestore();
    const attempt = isSent(request.content) ? world.id() : null;
    const claimedAt = world.now;
    const claimed = world.apply(request.id, (now, around) =>
      claim(now, { ...around, begunAt }, attempt),
    );
    if (!claimed.ok || attempt === null) return claimed;
    const { state, version } = claimed.next;
    if (state.is !== "sending" || state.attempt !== attempt || faults.isKilled()) return claimed;
    faults.between();
    const now = world.rows.requests.get(request.id);
    world.addMark();
    const isSame = now?.version === version && now.state.is === "sending";
    const isStill = world.rows.forces.frozen === null && world.hasToken;
    const isInTime = world.now - claimedAt <= 5_000;
    const isRight = isSame && isStill && isInTime;
    const outcome = isRight ? post(claimed.next) : ({ is: "not-sent" } as const);
    if (faults.isKilled()) return claimed;
    const answer = { id: request.id, attempt, outcome };
    if (faults.random.chance(0.1)) held.push(answer);
    else recordAnswer(answer);
    return claimed;
  }

  function post(request: Request): outcomes.Outcome {
    const { content, state, id, digest } = request;
    const answer = service.post(content.change, { request: id, digest });
    faults.onPost(request, answer.is === "not-created" || answer.is === "not-sent");
    if (answer.is !== "rail") return answer;
    const { key, rail, firstSeen } = world.mirror(answer.rail);
    const owner = world.ownerOf(rail.id);
    const isOlder = state.is === "sending" && firstSeen < state.since;
    return { ...answer, key, isKnown: isOlder || (owner !== null && owner !== id) };
  }

  function recordAnswer({ id, attempt, outcome }: (typeof held)[number]): void {
    const step = world.apply(id, (now, around) => outcomes.record(now, attempt, outcome, around));
    const isLost = !step.ok && !world.rows.requests.get(id)?.attempts.includes(attempt);
    if (!isLost) return;
    world.noticeRestore();
    world.apply(id, (now, around) => outcomes.recall(now, attempt, outcome, around));
  }

  return {
    workOnce,
    /** One of the answers that were held up arrives. */
    arrive(): void {
      const [answer] = held.splice(0, 1);
      if (answer) recordAnswer(answer);
    },
  };
}
