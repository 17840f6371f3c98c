import { describe, expect, it } from "vitest";
import type { Around, Obstacle } from "../../src/request/rules/around.ts";
import { expire } from "../../src/request/rules/claim.ts";
import { approve, callOff } from "../../src/request/rules/decide.ts";
import type { Request } from "../../src/request/rules/request.ts";
import { IMPORT, RESUME } from "./changes.ts";
import { ANNA, at, BEN, CARA, DAN, everyone, NOW } from "./company.ts";
import { outcomeOf, STATES } from "./rails.ts";
import { anAgreed, approvalOf, aRequest, around, aSent, madeOf } from "./situation.ts";

const obstacle = (is: Obstacle["is"]): Obstacle => ({ is, because: "cool-down", until: at(60) });
const frozen = { settings: 1, frozen: "r-freeze" };
const shownOf = ({ digest, round }: Request) => ({ digest, round, checkedIn: "our ledger" });
const approved = (request: Request, by: string, changes: Partial<Around> = {}) =>
  approve(request, by, shownOf(request), around(changes));
const deny = (request: Request, by: string, reason: string, then: Around) =>
  callOff("deny", request, { by, reason }, then);
const withdraw = (request: Request, by: string, then: Around) =>
  callOff("withdraw", request, { by, reason: "" }, then);
const first = aRequest();
const half = { ...first, approvals: [approvalOf(first, BEN)] };

it("an approval says who approved which bytes in which round, and where they looked", () => {
  const stale = approvalOf(half, CARA, { round: 0 });
  const step = approved({ ...half, approvals: [stale, ...half.approvals] }, CARA);
  const shown = { digest: half.digest, round: 1, checkedIn: "our ledger" };
  const approvals = [...half.approvals, { by: CARA, at: NOW, seq: 101, ...shown }];
  const entry = { action: "approved", by: CARA, request: half.id, version: 4, attempt: null };
  expect(madeOf(step)).toMatchObject({ version: 4, approvals, entry: { ...entry, facts: shown } });
});

describe("an approval", () => {
  const gone = everyone("active").set(BEN, "deactivated");
  const silent = new Map([[CARA, "active" as const]]);
  it.each<[string, Request, string, Partial<Around>, string]>([
    ["of the first of two", first, BEN, {}, "pending"],
    ["of the last of two", half, CARA, {}, "ready"],
    ["while Slack is silent about the first", half, CARA, { standings: silent }, "ready"],
    ["after the first person left", half, CARA, { standings: gone }, "pending"],
    ["a second time", half, BEN, {}, "refused: already-approved"],
    ["again after a restore", half, BEN, { restoredAt: 50 }, "pending"],
    ["of one's own request", half, ANNA, {}, "refused: own-request"],
    ["by somebody not named", half, DAN, {}, "refused: not-an-approver"],
    ["of what is agreed", anAgreed(), CARA, {}, "refused: already-agreed"],
    ["for another connection", half, CARA, { connection: null }, "refused: other-connection"],
    ["of what can never be", half, CARA, { obstacle: obstacle("void") }, "refused: obstacle"],
    ["of what has to wait", half, CARA, { obstacle: obstacle("wait") }, "ready"],
    ["too late", { ...half, expiresAt: NOW }, CARA, {}, "refused: expired"],
    ["just in time", { ...half, expiresAt: at(0.001) }, CARA, {}, "ready"],
    ["while frozen", half, CARA, { forces: frozen }, "ready"],
    ["of what is done", aSent(STATES.done), CARA, {}, "refused: over"],
  ])("%s", (_, request, by, changes, expected) => {
    expect(outcomeOf(approved(request, by, changes))).toBe(expected);
  });

  it("covers nothing that changed after the view was drawn", () => {
    for (const other of [{ digest: "0".repeat(64) }, { round: 0 }, { round: 2 }]) {
      const step = approve(half, CARA, { ...shownOf(half), ...other }, around());
      expect(outcomeOf(step)).toBe("refused: changed-since-shown");
    }
  });
});

