import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policyDifference, widenings } from "../../../src/policy/rules/policy-difference.ts";
import type {
  PolicyDocument,
  PolicyRule,
} from "../../../src/request/rules/approval/policy-document.ts";
import { ANA, BEN, CAL, DAN } from "../../support/builders.ts";

function aRule(fields: Partial<PolicyRule> = {}): PolicyRule {
  return {
    name: "Rails",
    when: {},
    approvers: [BEN, CAL],
    groups: [],
    approvalsRequired: 2,
    expiresInHours: 24,
    remindAfterHours: [],
    ...fields,
  };
}

const aDocument = (...rules: PolicyRule[]): PolicyDocument => ({ rules, coolDownHours: 24 });
const nobody = { added: [], removed: [] };
const same = {
  is: "changed",
  name: "Rails",
  moved: null,
  when: null,
  approvers: nobody,
  groups: nobody,
  approvalsRequired: null,
  expiresInHours: null,
  remindAfterHours: null,
};
const between = (one: PolicyRule, other: PolicyRule) =>
  policyDifference(aDocument(one), aDocument(other)).rules;

describe("what another policy would change", () => {
  it("is nothing where only the order of names, values or fields is another one", () => {
    const when = { assets: ["GBP", "EUR"], isFirstUse: true };

    expect(
      policyDifference(
        aDocument(aRule({ when, groups: ["S1", "S2"] })),
        aDocument(
          aRule({
            when: { isFirstUse: true, assets: ["EUR", "GBP"] },
            approvers: [CAL, BEN, CAL],
            groups: ["S2", "S1"],
          }),
        ),
      ),
    ).toEqual({
      ...{ rules: [], coolDownHours: null, auditors: { added: [], removed: [] } },
    });
  });

  it("is every field of a rule that differs", () => {
    expect(
      between(
        aRule(),
        aRule({
          when: { types: ["ON_RAMP"] },
          approvers: [CAL, DAN],
          groups: ["S1"],
          approvalsRequired: 1,
          expiresInHours: 48,
          remindAfterHours: [4],
        }),
      ),
    ).toEqual([
      {
        ...same,
        when: { from: {}, to: { types: ["ON_RAMP"] } },
        approvers: { added: [DAN], removed: [BEN] },
        groups: { added: ["S1"], removed: [] },
        approvalsRequired: { from: 2, to: 1 },
        expiresInHours: { from: 24, to: 48 },
        remindAfterHours: { from: [], to: [4] },
      },
    ]);
  });

  it("takes a quorum of none for one, as it counts", () => {
    expect(between(aRule({ approvalsRequired: 1 }), aRule({ approvalsRequired: 0 }))).toEqual([]);
  });

  it("says of one rule that it moved, and of none that it moved past", () => {
    const [one, two, three] = ["1", "2", "3"].map((name) => aRule({ name }));
    if (!one || !two || !three) throw new Error("There are three");

    expect(policyDifference(aDocument(one, two, three), aDocument(three, one, two)).rules).toEqual([
      { ...same, name: "3", moved: { from: 3, to: 1 } },
    ]);
    expect(policyDifference(aDocument(one, two), aDocument(two)).rules).toEqual([
      { is: "removed", at: 1, rule: one },
    ]);
  });

  it("is all of it where there was none", () => {
    expect(policyDifference(aDocument(), aDocument(aRule())).rules).toEqual([
      { is: "added", at: 1, rule: aRule() },
    ]);
  });

  it("tells a rule of another name from the one it stands in for", () => {
    expect(between(aRule(), aRule({ name: "rails" })).map(({ is }) => is)).toEqual([
      "added",
      "removed",
    ]);
  });
});

