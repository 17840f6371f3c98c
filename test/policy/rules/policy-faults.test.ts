import { describe, expect, it } from "vitest";
import {
  MOST_APPROVERS,
  MOST_GROUPS,
  MOST_RULES,
  policyFaults,
} from "../../../src/policy/rules/policy-faults.ts";
import type {
  PolicyRule,
  RuleCondition,
} from "../../../src/request/rules/approval/policy-document.ts";
import { aRule, BEN, CAL } from "../../support/builders.ts";

/** With a last rule for everything behind it. */
function faultsOf(...rules: Partial<PolicyRule>[]) {
  const all = [...rules.map((rule) => aRule(rule)), aRule({ name: "All else" })];
  return policyFaults({ rules: all, coolDownHours: 24 });
}

const FOR_RAILS: RuleCondition = { changes: ["create-rail"] };
const ids = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}0${String(index).padStart(6, "0")}`);

describe("a policy without fault", () => {
  it.each<[string, Partial<PolicyRule>[]]>([
    ["one rule for everything", []],
    ["a rule for Rails first", [{ name: "Rails", when: FOR_RAILS }]],
    [
      "narrow rules before wide ones",
      [
        { name: "First use", when: { changes: ["create-rail"], isFirstUse: true } },
        { name: "To Treasury", when: { changes: ["create-rail"], destinations: ["wa_1001"] } },
        { name: "Rails", when: FOR_RAILS },
        { name: "Network", when: { networks: ["SOLANA"] } },
      ],
    ],
    ["growing reminders", [{ when: FOR_RAILS, remindAfterHours: [1, 2, 4, 8, 23] }]],
    ["a group alone", [{ when: FOR_RAILS, approvers: [], groups: ["S0TREASURY"] }]],
  ])("is %s", (_, rules) => {
    expect(faultsOf(...rules)).toEqual([]);
  });
});

describe("a policy is not taken", () => {
  it("with auditors who approve, are there twice, are no ids, or are too many", () => {
    const of = (...auditors: string[]) =>
      policyFaults({ rules: [aRule({ groups: ["S0TREASURY"] })], coolDownHours: 24, auditors });

    expect(of("U0AUDIT", "S0AUDIT")).toEqual([]);
    expect(of(BEN, "S0TREASURY").map(({ at }) => at)).toEqual([
      ["rules", 0, "approvers", 0],
      ["rules", 0, "groups", 0],
    ]);
    expect(of("U0AUDIT", "U0AUDIT", "audit").map(({ at }) => at)).toEqual([
      ["auditors", 1],
      ["auditors", 2],
    ]);
    expect(of(...ids("U", 51))).toMatchObject([{ at: ["auditors"] }]);
  });

  it("without a rule", () => {
    expect(policyFaults({ rules: [], coolDownHours: 24 })).toMatchObject([
      { at: ["rules"], why: expect.stringContaining("no rule") },
    ]);
  });

  it.each<[string, Partial<PolicyRule>, (string | number)[], string]>([
    ["a quorum of none", { approvalsRequired: 0 }, ["approvalsRequired"], "whole number from 1"],
    ["half an approval", { approvalsRequired: 1.5 }, ["approvalsRequired"], "whole number"],
    ["no number at all", { approvalsRequired: Number.NaN }, ["approvalsRequired"], "whole number"],
    ["an expiry at once", { expiresInHours: 0 }, ["expiresInHours"], "from 1 to 720"],
    ["an expiry after a month", { expiresInHours: 721 }, ["expiresInHours"], "from 1 to 720"],
    ["nobody", { approvers: [] }, ["approvers"], "Nobody is named"],
    ["what is no person", { approvers: [BEN, "ben"] }, ["approvers", 1], "not the id of a person"],
    ["a person twice", { approvers: [BEN, CAL, BEN] }, ["approvers", 2], "there twice"],
    ["what is no group", { groups: [BEN] }, ["groups", 0], "not the id of a user group"],
    ["a reminder too late", { remindAfterHours: [2, 24] }, ["remindAfterHours", 1], "expires"],
    ["a reminder at once", { remindAfterHours: [0] }, ["remindAfterHours", 0], "1 or more"],
    ["reminders out of order", { remindAfterHours: [4, 2] }, ["remindAfterHours", 1], "later than"],
    ["shrinking pauses", { remindAfterHours: [4, 9, 11] }, ["remindAfterHours", 2], "pauses"],
    [
      "eleven reminders",
      { expiresInHours: 99, remindAfterHours: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] },
      ["remindAfterHours"],
      "more than 10",
    ],
    ["an empty list", { when: { assets: [] } }, ["when", "assets"], "list is empty"],
    [
      "no group of requesters",
      { when: { requesterGroups: [] } },
      ["when", "requesterGroups"],
      "empty",
    ],
    [
      "an asset that hides",
      { when: { assets: ["GBP\u200b"] } },
      ["when", "assets", 0],
      "nobody sees",
    ],
    [
      "a type for what is no Rail",
      { when: { changes: ["retire-destination"], types: ["ON_RAMP"] } },
      ["when"],
      "matches nothing",
    ],
    [
      "a first use of what is no Rail",
      { when: { changes: ["whitelist-destination"], isFirstUse: true } },
      ["when"],
      "matches nothing",
    ],
  ])("with %s", (_, rule, at, why) => {
    expect(faultsOf({ when: FOR_RAILS, ...rule })).toEqual([
      { at: ["rules", 0, ...at], why: expect.stringContaining(why) },
    ]);
  });

  it.each([
    ["empty", "", "is empty"],
    ["of blanks", " \u3164", "is empty"],
    ["with a blank at its end", "Rails ", "begins or ends"],
    ["of two lines", "Rails\nAll approved", "control character"],
    ["that turns round", "Rails\u202e", "direction"],
    ["that hides something", "Ra\u200bils", "nobody sees"],
    ["of half a character", "Rails\ud800", "half a character"],
    ["of 61 characters", "x".repeat(61), "more than 60"],
  ])("with a name %s", (_, name, why) => {
    expect(faultsOf({ name, when: FOR_RAILS })).toEqual([
      { at: ["rules", 0, "name"], why: expect.stringContaining(why) },
    ]);
  });

  it.each(["Rails", "rails", "Ｒails", "Rаils"])("with “Rails” and then “%s”", (name) => {
    expect(
      faultsOf({ name: "Rails", when: { types: ["ON_RAMP"] } }, { name, when: FOR_RAILS }),
    ).toEqual([{ at: ["rules", 1, "name"], why: expect.stringContaining("Rule 1 has this name") }]);
  });

  it.each<[string, RuleCondition, RuleCondition]>([
    ["one for everything", {}, { changes: ["create-rail"] }],
    ["the same", FOR_RAILS, FOR_RAILS],
    ["a wider one", { assets: ["GBP", "EUR"] }, { assets: ["EUR"], types: ["ON_RAMP"] }],
  ])("with a rule behind %s, which never decides", (_, first, second) => {
    const faults = faultsOf({ name: "One", when: first }, { name: "Two", when: second });

    expect(faults).toContainEqual({
      at: ["rules", 1],
      why: expect.stringContaining("decided by rule 1"),
    });
  });

  it("under which the policy itself could never be changed again", () => {
    const rules = [
      aRule({ name: "Rails", when: FOR_RAILS }),
      aRule({ name: "Ours", when: { requesterGroups: ["S0PAYMENTS"] } }),
      aRule({ name: "First", when: { isFirstUse: true } }),
    ];

    expect(policyFaults({ rules, coolDownHours: 0 })).toEqual([
      { at: ["rules"], why: expect.stringContaining("nobody could ever change it again") },
    ]);
  });

  it.each<[string, RuleCondition]>([
    ["change of the policy", { changes: ["change-channel", "change-policy"] }],
    ["change that is no first use", { isFirstUse: false }],
  ])("but not where a rule is for every %s", (_, when) => {
    expect(policyFaults({ rules: [aRule({ when })], coolDownHours: 0 })).toEqual([]);
  });

  it.each([-1, 721, 0.5, Number.POSITIVE_INFINITY])("with a cool-down of %d hours", (hours) => {
    expect(policyFaults({ rules: [aRule()], coolDownHours: hours })).toMatchObject([
      { at: ["coolDownHours"] },
    ]);
  });

  it("with too many rules, people, groups or values", () => {
    const rule = (index: number) => ({ name: `Rule ${index}`, when: { assets: [`A${index}`] } });
    const many = Array.from({ length: MOST_RULES }, (_, index) => rule(index));
    const [people, groups] = [ids("U", MOST_APPROVERS + 1), ids("S", MOST_GROUPS + 1)];

    expect(faultsOf(...many)).toMatchObject([{ why: expect.stringContaining("51 rules") }]);
    expect(faultsOf(...many.slice(1))).toEqual([]);
    expect(faultsOf({ when: FOR_RAILS, approvers: people })).toMatchObject([
      { why: expect.stringMatching(/There are 20[0-9] approvers/) },
    ]);
    expect(faultsOf({ when: FOR_RAILS, groups })).toMatchObject([
      { why: expect.stringContaining("21 user groups") },
    ]);
    expect(faultsOf({ when: { assets: ids("A", 101) } })).toMatchObject([
      { why: expect.stringContaining("101 values") },
    ]);
  });

  it("says every fault at once", () => {
    expect(
      faultsOf({
        name: "",
        approvalsRequired: 0,
        expiresInHours: 0,
        approvers: [],
        when: FOR_RAILS,
      }),
    ).toHaveLength(4);
  });
});
