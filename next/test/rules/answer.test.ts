import { describe, expect, it } from "vitest";
import {
  type Answer,
  answersFor,
  askAgain,
  closeStuck,
  link,
} from "../../src/request/rules/answer.ts";
import type { Around, Sighting } from "../../src/request/rules/around.ts";
import type { Question, Request } from "../../src/request/rules/request.ts";
import { ADDITION } from "./changes.ts";
import { ANNA, at, BEN, DAN, everyone, NOW, SETTINGS } from "./company.ts";
import { withValue } from "./leaves.ts";
import { outcomeOf, RAIL, STATES, sighting, TAG } from "./rails.ts";
import { around, aSent } from "./situation.ts";

const stuck = (question: Question, given: Parameters<typeof aSent>[1] = {}): Request =>
  aSent({ is: "stuck", question, railKeys: ["r2"], since: at(-3_600) }, given);
const there = sighting({ tag: null, key: "rail_7", rail: withValue(RAIL, "metadata", null) });
const shown = { version: 3, reason: "gone", sighting: there };

/** Each answer, by somebody whose form shows version 3. */
function answer(which: Answer, to: Request, by: string = BEN, changes: Partial<Around> = {}) {
  const steps = { "it-exists": link, "approve-again": askAgain, close: closeStuck };
  return outcomeOf(steps[which](to, by, shown, around(changes)));
}

const TAKEN: Record<Answer, string> = {
  "it-exists": "created",
  "approve-again": "pending",
  close: "closed: given-up",
};
const ANSWERS = ["it-exists", "approve-again", "close"] as const;

const OFFERED: readonly [Question, readonly Answer[], ifNeverSent: readonly Answer[]][] = [
  ["not-found", ANSWERS, ["approve-again", "close"]],
  ["same-route", ANSWERS, ["approve-again", "close"]],
  ["no-id", ["it-exists", "close"], ["close"]],
  ["known", ["close"], ["close"]],
  ["not-shown", ["close"], ["close"]],
  ["no-answer", ["approve-again", "close"], ["approve-again", "close"]],
];

describe.each(OFFERED)("a request stuck with %s", (question, offered, ifNeverSent) => {
  it("offers some answers, and takes no other", () => {
    expect(answersFor(stuck(question))).toEqual(offered);
    expect(answersFor(stuck(question, { attempts: [] }))).toEqual(ifNeverSent);
    for (const each of ANSWERS) {
      const taken = offered.includes(each) ? TAKEN[each] : "refused: not-possible";
      expect(answer(each, stuck(question))).toBe(taken);
    }
  });

  it.each(offered)("takes %s of approvers who are not the requester, and see it", (each) => {
    expect(answer(each, stuck(question), ANNA)).toBe("refused: own-request");
    expect(answer(each, stuck(question), DAN)).toBe("refused: not-an-approver");
    const guests = { standings: everyone("guest") };
    expect(answer(each, stuck(question), BEN, guests)).toBe("refused: not-active");
    const changed = stuck(question, { version: 4 });
    expect(answer(each, changed)).toBe("refused: changed-since-shown");
  });
});

it("nothing else has a question to answer", () => {
  for (const state of Object.values(STATES).filter(({ is }) => is !== "stuck")) {
    expect(answersFor(aSent(state))).toEqual([]);
    for (const each of ANSWERS) expect(answer(each, aSent(state))).toBe("refused: not-possible");
  }
});

describe("*it exists*, of a Rail", () => {
  const rail = (path: string, value: unknown) => ({ rail: withValue(there.rail, path, value) });
  const nowhere = rail("destination.wallet", { ...RAIL.destination.wallet, id: "", address: "" });
  const ELSEWHERE = "refused: rail-belongs-elsewhere";

  it.each<[string, Partial<Sighting>, string]>([
    ["as it was approved", {}, "created"],
    ["with our tag", { tag: TAG, rail: RAIL }, "created"],
    ["that is ours already", { owner: TAG.request }, "created"],
    ["of another request", { owner: "r9" }, ELSEWHERE],
    ["with another request's tag", { tag: { ...TAG, request: "r9" } }, ELSEWHERE],
    ["with our tag and another digest", { tag: { ...TAG, digest: "0" } }, ELSEWHERE],
    ["that was ruled out", { key: "ruled" }, ELSEWHERE],
    ["known before the request", { firstSeen: at(-3_600) }, ELSEWHERE],
    ["made long before", rail("createdAt", at(-200_000)), ELSEWHERE],
    ["without an id", rail("id", null), "refused: not-possible"],
    ["to another address", rail("destination.wallet.address", "else"), "refused: rail-differs"],
    ["of another asset", rail("destination.asset", "USDC"), "refused: rail-differs"],
    ["that shows no destination", nowhere, "refused: rail-differs"],
  ])("%s", (_, changes, expected) => {
    const request = stuck("not-found", { ruledOut: ["ruled"] });
    const seen = { version: 3, sighting: { ...there, ...changes } };
    expect(outcomeOf(link(request, BEN, seen, around()))).toBe(expected);
  });

  it("is read back like any other, and says who linked what", () => {
    const step = link(stuck("same-route"), BEN, shown, around());
    const state = { is: "created", railId: "rail_1", issued: there.rail, reads: 0, since: NOW };
    expect(step.ok && step.next.state).toEqual(state);
    const facts = { railId: "rail_1" };
    expect(step.ok && step.entries).toMatchObject([{ action: "linked", by: BEN, facts }]);
  });

  it("is no answer about a destination", () => {
    const addition = stuck("not-found", { change: ADDITION });
    expect(answer("it-exists", addition, DAN)).toBe("refused: rail-differs");
  });
});

describe("*approve again*", () => {
  it("starts anew, and rules out what people saw with the question", () => {
    const request = stuck("same-route", { ruledOut: ["r1"], round: 4 });
    const step = askAgain(request, BEN, { version: 3 }, around());
    const facts = { round: 5, ruledOut: ["r1", "r2"] };
    expect(step.ok && step.next).toEqual({
      ...request,
      ...facts,
      version: 4,
      state: { is: "pending" },
      approvals: [],
      expiresAt: at(SETTINGS.expiresInHours * 3_600),
    });
    expect(step.ok && step.entries).toMatchObject([{ action: "asked-again", by: BEN, facts }]);
    const again = stuck("same-route", { ruledOut: ["r2"] });
    const twice = askAgain(again, BEN, { version: 3 }, around());
    expect(twice.ok && twice.next.ruledOut).toEqual(["r2"]);
  });

  it("opens an hour after the attempt, or after the question where nothing was sent", () => {
    const early = stuck("not-found", { attemptEndedAt: at(-3_599) });
    const step = askAgain(early, BEN, { version: 3 }, around());
    expect(step).toEqual({ ok: false, because: { is: "too-early", until: at(1) } });
    expect(answer("approve-again", early, BEN, { now: at(1) })).toBe("pending");
    const never = stuck("same-route", { attempts: [], attemptEndedAt: null });
    expect(answer("approve-again", never)).toBe("pending");
    expect(answer("approve-again", never, BEN, { now: at(-1) })).toBe("refused: too-early");
  });
});

it("*close* says who closed it and why", () => {
  const step = closeStuck(stuck("known"), BEN, shown, around());
  const state = { is: "closed", how: "given-up", by: BEN, at: NOW, reason: "gone" };
  expect(step.ok && step.next.state).toEqual(state);
});
