import { describe, expect, it } from "vitest";
import { approve } from "../../src/request/rules/approve.ts";
import type { Obstacle } from "../../src/request/rules/around.ts";
import { deny, expire, withdraw } from "../../src/request/rules/decide.ts";
import { digestOf } from "../../src/request/rules/digest.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { CHANGES, contentOf, IMPORT, ON_RAMP, RESUME } from "./changes.ts";
import { ANNA, at, BEN, CARA, CONNECTION, DAN, everyone, NOW } from "./company.ts";
import { altered, leavesOf } from "./leaves.ts";
import { outcomeOf, STATES } from "./rails.ts";
import { anAgreed, approvalOf, aRequest, around, aSent } from "./situation.ts";

const WAIT: Obstacle = { is: "wait", because: "cool-down", until: at(60) };
const VOID: Obstacle = { is: "void", because: "destination-gone", until: null };

/** A kind is no field that changes alone. */
const LEAVES = leavesOf(contentOf(ON_RAMP)).filter((path) => path !== "change.kind");

const shownOf = ({ digest, round }: Request) => ({ digest, round, checkedIn: "our ledger" });
const approved = (request: Request, by: string = BEN, changes: Parameters<typeof around>[0] = {}) =>
  approve(request, by, shownOf(request), around(changes));
const withBen = aRequest();
const half = { ...withBen, approvals: [approvalOf(withBen, BEN)] };

describe("approving", () => {
  it("writes down who approved which bytes in which round, and where they looked", () => {
    const step = approved(half, CARA);
    if (!step.ok) throw new Error(step.because.is);
    const shown = { digest: half.digest, round: 1, checkedIn: "our ledger" };
    expect(step.next.approvals).toEqual([
      ...half.approvals,
      { by: CARA, at: NOW, seq: 101, ...shown },
    ]);
    expect(step.next.version).toBe(half.version + 1);
    expect(step.entries).toEqual([
      { action: "approved", by: CARA, request: half.id, version: 4, attempt: null, facts: shown },
    ]);
  });

  it.each<[string, Request, string, Parameters<typeof around>[0], string]>([
    ["the first of two", aRequest(), BEN, {}, "pending"],
    ["the last of two", half, CARA, {}, "ready"],
    [
      "the last, while Slack says nothing of the first",
      half,
      CARA,
      { standings: new Map([[CARA, "active"]]) },
      "ready",
    ],
    [
      "the last, after the first person left",
      half,
      CARA,
      { standings: everyone("active").set(BEN, "deactivated") },
      "pending",
    ],
    ["a second of the same person", half, BEN, {}, "refused: already-approved"],
    ["a second after a restore took the first", half, BEN, { restoredAt: 50 }, "pending"],
    ["one by the requester", half, ANNA, {}, "refused: own-request"],
    ["one by somebody not named", half, DAN, {}, "refused: not-an-approver"],
    [
      "one of what is agreed",
      anAgreed({ approvals: half.approvals }),
      CARA,
      {},
      "refused: already-agreed",
    ],
    ["one of another connection", half, CARA, { connection: null }, "refused: other-connection"],
    ["one of what can never be", half, CARA, { obstacle: VOID }, "refused: obstacle"],
    ["one of what has to wait", half, CARA, { obstacle: WAIT }, "ready"],
    ["one of what has expired", aRequest({ expiresAt: NOW }), BEN, {}, "refused: expired"],
    ["one just in time", aRequest({ expiresAt: at(0.001) }), BEN, {}, "pending"],
    ["one while frozen", half, CARA, { forces: { settings: 1, frozen: "r" } }, "ready"],
  ])("%s", (_, request, by, changes, expected) => {
    expect(outcomeOf(approved(request, by, changes))).toBe(expected);
  });

  it.each([{ digest: "0".repeat(64) }, { round: 0 }, { round: 2 }])(
    "what another view showed is refused: %j",
    (other) => {
      const shown = { ...shownOf(half), ...other };
      expect(outcomeOf(approve(half, CARA, shown, around()))).toBe("refused: changed-since-shown");
    },
  );

  it.each(leavesOf(CONNECTION))("for a service with another %s is refused", (path) => {
    const connection = { ...altered(CONNECTION, path), hasToken: true, isListed: true };
    expect(outcomeOf(approved(half, CARA, { connection }))).toBe("refused: other-connection");
  });

  it.each(LEAVES)("what was shown before its %s changed is refused", (path) => {
    const content = altered(half.content, path);
    const changed = { ...half, content, digest: digestOf(content) };
    expect(outcomeOf(approve(changed, CARA, shownOf(half), around()))).toBe(
      "refused: changed-since-shown",
    );
  });

  it("replaces an approval of the same person that does not count", () => {
    const stale = approvalOf(half, CARA, { round: 0 });
    const step = approved({ ...half, approvals: [stale, ...half.approvals] }, CARA);
    expect(step.ok && step.next.approvals.map(({ by, round }) => [by, round])).toEqual([
      [BEN, 1],
      [CARA, 1],
    ]);
  });
});