describe("the last approval of what sends nothing is its claim as well", () => {
  const actionsOf = (step: ReturnType<typeof approve>) =>
    step.ok && step.entries.map(({ action }) => action);

  it("an import is registered in the same step, which waits for what may pass, and no freeze", () => {
    const request = aRequest({ change: IMPORT });
    const step = approved(request, BEN);
    const state = { is: "done", at: NOW, result: { serviceId: "wa_7" } };
    expect(madeOf(step)).toMatchObject({ version: 5, state });
    expect(actionsOf(step)).toEqual(["approved", "registered"]);
    const wait = approved(request, BEN, { obstacle: obstacle("wait") });
    expect(outcomeOf(wait)).toBe("ready: cool-down");
    expect(outcomeOf(approved(request, BEN, { forces: frozen }))).toBe("done");
  });

  it("resuming ends the freeze that was shown, and no other", () => {
    const resume = aRequest({ change: RESUME });
    const before = { ...resume, approvals: [CARA, DAN].map((by) => approvalOf(resume, by)) };
    // A connection may change while frozen, or be missing.
    const situation = { forces: { settings: 1, frozen: resume.id }, connection: null };
    expect(outcomeOf(approved(resume, BEN, situation))).toBe("pending");
    const step = approved(before, BEN, situation);
    expect(actionsOf(step)).toEqual(["approved", "resumed"]);
    expect(outcomeOf(step)).toBe("done");
    expect(outcomeOf(approved(before, BEN, { forces: frozen }))).toBe("ready");
  });
});

const LATE = around({ now: at(72 * 3_600) });

it.each([
  ["pending", "closed: denied", "closed: withdrawn", "closed: expired"],
  ["ready", "closed: denied", "closed: withdrawn", "closed: expired"],
  ["sending", "refused: being-sent", "refused: being-sent", "as it was"],
  ["unknown", "refused: being-sent", "refused: being-sent", "as it was"],
  ["created", "refused: being-sent", "refused: being-sent", "as it was"],
  ["done", "refused: over", "refused: over", "as it was"],
  ["stuck", "refused: not-possible", "refused: not-possible", "as it was"],
  ["closed", "refused: over", "refused: over", "as it was"],
] as const)("what is %s: %s, %s, %s", (status, denied, withdrawn, expired) => {
  const request = aSent(STATES[status]);
  expect(outcomeOf(deny(request, BEN, "no", around()))).toBe(denied);
  expect(outcomeOf(withdraw(request, ANNA, around()))).toBe(withdrawn);
  expect(outcomeOf(expire(request, LATE))).toBe(expired);
  expect(outcomeOf(expire(request, around()))).toBe("as it was");
  expect(outcomeOf(expire({ ...request, expiresAt: null }, LATE))).toBe("as it was");
  if (denied !== "closed: denied") return;
  expect(outcomeOf(deny(request, BEN, "no", LATE))).toBe("refused: expired");
  expect(outcomeOf(withdraw(request, ANNA, LATE))).toBe("refused: expired");
});

it("an end says who, when and why, and a late click gets that answer", () => {
  const step = deny(first, CARA, "no need", around());
  const state = { is: "closed", how: "denied", by: CARA, at: NOW, reason: "no need" };
  const entry = { action: "denied", by: CARA, facts: { reason: "no need" } };
  expect(madeOf(step)).toMatchObject({ state, entry });
  const late = deny(step.ok ? step.next : first, BEN, "", around());
  expect(late).toEqual({ ok: false, because: { is: "over", by: CARA, at: NOW } });
  const done = deny(aSent(STATES.done), BEN, "", around());
  expect(done).toEqual({ ok: false, because: { is: "over", by: null, at: at(-5) } });
});

it("approvers deny, the requester withdraws, and nobody does either to a freeze", () => {
  expect(outcomeOf(deny(first, ANNA, "no", around()))).toBe("refused: not-an-approver");
  expect(outcomeOf(withdraw(first, BEN, around()))).toBe("refused: not-the-requester");
  const resume = aRequest({ change: RESUME, expiresAt: null });
  expect(outcomeOf(deny(resume, BEN, "no", around()))).toBe("refused: not-possible");
  expect(outcomeOf(withdraw(resume, ANNA, around()))).toBe("refused: not-possible");
});