describe("in what another policy lets more happen", () => {
  const widened = (other: PolicyRule, by = ANA) =>
    widenings(aDocument(aRule()), aDocument(other), by);

  it("is nothing where it asks for more, waits for less, or names fewer", () => {
    expect(widened(aRule({ approvalsRequired: 3 }))).toEqual([]);
    expect(widened(aRule({ approvers: [BEN], groups: [] }))).toEqual([]);
    expect(widened(aRule({ expiresInHours: 4, remindAfterHours: [1] }))).toEqual([]);
    expect(
      widenings(aDocument(aRule()), { ...aDocument(aRule()), coolDownHours: 48 }, ANA),
    ).toEqual([]);
  });

  it("is one more auditor", () => {
    const [before, after] = [
      ["U1", "U2"],
      ["U2", "S3"],
    ].map((auditors) => ({
      ...{ ...aDocument(aRule()), auditors },
    }));
    if (!before || !after) throw new Error("There are two");

    expect(policyDifference(before, after).auditors).toEqual({ added: ["S3"], removed: ["U1"] });
    expect(widenings(before, after, ANA)).toEqual([{ is: "more-auditors", ids: ["S3"] }]);
  });

  it("is fewer approvals", () => {
    expect(widened(aRule({ approvalsRequired: 1 }))).toEqual([
      { is: "fewer-approvals", rule: "Rails", from: 2, to: 1 },
    ]);
  });

  it("is a single approver or a single group more", () => {
    const one = { is: "more-approvers", rule: "Rails" };
    expect(widened(aRule({ approvers: [BEN, CAL, DAN] }))).toEqual([
      { ...one, people: [DAN], groups: [] },
    ]);
    expect(widened(aRule({ groups: ["S1"] }))).toEqual([{ ...one, people: [], groups: ["S1"] }]);
  });

  it("is one more approver or group, and whoever asks among them", () => {
    expect(widened(aRule({ approvers: [BEN, CAL, ANA], groups: ["S1"] }))).toEqual([
      { is: "more-approvers", rule: "Rails", people: [ANA], groups: ["S1"] },
      { is: "requester-approves", rules: ["Rails"] },
    ]);
    expect(widened(aRule({ approvalsRequired: 3 }), BEN)).toEqual([]);
  });

  it("is a rule that comes, goes, moves or is for something else", () => {
    const added = aRule({ name: "Small ones", approvers: [ANA] });

    expect(widenings(aDocument(aRule()), aDocument(added, aRule()), ANA)).toEqual([
      { is: "requester-approves", rules: ["Small ones"] },
      { is: "other-rules-decide", rules: ["Small ones"] },
    ]);
    expect(widenings(aDocument(added, aRule()), aDocument(aRule()), ANA)).toEqual([
      { is: "other-rules-decide", rules: ["Small ones"] },
    ]);
    expect(widened(aRule({ when: { assets: ["GBP"] } }))).toEqual([
      { is: "other-rules-decide", rules: ["Rails"] },
    ]);
  });

  it("is a shorter cool-down", () => {
    expect(widenings(aDocument(aRule()), { ...aDocument(aRule()), coolDownHours: 0 }, ANA)).toEqual(
      [{ is: "shorter-cool-down", from: 24, to: 0 }],
    );
  });
});

const rule = fc.record({
  name: fc.constantFrom("1", "2", "3", "4", "5"),
  when: fc.constantFrom({}, { assets: ["GBP"] }, { isFirstUse: true }),
  approvers: fc.subarray([ANA, BEN, CAL]),
  groups: fc.subarray(["S1", "S2"]),
  approvalsRequired: fc.integer({ min: 1, max: 3 }),
  expiresInHours: fc.constantFrom(4, 24),
  remindAfterHours: fc.constantFrom([], [2]),
});
const document = fc.record({
  rules: fc.uniqueArray(rule, { selector: ({ name }) => name }),
  coolDownHours: fc.constantFrom(0, 24),
});

it("is enough to make the one policy of the other", () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      const { rules, coolDownHours } = policyDifference(before, after);

      expect(inOrderOfNames(applied(before, rules))).toEqual(inOrderOfNames(after.rules));
      expect(coolDownHours?.to ?? before.coolDownHours).toBe(after.coolDownHours);
      const unmoved = (of: PolicyDocument, others: PolicyDocument) =>
        of.rules
          .map(({ name }) => name)
          .filter((name) => others.rules.some((each) => each.name === name))
          .filter(
            (name) =>
              !rules.some((each) => each.is === "changed" && each.name === name && each.moved),
          );
      expect(unmoved(before, after)).toEqual(unmoved(after, before));
    }),
  );
});

type Rules = ReturnType<typeof policyDifference>["rules"];

function applied({ rules }: PolicyDocument, differences: Rules): PolicyRule[] {
  const changed = rules.map((before) => {
    const found = differences.find((each) => each.is === "changed" && each.name === before.name);
    if (found?.is !== "changed") return before;
    const joined = (was: readonly string[], { added, removed }: typeof found.approvers) =>
      [...was.filter((each) => !removed.includes(each)), ...added].sort();
    return {
      name: before.name,
      when: found.when?.to ?? before.when,
      approvers: joined(before.approvers, found.approvers),
      groups: joined(before.groups, found.groups),
      approvalsRequired: found.approvalsRequired?.to ?? before.approvalsRequired,
      expiresInHours: found.expiresInHours?.to ?? before.expiresInHours,
      remindAfterHours: found.remindAfterHours?.to ?? before.remindAfterHours,
    };
  });
  const removed = differences.flatMap((each) => (each.is === "removed" ? [each.rule.name] : []));
  const added = differences.flatMap((each) => (each.is === "added" ? [each.rule] : []));
  return [...changed.filter(({ name }) => !removed.includes(name)), ...added];
}

const inOrderOfNames = (rules: readonly PolicyRule[]) =>
  rules
    .map((each) => ({
      ...each,
      approvers: [...each.approvers].sort(),
      groups: [...each.groups].sort(),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