describe("the last approval of what sends nothing is its claim as well", () => {
  it("an import is registered in the same step", () => {
    const step = approved(aRequest({ change: IMPORT }));
    expect(outcomeOf(step)).toBe("done");
    expect(step.ok && step.entries.map(({ action }) => action)).toEqual(["approved", "registered"]);
    expect(step.ok && step.next).toMatchObject({
      version: 5,
      state: { result: { serviceId: "wa_7" } },
    });
  });

  it("which waits where it must", () => {
    const request = aRequest({ change: IMPORT });
    expect(outcomeOf(approved(request, BEN, { obstacle: WAIT }))).toBe("ready: cool-down");
    expect(outcomeOf(approved(request, BEN, { forces: { settings: 1, frozen: "r" } }))).toBe(
      "done",
    );
  });

  it("and resuming ends the freeze that was shown, and no other", () => {
    const first = aRequest({ change: RESUME });
    const agreed = { ...first, approvals: [CARA, DAN].map((by) => approvalOf(first, by)) };
    const forces = { settings: 1, frozen: first.id };
    expect(outcomeOf(approved(first, BEN, { forces }))).toBe("pending");
    const step = approved(agreed, BEN, { forces });
    expect(step.ok && step.entries.map(({ action }) => action)).toEqual(["approved", "resumed"]);
    expect(outcomeOf(step)).toBe("done");
    expect(outcomeOf(approved(agreed, BEN, { forces: { settings: 1, frozen: "other" } }))).toBe(
      "ready",
    );
  });

  // Design, "Freeze": "It ends only as done or replaced." A connection may change while frozen, or be missing.
  it("and resuming goes on under another connection, or without one", () => {
    const resume = aRequest({ change: RESUME });
    const forces = { settings: 1, frozen: resume.id };
    expect(outcomeOf(approved(resume, BEN, { forces, connection: null }))).toBe("pending");
  });
});

/** What somebody who may gets, in each state. */
const ENDS: Record<keyof typeof STATES, [deny: string, withdraw: string, expire: string]> = {
  pending: ["closed: denied", "closed: withdrawn", "closed: expired"],
  ready: ["closed: denied", "closed: withdrawn", "closed: expired"],
  sending: ["refused: being-sent", "refused: being-sent", "as it was"],
  unknown: ["refused: being-sent", "refused: being-sent", "as it was"],
  created: ["refused: being-sent", "refused: being-sent", "as it was"],
  done: ["refused: over", "refused: over", "as it was"],
  stuck: ["refused: not-possible", "refused: not-possible", "as it was"],
  closed: ["refused: over", "refused: over", "as it was"],
};

describe.each(Object.entries(ENDS))(
  "a request that is %s",
  (status, [denied, withdrawn, expired]) => {
    const state = Object.values(STATES).find(({ is }) => is === status) ?? STATES.pending;
    const request = aSent(state);

    it("is denied, withdrawn, approved or expired only while it waits", () => {
      const late = around({ now: at(72 * 3_600) });
      expect(outcomeOf(deny(request, BEN, "no", around()))).toBe(denied);
      expect(outcomeOf(withdraw(request, ANNA, around()))).toBe(withdrawn);
      expect(outcomeOf(expire(request, late))).toBe(expired);
      expect(outcomeOf(expire({ ...request, expiresAt: null }, late))).toBe("as it was");
      if (denied.startsWith("refused")) expect(outcomeOf(approved(request))).toBe(denied);
      else expect(outcomeOf(deny(request, BEN, "no", late))).toBe("refused: expired");
    });
  },
);

it("an end says who, when and why, and a late click gets that answer", () => {
  const step = deny(half, CARA, "no need", around());
  expect(step.ok && step.next.state).toEqual({
    is: "closed",
    how: "denied",
    by: CARA,
    at: NOW,
    reason: "no need",
  });
  const facts = { how: "denied", reason: "no need" };
  expect(step.ok && step.entries).toMatchObject([{ action: "denied", by: CARA, facts }]);
  const late = step.ok ? approved(step.next) : step;
  expect(late.ok || late.because).toEqual({ is: "over", by: CARA, at: NOW });
  const done = approved(aSent(STATES.done));
  expect(done.ok || done.because).toEqual({ is: "over", by: null, at: at(-5) });
});

it("nobody denies for others what they may not, and only the requester withdraws", () => {
  expect(outcomeOf(deny(half, ANNA, "no", around()))).toBe("refused: not-an-approver");
  expect(outcomeOf(withdraw(half, BEN, around()))).toBe("refused: not-the-requester");
});

it("a freeze is neither denied nor withdrawn, and does not expire", () => {
  const resume = aRequest({ change: RESUME, expiresAt: null });
  expect(outcomeOf(deny(resume, BEN, "no", around()))).toBe("refused: not-possible");
  expect(outcomeOf(withdraw(resume, ANNA, around()))).toBe("refused: not-possible");
  expect(CHANGES).toContain(RESUME);
});
