import { describe, expect, it } from "vitest";
import { awaited } from "../../src/request/rules/approval/awaited.ts";
import type { Command } from "../../src/request/rules/decide.ts";
import { decide } from "../../src/request/rules/decide.ts";
import { evolve } from "../../src/request/rules/evolve.ts";
import { ANA, aPolicy, aRequest, BEN, CAL, DAN } from "../support/builders.ts";
import type { SaidOfPeople } from "../support/people.ts";
import { aRoster } from "../support/people.ts";
import { approvalsOf, approving, around, inShort, inStatus, inUse } from "./situations.ts";

const GROUP = "S0TREASURY";
const EVE = "U0EVE00001";
/** Ben by himself, and whoever is in the group. */
const policy = aPolicy({ approvers: [BEN], groups: [GROUP] });

function decided(
  command: Command,
  request = aRequest({ policy }),
  said: Partial<SaidOfPeople> = {},
) {
  const roster = aRoster({ members: { [GROUP]: [ANA, CAL, DAN] }, ...said });
  return decide(command, request, around({ policy, roster }));
}

const waiting = (...approvers: string[]) =>
  aRequest({ policy, approvals: approvalsOf(...approvers) });
const approved = (...approvers: string[]) =>
  inStatus("approved", {}, { policy, approvals: approvalsOf(...approvers) });
const claim: Command = { type: "claim" };

describe("an approval", () => {
  it("counts of a member of a named group, and of nobody else", () => {
    expect(inShort(decided(approving(aRequest(), CAL)))).toBe("approval-given");
    expect(inShort(decided(approving(aRequest(), EVE)))).toBe("no: not-an-approver");
  });

  it("needs the group that is in force to name them too", () => {
    const frozen = aRequest({ policy: aPolicy({ approvers: [], groups: ["S0FORMER"] }) });
    const members = { [GROUP]: [CAL], S0FORMER: [CAL, DAN] };

    expect(inShort(decided(approving(frozen, CAL), frozen, { members }))).toBe("approval-given");
    expect(inShort(decided(approving(frozen, DAN), frozen, { members }))).toBe(
      "no: not-an-approver",
    );
  });

  it("counts only of those who were in the group when it was asked for, and are in it now", () => {
    const frozen = { ...policy, members: { [GROUP]: [CAL, EVE] } };
    const request = aRequest({ policy: frozen });
    const by = (user: string) => inShort(decided(approving(request, user), request));

    expect(by(CAL)).toBe("approval-given");
    expect(by(DAN)).toBe("no: not-an-approver");
    expect(by(EVE)).toBe("no: not-an-approver");
    expect(awaited(request, aPolicy({ approvers: [CAL, DAN], groups: [] })).people).toEqual([CAL]);
  });

  it("is not needed to stop: Slack's last answer is enough for that while it is silent", () => {
    const members = { [GROUP]: null };
    const lastKnown = new Map([[GROUP, [CAL]]]);
    const standings = { [CAL]: "not-known", [DAN]: "not-known" } as const;
    const roster = { ...aRoster({ members, standings }), lastKnown };
    const request = aRequest({ policy: { ...policy, members: { [GROUP]: [DAN] } } });
    const denied = (by: string) =>
      decide({ type: "deny", by, reason: "No" }, request, around({ policy, roster }));

    expect(inShort(denied(CAL))).toBe("denied");
    expect(inShort(denied(DAN))).toBe("no: not-an-approver");
    expect(inShort(decide(approving(request, DAN), request, around({ policy, roster })))).toBe(
      "no: group-not-known",
    );
  });

  it("is refused while Slack does not say who is in the group, but not of those named without it", () => {
    const members = { [GROUP]: null };

    expect(inShort(decided(approving(aRequest(), CAL), undefined, { members }))).toBe(
      "no: group-not-known",
    );
    expect(inShort(decided(approving(aRequest(), BEN), undefined, { members }))).toBe(
      "approval-given",
    );
  });

  it("is never the requester's own, not even with another account", () => {
    expect(inShort(decided(approving(aRequest(), ANA)))).toBe("no: self-approval");
    const persons = { [ANA]: "W0ANA", [CAL]: "W0ANA" };
    expect(inShort(decided(approving(aRequest(), CAL), undefined, { persons }))).toBe(
      "no: self-approval",
    );
  });

  it("is refused while Slack does not say who the requester is", () => {
    const roster = aRoster();
    const persons = new Map([...roster.persons].filter(([user]) => user !== ANA));

    const decision = decide(
      approving(aRequest(), BEN),
      aRequest(),
      around({ roster: { ...roster, persons } }),
    );

    expect(inShort(decision)).toBe("no: person-not-known");
  });

  it("is given once by a person with two accounts", () => {
    const persons = { [BEN]: "W0BEN", [CAL]: "W0BEN" };

    const again = decided(approving(aRequest(), CAL), waiting(BEN), { persons });

    expect(inShort(again)).toBe("no: already-approved-by-you");
  });

  it("ends those that do not count any more, and says why; the leaver's is given by another", () => {
    const left = { standings: { [CAL]: "deactivated" as const } };
    const request = waiting(CAL);

    const decision = decided(approving(request, BEN), request, left);

    expect(inShort(decision)).toBe("approvals-lapsed, approval-given");
    const after = (decision.events ?? []).reduce(evolve, request);
    expect(after.approvals.map(({ by }) => by)).toEqual([BEN]);
    expect(after.state).toEqual({
      status: "pending",
      lapsed: [{ by: CAL, because: "deactivated" }],
    });
  });
});

