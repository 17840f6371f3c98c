import { expect, it } from "vitest";
import { countApprovals, peopleOf } from "../../src/request/rules/may.ts";
import { type Approval, SIGNALBOX } from "../../src/request/rules/request.ts";
import { ANNA, BEN, CARA, DAN, requirement, SETTINGS } from "./company.ts";
import { approvalOf, aRequest, around } from "./situation.ts";

/** `test/model/enumerate.test.ts` shows that the quorum is right; here is what cards say of it. */

const approved = (...approvals: Approval[]) => aRequest({ approvals });
const by = (person: string, changes: Partial<Approval> = {}) =>
  approvalOf(aRequest(), person, changes);
const under = (...requirements: ReturnType<typeof requirement>[]) =>
  around({ inForce: { version: 1, settings: { ...SETTINGS, requirements } }, restoredAt: 40 });

it.each<[string, Approval, isKept: boolean]>([
  ["if all is well", by(CARA), true],
  ["not of another digest", by(CARA, { digest: "0".repeat(64) }), false],
  ["not of a later round", by(CARA, { round: 2 }), false],
  ["not of the requester", by(ANNA), false],
  ["not of somebody whom only another requirement names", by(DAN), false],
  ["not if a restore came later", by(CARA, { seq: 40 }), false],
  ["if a restore came before", by(CARA, { seq: 41 }), true],
])("an approval is kept %s", (_, approval, isKept) => {
  const others = requirement({ covers: "destinations", people: [DAN] });
  const situation = under(requirement({ people: [ANNA, BEN, CARA] }), others);
  const { kept, quorum } = countApprovals(approved(by(BEN), approval), situation);
  expect(kept).toEqual(isKept ? [by(BEN), approval] : [by(BEN)]);
  expect(quorum).toBe(isKept ? "met" : "short");
});

it("the card lists for each requirement who has approved and who may", () => {
  const second = requirement({ name: "CFO", people: [DAN], needed: 1 });
  const situation = under(requirement({ people: [ANNA, BEN, CARA, DAN] }), second);
  const three = approved(by(BEN), by(BEN), by(CARA));
  expect(countApprovals(three, situation).progress).toEqual([
    { name: "Treasury", needed: 2, given: [BEN, CARA], awaited: [DAN] },
    { name: "CFO", needed: 1, given: [], awaited: [DAN] },
  ]);
});

it("without settings, or a requirement that applies, nothing is ever approved", () => {
  const nothing = { quorum: "short", kept: [], progress: [] };
  expect(countApprovals(approved(by(BEN)), around({ inForce: null }))).toEqual(nothing);
  expect(countApprovals(approved(by(BEN)), under())).toEqual(nothing);
});

it("the requester and all who approved are looked up, each once, and never the product", () => {
  expect(peopleOf(approved(by(BEN), by(CARA), by(BEN)))).toEqual([ANNA, BEN, CARA]);
  expect(peopleOf(aRequest({ requestedBy: SIGNALBOX }))).toEqual([]);
});
