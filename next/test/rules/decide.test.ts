import { expect, it } from "vitest";
import { deny, expire, withdraw } from "../../src/request/rules/decide.ts";
import { RESUME } from "./changes.ts";
import { ANNA, at, BEN, CARA, NOW } from "./company.ts";
import { outcomeOf, STATES } from "./rails.ts";
import { aRequest, around, aSent } from "./situation.ts";

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
  const step = deny(aRequest(), CARA, "no need", around());
  const state = { is: "closed", how: "denied", by: CARA, at: NOW, reason: "no need" };
  expect(step.ok && step.next.state).toEqual(state);
  const facts = { how: "denied", reason: "no need" };
  expect(step.ok && step.entries).toMatchObject([{ action: "denied", by: CARA, facts }]);
  const late = step.ok ? deny(step.next, BEN, "", around()) : step;
  expect(late.ok || late.because).toEqual({ is: "over", by: CARA, at: NOW });
  const done = deny(aSent(STATES.done), BEN, "", around());
  expect(done.ok || done.because).toEqual({ is: "over", by: null, at: at(-5) });
});

it("approvers deny, the requester withdraws, and nobody does either to a freeze", () => {
  expect(outcomeOf(deny(aRequest(), ANNA, "no", around()))).toBe("refused: not-an-approver");
  expect(outcomeOf(withdraw(aRequest(), BEN, around()))).toBe("refused: not-the-requester");
  const resume = aRequest({ change: RESUME, expiresAt: null });
  expect(outcomeOf(deny(resume, BEN, "no", around()))).toBe("refused: not-possible");
  expect(outcomeOf(withdraw(resume, ANNA, around()))).toBe("refused: not-possible");
});