describe("before anything is sent", () => {
  it("members of the group are counted as they are then", () => {
    expect(inShort(decided(claim, approved(BEN, CAL)))).toBe("sending-started");
    const left = decided(claim, approved(BEN, CAL), { members: { [GROUP]: [DAN] } });

    expect(left.events).toEqual([
      expect.objectContaining({
        type: "approvals-lapsed",
        of: [CAL],
        because: { [CAL]: "not-named" },
      }),
    ]);
  });

  it("nobody counts whose group is not known, and nobody's approval ends for it", () => {
    const decision = decided(claim, approved(BEN, CAL), { members: { [GROUP]: null } });

    expect(inShort(decision)).toBe("no: below-quorum");
  });

  it.each([
    ["two accounts of one person", { [BEN]: "W0ONE", [CAL]: "W0ONE" }, "same-person"],
    ["another account of the requester", { [ANA]: "W0ONE", [CAL]: "W0ONE" }, "requester"],
  ])("%s count once, or never", (_, persons, because) => {
    const decision = decided(claim, approved(BEN, CAL), { persons });

    expect(decision.events).toMatchObject([
      { type: "approvals-lapsed", of: [CAL], because: { [CAL]: because } },
    ]);
    const three = decided(claim, approved(BEN, CAL, DAN), { persons });
    expect(three.events).toMatchObject([{ countedApprovers: [BEN, DAN] }]);
  });

  it("the person who added the destination is not alone when two people approve, known or not", () => {
    const register = inUse({ addedBy: "U0GONE0001", isUnused: true });
    expect(inShort(decide(claim, inStatus("approved"), around({ register })))).toBe(
      "sending-started",
    );
    const one = aPolicy({ approvalsRequired: 1 });
    const alone = inStatus("approved", {}, { policy: one, approvals: approvalsOf(BEN) });
    expect(inShort(decide(claim, alone, around({ register, policy: one })))).toBe(
      "no: below-quorum",
    );
    const persons = { U0GONE0001: "W0BEN", [BEN]: "W0BEN" };
    const hers = around({ register, policy: one, roster: aRoster({ persons }) });
    expect(inShort(decide(claim, alone, hers))).toBe("approvals-lapsed");
  });

  it("it waits while Slack does not say who the requester is", () => {
    const roster = aRoster();
    const persons = new Map([...roster.persons].filter(([user]) => user !== ANA));
    const request = inStatus("approved");

    expect(inShort(decide(claim, request, around({ roster: { ...roster, persons } })))).toBe(
      "no: below-quorum",
    );
  });
});
