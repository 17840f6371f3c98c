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
import { ANNA, at, BEN, DAN, EVE, everyone, NOW, SETTINGS } from "./company.ts";
import { withValue } from "./leaves.ts";
import { outcomeOf, RAIL, STATES, sighting, TAG } from "./rails.ts";
import { around, aSent } from "./situation.ts";

const stuck = (question: Question, given: Parameters<typeof aSent>[1] = {}): Request =>
  aSent({ is: "stuck", question, railKeys: ["r2"], since: at(-3_600) }, given);
const there = sighting({ tag: null, key: "rail_7", rail: withValue(RAIL, "metadata", null) });

/** Each answer to a request, by somebody whose form shows it as it is. */
function answer(which: Answer, request: Request, by: string = BEN, changes: Partial<Around> = {}) {
  const shown = { version: request.version };
  switch (which) {
    case "it-exists":
      return outcomeOf(link(request, by, { ...shown, sighting: there }, around(changes)));
    case "approve-again":
      return outcomeOf(askAgain(request, by, shown, around(changes)));
    case "close":
      return outcomeOf(closeStuck(request, by, { ...shown, reason: "gone" }, around(changes)));
  }
}

const TAKEN: Record<Answer, string> = {
  "it-exists": "created",
  "approve-again": "pending",
  close: "closed: given-up",
};
const ANSWERS: readonly Answer[] = ["it-exists", "approve-again", "close"];

const OFFERED: Record<Question, readonly Answer[]> = {
  "not-found": ["it-exists", "approve-again", "close"],
  "same-route": ["it-exists", "approve-again", "close"],
  "no-id": ["it-exists", "close"],
  known: ["close"],
  "not-shown": ["close"],
  "no-answer": ["approve-again", "close"],
};

describe.each(Object.entries(OFFERED))("a request stuck with %s", (name, offered) => {
  const question = isQuestion(name) ? name : "known";

  it(`offers ${offered.join(", ")}`, () => {
    expect(answersFor(stuck(question))).toEqual(offered);
    for (const each of ANSWERS) {
      const taken = offered.includes(each) ? TAKEN[each] : "refused: not-possible";
      expect(answer(each, stuck(question))).toBe(taken);
    }
  });

  it("offers no link where nothing was sent", () => {
    const never = stuck(question, { attempts: [] });
    expect(answersFor(never)).toEqual(
      question === "no-id" ? offered : offered.filter((each) => each !== "it-exists"),
    );
  });

  it("is answered by approvers, other than the requester, and by the form that shows it", () => {
    for (const each of offered) {
      expect(answer(each, stuck(question), ANNA)).toBe("refused: own-request");
      expect(answer(each, stuck(question), EVE)).toBe("refused: not-an-approver");
      expect(answer(each, stuck(question), DAN)).toBe("refused: not-an-approver");
      expect(answer(each, stuck(question), BEN, { standings: everyone("guest") })).toBe(
        "refused: not-active",
      );
      const later = { ...stuck(question), version: 4 };
      const shown = { version: 3, reason: "", sighting: there };
      for (const step of [link, askAgain, closeStuck]) {
        const late = outcomeOf(step(later, BEN, shown, around()));
        expect(["refused: changed-since-shown", "refused: not-possible"]).toContain(late);
      }
    }
  });
});

it("nothing else has a question to answer", () => {
  for (const state of Object.values(STATES).filter(({ is }) => is !== "stuck")) {
    expect(answersFor(aSent(state))).toEqual([]);
    for (const each of ANSWERS) expect(answer(each, aSent(state))).toBe("refused: not-possible");
  }
});

