import * as answers from "../../src/request/rules/answer.ts";
import type { Around } from "../../src/request/rules/around.ts";
import { ask } from "../../src/request/rules/ask.ts";
import { approve, callOff } from "../../src/request/rules/decide.ts";
import { whyNot } from "../../src/request/rules/may.ts";
import { isOpen, type Request } from "../../src/request/rules/request.ts";
import type { Step } from "../../src/request/rules/step.ts";
import type { Random } from "../harness/random.ts";
import { ADDITION, contentOf, IMPORT, ON_RAMP, WALLET } from "../rules/changes.ts";
import { ANNA, BEN, CARA, DAN, EVE } from "../rules/company.ts";
import type { Judge } from "./judge.ts";
import type { World } from "./world.ts";

export const CROWD = [ANNA, BEN, CARA, DAN, EVE];
const value = { ...WALLET, address: "4Nd1mYQtSQ1oB3PBYG6dDvTgqHRmJTpbQLp8uHZQxH2k" };
const ELSEWHERE = { ...ON_RAMP, destination: { ...ON_RAMP.destination, id: "wa_2", value } };
const CHANGES = [ON_RAMP, { ...ON_RAMP, reference: null }, ELSEWHERE, ADDITION, IMPORT];

/** People around a world: they do what they may, from views that may be old. */
export function createPeople(world: World, judge: Judge, random: Random) {
  /** Views that stand open somewhere: a request as it was when it was drawn. */
  const views: Request[] = [];
  const opened = () => [...world.rows.requests.values()].filter(isOpen);

  function askForSomething(by: string): void {
    const open = opened().length;
    if (open > 3) return;
    const change = random.pick(CHANGES);
    const content = { ...contentOf(change), request: world.id(), nonce: world.id() };
    const asked = { content, by, askedIn: { channel: "C1" }, number: 1, open };
    const step = ask(asked, world.around(null));
    if (!step.ok) return;
    judge.onAsked(step.next);
    world.save([step.next], step.entries);
  }

  function act(
    by: string,
    shown: Request,
    how: "approve" | "deny" | "withdraw" | answers.Answer,
  ): boolean {
    const { id, digest, round, version } = shown;
    const given = { version, reason: "gone" };
    const seen = [...world.rows.rails.values()];
    const transition = (request: Request, around: Around): Step => {
      switch (how) {
        case "approve":
          return approve(request, by, { digest, round, checkedIn: null }, around);
        case "deny":
        case "withdraw":
          return callOff(how, request, { by, reason: "no" }, around);
        case "close":
        case "approve-again":
          return answers.answer(request, by, { ...given, answer: how }, around);
        case "it-exists": {
          const sighting = world.sighting(random.pick(seen));
          return answers.answer(request, by, { ...given, answer: how, sighting }, around);
        }
      }
    };
    if (how === "it-exists" && seen.length === 0) return false;
    return judge.onAct({ is: how, by, digest, round }, id, () => world.apply(id, transition).ok);
  }

  function freezeBy(by: string): void {
    if (whyNot("stop", by, null, world.around(null))) return;
    judge.onFrozen(by);
    world.stop(by, "odd");
  }

  return {
    /** One thing that somebody does now. */
    doAnything(): void {
      const by = random.pick(CROWD);
      const open = opened();
      if (open.length > 0 && random.chance(0.3)) views.push(random.pick(open));
      if (views.length > 12) views.shift();
      const shown = random.pick([...views.slice(-6), ...open, null]);
      const deed = random.below(24);
      if (deed < 5) askForSomething(by);
      else if (deed === 5) freezeBy(by);
      else if (shown && deed < 11) act(by, shown, "approve");
      else if (shown && deed < 17) for (const each of CROWD) act(each, shown, "approve");
      else if (shown && deed === 17) act(by, shown, random.pick(["deny", "withdraw"]));
      else if (shown) for (const answer of answers.answersFor(shown)) act(by, shown, answer);
    },

    /** People want everything to end: they agree, link what is there, and close the rest. */
    settle(): void {
      for (const { id } of opened()) {
        for (const by of CROWD) {
          const shown = world.rows.requests.get(id);
          if (shown?.state.is === "pending") act(by, shown, "approve");
          if (shown?.state.is !== "stuck") continue;
          const tries = Array.from({ length: 4 }, () => "it-exists" as const);
          if (tries.some((answer) => act(by, shown, answer))) continue;
          act(by, shown, random.chance(0.3) ? "close" : "approve-again");
        }
      }
    },
  };
}
