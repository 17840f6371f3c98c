import { expect, it } from "vitest";
import { report, retire, takeOut } from "../../src/request/rules/at-once.ts";
import { claim } from "../../src/request/rules/claim.ts";
import { approve, callOff } from "../../src/request/rules/decide.ts";
import { countApprovals, deciders, whyNot } from "../../src/request/rules/may.ts";
import type { State } from "../../src/request/rules/request.ts";
import { forcesAfter } from "../../src/request/rules/step.ts";
import { ADDITION, contentOf, NEW_SETTINGS } from "./changes.ts";
import { ANNA, BEN, CARA, DAN, EVE, FINN, NOW, requirement, SETTINGS } from "./company.ts";
import { outcomeOf, STATES, TRUST, TRUSTED } from "./rails.ts";
import { anAgreed, approvalOf, aRequest, around, aSent, nextOf } from "./situation.ts";

const REGISTERED: State = { is: "done", at: NOW, result: { serviceId: "wa_1" } };
const registered = aSent(REGISTERED, { change: ADDITION });

it("anyone of the team reports a Rail once, and takes nothing from what others said", () => {
  const first = nextOf(report(aSent(STATES.done), EVE, "Not ours", around()));
  expect(first).toMatchObject({ version: 4, reports: [{ by: EVE, at: NOW, reason: "Not ours" }] });
  expect(report(first, EVE, "Again", around())).toMatchObject({
    because: { is: "already-reported" },
  });
  expect(nextOf(report(first, ANNA, "All is well", around())).reports).toHaveLength(2);
  expect(report(first, FINN, "", around())).toMatchObject({ because: { is: "not-of-the-team" } });
  expect(nextOf(report(aSent(TRUSTED, { change: TRUST }), EVE, "", around())).reports).toHaveLength(
    1,
  );
});

it("a report is about the request that names the Rail now", () => {
  const trusted = aSent(TRUSTED, { change: TRUST });
  const newest = around({ trustedBy: trusted.id });
  expect(report(trusted, EVE, "", newest).ok).toBe(true);
  expect(report(aSent(STATES.done), EVE, "", around({ trustedBy: "another" }))).toMatchObject({
    because: { is: "changed-since-shown" },
  });
});

it("only a Rail that is done is reported, and only a registered destination retired", () => {
  for (const state of Object.values(STATES).filter(({ is }) => is !== "done")) {
    expect(report(aSent(state), EVE, "", around())).toMatchObject({
      because: { is: "held-already" },
    });
    expect(retire(aSent(state), BEN, "", around())).toMatchObject({
      because: { is: state.is === "closed" ? "over" : "not-possible" },
    });
  }
  expect(report(registered, EVE, "", around()).ok).toBe(false);
  expect(retire(aSent(STATES.done), BEN, "", around()).ok).toBe(false);
  expect(outcomeOf(retire(registered, DAN, "Moved", around()))).toBe("closed: retired");
  expect(retire(registered, EVE, "", around())).toMatchObject({
    because: { is: "not-an-approver" },
  });
});

it("a person is taken out of all requirements, where enough others remain", () => {
  const people = [BEN, CARA, DAN];
  const requirements = [
    requirement({ people, needed: 2 }),
    requirement({ name: "R", people, needed: 1 }),
  ];
  const settings = { ...SETTINGS, requirements };
  expect(takeOut(settings, CARA)).toBeNull();
  const [more = requirement()] = [requirement({ people: [...people, EVE] })];
  const taken = takeOut({ ...settings, requirements: [more], auditors: [CARA, FINN] }, CARA);
  expect(taken).toMatchObject({ requirements: [{ people: [BEN, DAN, EVE] }], auditors: [FINN] });
});

const change = {
  ...NEW_SETTINGS,
  settings: {
    ...SETTINGS,
    requirements: [requirement({ people: [BEN, DAN] }), ...SETTINGS.requirements.slice(1)],
  },
};

it("nobody decides about a change of the settings that takes them out", () => {
  const request = aRequest({ change });
  for (const deed of ["approve", "deny"] as const) {
    expect(whyNot(deed, CARA, request, around())).toEqual({ is: "removed-by-it" });
    expect(whyNot(deed, BEN, request, around())).toBeNull();
  }
  expect(deciders(contentOf(change), ANNA, SETTINGS)).toEqual([BEN, DAN]);
  const approvals = [approvalOf(request, CARA), approvalOf(request, BEN)];
  expect(countApprovals({ ...request, approvals }, around()).kept).toEqual([approvals[1]]);
  expect(outcomeOf(callOff("deny", request, { by: CARA, reason: "No" }, around()))).toBe(
    "refused: removed-by-it",
  );
});

it("a change of the settings needs what it alters too, by its old text", () => {
  const conditional = requirement({
    name: "CFO",
    when: { isFirstUse: true },
    people: [EVE],
    needed: 1,
  });
  const settings = { ...SETTINGS, requirements: [...SETTINGS.requirements, conditional] };
  const with_ = (changes: object) =>
    deciders(contentOf({ ...NEW_SETTINGS, settings: { ...settings, ...changes } }), ANNA, settings);
  expect(with_({})).toEqual([BEN, CARA, DAN]);
  expect(with_({ requirements: SETTINGS.requirements })).toEqual([BEN, CARA, DAN, EVE]);
});

it("settings take effect as the next version, and only over the one that they were drawn against", () => {
  const agreed = anAgreed({ change: NEW_SETTINGS });
  const step = claim(agreed, around(), null);
  expect(outcomeOf(step)).toBe("done");
  if (step.ok) expect(forcesAfter(step.entries, { settings: 1, frozen: null }).settings).toBe(2);
  const later = around({ forces: { settings: 2, frozen: null } });
  expect(nextOf(claim(agreed, later, null)).state).toMatchObject({
    how: "void",
    reason: "superseded",
  });
  const frozen = around({ forces: { settings: 1, frozen: "r9" } });
  expect(outcomeOf(claim(agreed, frozen, null))).toBe("done");
});

it("trust takes effect with the last approval, over exactly what was shown", () => {
  const request = aRequest({ change: TRUST });
  const shown = { digest: request.digest, round: 1, checkedIn: null };
  const one = nextOf(approve(request, BEN, shown, around()));
  const two = nextOf(approve(one, CARA, shown, around()));
  expect(two.state).toMatchObject({
    result: { railId: "rail_1", issued: TRUST.shown, matched: true },
  });
  const unregistered = aRequest({ change: { ...TRUST, registeredAs: null } });
  const three = { ...shown, digest: unregistered.digest };
  const both = nextOf(
    approve(nextOf(approve(unregistered, BEN, three, around())), CARA, three, around()),
  );
  // Ben is named by the register's requirement as well.
  expect(both.state.is).toBe("done");
  expect(deciders(unregistered.content, ANNA, SETTINGS)).toEqual([BEN, CARA, DAN]);
});