describe("*it exists*", () => {
  const linked = (
    changes: Partial<Sighting>,
    request = stuck("not-found", { ruledOut: ["ruled"] }),
  ) =>
    outcomeOf(
      link(
        request,
        BEN,
        { version: request.version, sighting: { ...there, ...changes } },
        around(),
      ),
    );
  const rail = (path: string, value: unknown) => ({ rail: withValue(there.rail, path, value) });

  it.each<[string, Partial<Sighting>, string]>([
    ["as it was approved", {}, "created"],
    ["with our tag", { tag: TAG, rail: RAIL }, "created"],
    ["that is ours already", { owner: TAG.request }, "created"],
    ["of another request", { owner: "r9" }, "refused: rail-belongs-elsewhere"],
    [
      "with another request's tag",
      { tag: { ...TAG, request: "r9" } },
      "refused: rail-belongs-elsewhere",
    ],
    [
      "with our tag and another digest",
      { tag: { ...TAG, digest: "0" } },
      "refused: rail-belongs-elsewhere",
    ],
    ["that was ruled out", { key: "ruled" }, "refused: rail-belongs-elsewhere"],
    ["known before the request", { firstSeen: at(-3_600) }, "refused: rail-belongs-elsewhere"],
    ["made long before", rail("createdAt", at(-200_000)), "refused: rail-belongs-elsewhere"],
    ["without an id", rail("id", null), "refused: not-possible"],
    ["to another address", rail("destination.wallet.address", "else"), "refused: rail-differs"],
    ["of another asset", rail("destination.asset", "USDC"), "refused: rail-differs"],
    [
      "that shows no destination",
      {
        rail: withValue(
          withValue(there.rail, "destination.wallet.address", ""),
          "destination.wallet.id",
          "",
        ),
      },
      "refused: rail-differs",
    ],
  ])("of a Rail %s", (_, changes, expected) => {
    expect(linked(changes)).toBe(expected);
  });

  it("is read back like any other, and says who linked what", () => {
    const request = stuck("same-route");
    const step = link(request, BEN, { version: 3, sighting: there }, around());
    expect(step.ok && step.next.state).toEqual({
      is: "created",
      railId: "rail_1",
      issued: there.rail,
      reads: 0,
      since: NOW,
    });
    expect(step.ok && step.entries).toMatchObject([
      { action: "linked", by: BEN, facts: { railId: "rail_1" } },
    ]);
  });

  it("is no answer about a destination", () => {
    expect(linked({}, stuck("not-found", { change: ADDITION }))).toBe("refused: not-possible");
  });
});

describe("*approve again*", () => {
  it("starts anew: no approvals, the next round, another time to expire", () => {
    const request = stuck("same-route", { ruledOut: ["r1", "r2"], round: 4 });
    const step = askAgain(request, BEN, { version: 3 }, around());
    expect(step.ok && step.next).toEqual({
      ...request,
      version: 4,
      state: { is: "pending" },
      approvals: [],
      round: 5,
      ruledOut: ["r1", "r2"],
      expiresAt: at(SETTINGS.expiresInHours * 3_600),
    });
    const facts = { round: 5, ruledOut: ["r1", "r2"] };
    expect(step.ok && step.entries).toMatchObject([{ action: "asked-again", by: BEN, facts }]);
  });

  it.each([
    [at(-3_599), at(1)],
    [at(-3_600), null],
  ])("opens an hour after the attempt: one that ended at %s", (attemptEndedAt, until) => {
    const step = askAgain(stuck("not-found", { attemptEndedAt }), BEN, { version: 3 }, around());
    if (until) expect(step).toEqual({ ok: false, because: { is: "too-early", until } });
    else expect(outcomeOf(step)).toBe("pending");
  });

  it("of what was never sent opens an hour after the question", () => {
    const never = { attempts: [], attemptEndedAt: null };
    expect(answer("approve-again", stuck("same-route", never))).toBe("pending");
    const early = stuck("same-route", never);
    expect(answer("approve-again", early, BEN, { now: at(-1) })).toBe("refused: too-early");
  });

  it("rules out what people saw with this question", () => {
    const step = askAgain(stuck("same-route", { ruledOut: ["r1"] }), BEN, { version: 3 }, around());
    expect(step.ok && step.next.ruledOut).toEqual(["r1", "r2"]);
  });
});

it("*close* says who closed it and why", () => {
  const step = closeStuck(stuck("known"), BEN, { version: 3, reason: "gone" }, around());
  expect(step.ok && step.next.state).toEqual({
    is: "closed",
    how: "given-up",
    by: BEN,
    at: NOW,
    reason: "gone",
  });
});

function isQuestion(name: string): name is Question {
  return name in OFFERED;
}
