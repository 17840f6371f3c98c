import { describe, expect, it } from "vitest";
import { type Answer, answer, answersFor } from "../../src/request/rules/answer.ts";
import type { Around, Sighting } from "../../src/request/rules/around.ts";
import type { Question, Request } from "../../src/request/rules/request.ts";
import { ADDITION } from "./changes.ts";
import { ANNA, at, BEN, DAN, everyone, NOW } from "./company.ts";
import { withValue } from "./leaves.ts";
import { outcomeOf, RAIL, STATES, sighting, TAG } from "./rails.ts";
import { around, aSent, madeOf } from "./situation.ts";

const stuck = (question: Question, given: Parameters<typeof aSent>[1] = {}): Request =>
  aSent({ is: "stuck", question, railKeys: ["r2"], since: at(-3_600) }, given);
const there = sighting({ tag: null, key: "rail_7", rail: withValue(RAIL, "metadata", null) });
const said = { version: 3, reason: "gone", sighting: there };

/** Each answer, by somebody whose form shows version 3. */
const stepOf = (which: Answer, to: Request, by: string = BEN, changes: Partial<Around> = {}) =>
  answer(to, by, { ...said, answer: which }, around(changes));
const cameOf = (...given: Parameters<typeof stepOf>) => outcomeOf(stepOf(...given));

const ALL = ["it-exists", "approve-again", "close"] as const;
const TAKEN = {
  "it-exists": "created",
  "approve-again": "pending",
  close: "closed: given-up",
} as const;

describe.each<[Question, readonly Answer[]]>([
  ["not-found", ALL],
  ["same-route", ALL],
  ["no-id", ["it-exists", "close"]],
  ["known", ["close"]],
  ["not-shown", ["close"]],
  ["no-answer", ["approve-again", "close"]],
])("a request stuck with %s", (question, offered) => {
  it("offers some answers, and takes no other", () => {
    expect(answersFor(stuck(question))).toEqual(offered);
    const ifNeverSent = offered.filter((each) => each !== "it-exists");
    expect(answersFor(stuck(question, { attempts: [] }))).toEqual(ifNeverSent);
    for (const each of ALL) {
      const taken = offered.includes(each) ? TAKEN[each] : "refused: not-possible";
      expect(cameOf(each, stuck(question))).toBe(taken);
    }
  });

  it.each(offered)("takes %s of approvers who are not the requester, and see it", (each) => {
    expect(cameOf(each, stuck(question), ANNA)).toBe("refused: own-request");
    expect(cameOf(each, stuck(question), DAN)).toBe("refused: not-an-approver");
    const guests = { standings: everyone("guest") };
    expect(cameOf(each, stuck(question), BEN, guests)).toBe("refused: not-active");
    expect(cameOf(each, stuck(question, { version: 4 }))).toBe("refused: changed-since-shown");
  });
});

it("nothing else has a question to answer", () => {
  for (const state of Object.values(STATES).filter(({ is }) => is !== "stuck")) {
    expect(answersFor(aSent(state))).toEqual([]);
    for (const each of ALL) expect(cameOf(each, aSent(state))).toBe("refused: not-possible");
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
    const given = { ...said, answer: "it-exists", sighting: { ...there, ...changes } } as const;
    expect(outcomeOf(answer(request, BEN, given, around()))).toBe(expected);
  });

  it("is no answer about a destination", () => {
    const addition = stuck("not-found", { change: ADDITION });
    expect(cameOf("it-exists", addition, DAN)).toBe("refused: rail-differs");
  });
});

it("an answer says who gave it and why, and what came of it", () => {
  const request = stuck("same-route", { ruledOut: ["r1", "r2"], round: 4 });
  const state = { is: "created", railId: "rail_1", issued: there.rail, reads: 0, since: NOW };
  const linked = { action: "linked", by: BEN, facts: { railId: "rail_1", reason: "gone" } };
  expect(madeOf(stepOf("it-exists", request))).toMatchObject({ state, entry: linked });
  const anew = { round: 5, ruledOut: ["r1", "r2"] };
  const asked = { action: "asked-again", by: BEN, facts: { ...anew, reason: "gone" } };
  const pending = { ...anew, approvals: [], state: { is: "pending" }, expiresAt: at(72 * 3_600) };
  expect(madeOf(stepOf("approve-again", request))).toMatchObject({ ...pending, entry: asked });
  const first = stuck("same-route", { ruledOut: ["r1"] });
  expect(madeOf(stepOf("approve-again", first))).toMatchObject({ ruledOut: ["r1", "r2"] });
  const closed = { is: "closed", how: "given-up", by: BEN, at: NOW, reason: "gone" };
  expect(madeOf(stepOf("close", request))).toMatchObject({ state: closed });
});

it("*approve again* opens an hour after the attempt, or after the question if none was sent", () => {
  const early = stuck("not-found", { attemptEndedAt: at(-3_599) });
  const step = stepOf("approve-again", early);
  expect(step).toEqual({ ok: false, because: { is: "too-early", until: at(1) } });
  expect(cameOf("approve-again", early, BEN, { now: at(1) })).toBe("pending");
  const never = stuck("same-route", { attempts: [], attemptEndedAt: null });
  expect(cameOf("approve-again", never)).toBe("pending");
  expect(cameOf("approve-again", never, BEN, { now: at(-1) })).toBe("refused: too-early");
});

it("*approve again* ends a request that nothing could come of any more", () => {
  const gone = { obstacle: { is: "void", because: "destination-gone" } } as const;
  const request = stuck("not-found");
  expect(cameOf("approve-again", request, BEN, gone)).toBe("closed: void");
  const step = stepOf("approve-again", request, BEN, gone);
  const entries = step.ok ? step.entries.map(({ action, by }) => `${action} by ${by}`) : [];
  expect(entries).toEqual([`asked-again by ${BEN}`, "void by signalbox"]);
});
