import { answersFor, askAgain, closeStuck, link } from "../../src/request/rules/answer.ts";
import { approve } from "../../src/request/rules/approve.ts";
import type { Around, Sighting } from "../../src/request/rules/around.ts";
import { ask } from "../../src/request/rules/ask.ts";
import type { Change } from "../../src/request/rules/content.ts";
import { deny, withdraw } from "../../src/request/rules/decide.ts";
import { whyNot } from "../../src/request/rules/may.ts";
import { isOpen, type Request } from "../../src/request/rules/request.ts";
import type { Step } from "../../src/request/rules/step.ts";
import type { Random } from "../campaign/random.ts";
import { ADDITION, contentOf, IMPORT, ON_RAMP, WALLET } from "../rules/changes.ts";
import { ANNA, BEN, CARA, DAN, EVE } from "../rules/company.ts";
import type { Judge } from "./judge.ts";
import type { World } from "./world.ts";

const CROWD = [ANNA, BEN, CARA, DAN, EVE];
const OTHER = { ...WALLET, address: "4Nd1mYQtSQ1oB3PBYG6dDvTgqHRmJTpbQLp8uHZQxH2k" };
const CHANGES: readonly Change[] = [
  ON_RAMP,
  { ...ON_RAMP, reference: null },
  { ...ON_RAMP, destination: { ...ON_RAMP.destination, id: "wa_2", value: OTHER } },
  ADDITION,
  IMPORT,
];

/** People around a world: they do what they may, from views that may be old. */
export function createPeople(world: World, judge: Judge, random: Random) {
  /** Views that stand open somewhere: a request as it was when it was drawn. */
  const views: Request[] = [];

  const opened = () => [...world.rows.requests.values()].filter(isOpen);

  function view(): void {
    const open = opened();
    if (open.length > 0) views.push(random.pick(open));
    if (views.length > 12) views.shift();
  }

  function askFor(by: string, change: Change): void {
    const content = { ...contentOf(change), request: world.id(), nonce: world.id() };
    const open = opened().length;
    if (open > 3) return;
    const asked = { content, by, askedIn: { channel: "C1" }, number: 1, open };
    const step = ask(asked, world.around(null));
    if (!step.ok) return;
    judge.onAsked(step.next);
    world.save([step.next], step.entries);
  }

  function act(
    by: string,
    shown: Request,
    how: "approve" | "deny" | "withdraw" | "close" | "ask-again",
  ): boolean {
    const { id, digest, round, version } = shown;
    const transition = (request: Request, around: Around): Step => {
      switch (how) {
        case "approve":
          return approve(request, by, { digest, round, checkedIn: null }, around);
        case "deny":
          return deny(request, by, "no", around);
        case "withdraw":
          return withdraw(request, by, around);
        case "close":
          return closeStuck(request, by, { version, reason: "gone" }, around);
        case "ask-again":
          return askAgain(request, by, { version }, around);
      }
    };
    return judge.onAct({ is: how, by, digest }, id, () => world.apply(id, transition).ok);
  }

  function linkOne(by: string, shown: Request, sighting: Sighting): boolean {
    const { id, version } = shown;
    return world.apply(id, (request, around) => link(request, by, { version, sighting }, around))
      .ok;
  }

  function freezeBy(by: string): void {
    if (whyNot("stop", by, null, world.around(null))) return;
    judge.onFrozen(by);
    world.stop(by, "odd");
  }

  function answer(by: string, shown: Request): void {
    const offered = answersFor(shown);
    if (offered.length === 0) return;
    const chosen = random.pick(offered);
    if (chosen === "close") act(by, shown, "close");
    if (chosen === "approve-again") act(by, shown, "ask-again");
    if (chosen === "it-exists") {
      const seen = [...world.rows.rails.values()];
      if (seen.length > 0) linkOne(by, shown, world.sighting(random.pick(seen)));
    }
  }

  return {
    /** One thing that somebody does now. */
    doAnything(): void {
      const by = random.pick(CROWD);
      const shown = views.length > 0 ? random.pick(views) : null;
      const deed = random.below(32);
      if (deed < 5) askFor(by, random.pick(CHANGES));
      else if (deed < 12) view();
      else if (deed === 12) freezeBy(by);
      else if (shown && deed < 18) act(by, shown, "approve");
      else if (shown && deed < 25) for (const each of CROWD) act(each, shown, "approve");
      else if (shown && deed === 25) act(by, shown, random.pick(["deny", "withdraw"]));
      else if (shown) answer(by, shown);
    },

    /** What people do who want everything to end: they agree, link what is there, and close what they cannot answer. */
    settle(): void {
      for (const shown of opened()) {
        for (const by of CROWD) {
          const now = world.rows.requests.get(shown.id) ?? shown;
          if (now.state.is === "pending") act(by, now, "approve");
          if (now.state.is !== "stuck") continue;
          const sightings = [...world.rows.rails.values()].map((each) => world.sighting(each));
          const isLinked =
            answersFor(now).includes("it-exists") &&
            sightings.some((each) => linkOne(by, now, each));
          if (!isLinked && random.chance(0.3)) act(by, now, "close");
          else if (!isLinked) act(by, now, "ask-again");
        }
      }
    },
  };
}
