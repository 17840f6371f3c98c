import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/standing.ts";
import { countApprovals, isRequesterGone, peopleOf } from "../../src/request/rules/may.ts";
import { type Approval, SIGNALBOX } from "../../src/request/rules/request.ts";
import { ANNA, BEN, CARA, DAN, everyone, requirement, SETTINGS } from "./company.ts";
import { approvalOf, aRequest, around } from "./situation.ts";

/** That the quorum is counted as defined, `test/model/enumerate.test.ts` shows; here is what a card says of it. */

const request = aRequest();
const approved = (...approvals: Approval[]) => aRequest({ approvals });
const by = (person: string, changes: Partial<Approval> = {}) =>
  approvalOf(request, person, changes);
const standingOf = (person: string, standing: Standing | undefined) => {
  const standings = everyone("active");
  if (standing) standings.set(person, standing);
  else standings.delete(person);
  return standings;
};

describe("an approval is kept", () => {
  it.each<[why: string, approval: Approval, isKept: boolean]>([
    ["if all is well", by(CARA), true],
    ["not of another digest", by(CARA, { digest: "0".repeat(64) }), false],
    ["not of a later round", by(CARA, { round: 2 }), false],
    ["not of the requester", by(ANNA), false],
    ["not of somebody whom only another requirement names", by(DAN), false],
    ["if it is a second one of a person", by(BEN, { seq: 51 }), true],
    ["not if a restore came later", by(CARA, { seq: 40 }), false],
    ["if a restore came before", by(CARA, { seq: 41 }), true],
  ])("%s", (_, approval, isKept) => {
    const requirements = [...SETTINGS.requirements, requirement({ needed: 0, people: [ANNA] })];
    const inForce = { version: 1, settings: { ...SETTINGS, requirements } };
    const counted = countApprovals(
      approved(by(BEN), approval),
      around({ inForce, restoredAt: 40 }),
    );
    expect(counted.kept).toEqual(isKept ? [by(BEN), approval] : [by(BEN)]);
    expect(counted.quorum).toBe(isKept && approval.by !== BEN ? "met" : "short");
  });
});

it("the card lists for each requirement who has approved and who may", () => {
  const requirements = [
    requirement({ people: [ANNA, BEN, CARA, DAN] }),
    requirement({ name: "CFO", people: [DAN], needed: 1 }),
  ];
  const inForce = { version: 1, settings: { ...SETTINGS, requirements } };
  const { progress } = countApprovals(approved(by(BEN), by(BEN)), around({ inForce }));
  expect(progress).toEqual([
    { name: "Treasury", needed: 2, given: [BEN], awaited: [CARA, DAN] },
    { name: "CFO", needed: 1, given: [], awaited: [DAN] },
  ]);
});

it("without settings, or a requirement that applies, nothing is ever approved", () => {
  const nothing = { quorum: "short", kept: [], progress: [] };
  const inForce = { version: 1, settings: { ...SETTINGS, requirements: [] } };
  expect(countApprovals(approved(by(BEN)), around({ inForce: null }))).toEqual(nothing);
  expect(countApprovals(approved(by(BEN)), around({ inForce }))).toEqual(nothing);
});

it.each<[Standing | undefined, boolean]>([
  ["active", false],
  ["guest", true],
  ["stranger", true],
  [undefined, false],
])("a requester of whom Slack says %s is gone: %s", (standing, isGone) => {
  expect(isRequesterGone(request, around({ standings: standingOf(ANNA, standing) }))).toBe(isGone);
});

it("the requester and all who approved are looked up, each once, and never the product", () => {
  expect(peopleOf(approved(by(BEN), by(CARA), by(BEN)))).toEqual([ANNA, BEN, CARA]);
  expect(peopleOf(aRequest({ requestedBy: SIGNALBOX }))).toEqual([]);
});
