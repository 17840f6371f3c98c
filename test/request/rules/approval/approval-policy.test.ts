import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  whyUnsatisfiable,
  withMembers,
} from "../../../../src/request/rules/approval/approval-policy.ts";
import { aPolicy, BEN, CAL, DAN } from "../../../support/builders.ts";

describe("a policy that nobody could satisfy", () => {
  it.each([
    [[], 1],
    [[BEN], 1],
    [[BEN, CAL], 2],
    [[BEN, BEN, CAL], 2],
    [[BEN, CAL, DAN], 3],
  ])("is one with the approvers %j and %i required", (approvers, approvalsRequired) => {
    expect(whyUnsatisfiable(aPolicy({ approvers, approvalsRequired }))).toMatch(
      `Name at least ${approvalsRequired + 1} approvers`,
    );
  });

  it("is any that an approver who asks could not get past, and no other", () => {
    const people = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 7 }), (approvers, approvalsRequired) => {
        const [requester] = approvers;
        const others = approvers.filter((each) => each !== requester);

        const why = whyUnsatisfiable(aPolicy({ approvers, approvalsRequired }));

        expect(why === undefined).toBe(others.length >= approvalsRequired);
      }),
    );
  });
});

describe("a policy with the members of its groups", () => {
  const rule = { rule: "Theirs", approvers: [], groups: ["S0THEIRS"], approvalsRequired: 1 };
  it.each([
    ["the deciding rule", aPolicy({ groups: ["S0THEIRS"] })],
    ["a rule beside it", aPolicy({ also: [rule] })],
    ["the rule for imports", aPolicy({ imports: rule })],
  ])("is none where Slack does not say who is in a group of %s", (_, policy) => {
    expect(withMembers(policy, new Map())).toBeNull();
    expect(JSON.stringify(withMembers(policy, new Map([["S0THEIRS", [BEN]]])))).toContain(
      JSON.stringify({ members: { S0THEIRS: [BEN] } }).slice(1, -1),
    );
  });
});
