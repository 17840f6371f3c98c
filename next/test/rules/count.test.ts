import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/standing.ts";
import { countApprovals, isRequesterGone, peopleOf } from "../../src/request/rules/may.ts";
import type { Approval } from "../../src/request/rules/request.ts";
import { SIGNALBOX } from "../../src/request/rules/request.ts";
import { ANNA, BEN, CARA, DAN, everyone, requirement, SETTINGS } from "./company.ts";
import { approvalOf, aRequest, around } from "./situation.ts";

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
const under = (...requirements: ReturnType<typeof requirement>[]) =>
  around({ inForce: { version: 1, settings: { ...SETTINGS, requirements } } });

describe("an approval counts", () => {
  it("if all is well", () => {
    const { quorum, kept } = countApprovals(approved(by(BEN), by(CARA)), around());
    expect(quorum).toBe("met");
    expect(kept).toHaveLength(2);
  });

  it.each<[why: string, approval: Approval]>([
    ["covers another digest", by(CARA, { digest: "0".repeat(64) })],
    ["is of an earlier round", by(CARA, { round: 0 })],
    ["is of a later round", by(CARA, { round: 2 })],
    ["is the requester's own", by(ANNA)],
    ["is of somebody whom only another requirement names", by(DAN)],
    ["is a second one of the same person", by(BEN, { seq: 51 })],
  ])("not if it %s", (_, approval) => {
    const requirements = [...SETTINGS.requirements, requirement({ needed: 0, people: [ANNA] })];
    const inForce = { version: 1, settings: { ...SETTINGS, requirements } };
    const { quorum, kept } = countApprovals(approved(by(BEN), approval), around({ inForce }));
    expect(quorum).toBe("short");
    if (approval.by !== BEN) expect(kept).toEqual([by(BEN)]);
  });

  it.each([
    [49, "met"],
    [50, "short"],
    [51, "short"],
  ])("if its entry 50 is later than the restore's %i: %s", (restoredAt, quorum) => {
    const counted = countApprovals(approved(by(BEN), by(CARA)), around({ restoredAt }));
    expect(counted.quorum).toBe(quorum);
  });

  it.each<[Standing | undefined, string]>([
    ["active", "met"],
    ["guest", "short"],
    ["bot", "short"],
    ["outsider", "short"],
    ["deactivated", "short"],
    ["stranger", "short"],
    [undefined, "unsure"],
  ])("by what Slack says of the person now: %s is %s", (standing, quorum) => {
    const standings = standingOf(CARA, standing);
    const { kept, ...counted } = countApprovals(approved(by(BEN), by(CARA)), around({ standings }));
    expect(counted.quorum).toBe(quorum);
    expect(kept).toHaveLength(quorum === "short" ? 1 : 2);
  });
});

describe("all requirements that apply have to be met", () => {
  const both = [requirement({ needed: 1 }), requirement({ name: "CFO", people: [DAN], needed: 1 })];

  it("each by people whom it names", () => {
    expect(countApprovals(approved(by(BEN), by(CARA)), under(...both)).quorum).toBe("short");
    expect(countApprovals(approved(by(DAN)), under(...both)).quorum).toBe("short");
    expect(countApprovals(approved(by(BEN), by(DAN)), under(...both)).quorum).toBe("met");
  });

  it("and one approval counts for each that names the person", () => {
    const overlapping = both.map((each) => ({ ...each, people: [BEN, DAN] }));
    expect(countApprovals(approved(by(BEN)), under(...overlapping)).quorum).toBe("met");
  });

  it("so without any nothing is ever approved", () => {
    expect(countApprovals(approved(by(BEN), by(CARA)), under()).quorum).toBe("short");
    expect(countApprovals(approved(by(BEN)), around({ inForce: null }))).toEqual({
      quorum: "short",
      kept: [],
      progress: [],
    });
  });

  it("and the card lists for each who has approved and who may", () => {
    const named = requirement({ people: [ANNA, BEN, CARA, DAN] });
    const { progress } = countApprovals(approved(by(BEN), by(BEN)), under(named, ...both));
    expect(progress).toEqual([
      { name: "Treasury", needed: 2, given: [BEN], awaited: [CARA, DAN] },
      { name: "Treasury", needed: 1, given: [BEN], awaited: [CARA] },
      { name: "CFO", needed: 1, given: [], awaited: [DAN] },
    ]);
  });
});

it.each<[Standing | undefined, boolean]>([
  ["active", false],
  ["guest", true],
  ["deactivated", true],
  ["stranger", true],
  [undefined, false],
])("a requester of whom Slack says %s is gone: %s", (standing, isGone) => {
  expect(isRequesterGone(request, around({ standings: standingOf(ANNA, standing) }))).toBe(isGone);
});

it("the requester and all who approved are looked up, each once, and never the product", () => {
  expect(peopleOf(approved(by(BEN), by(CARA), by(BEN)))).toEqual([ANNA, BEN, CARA]);
  expect(peopleOf(aRequest({ requestedBy: SIGNALBOX }))).toEqual([]);
});
