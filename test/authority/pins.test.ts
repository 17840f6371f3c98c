import fc from "fast-check";
import { expect, it } from "vitest";
import { CHANGE_KINDS, DESTINATION_KINDS } from "../../src/authority/kinds.ts";
import type { Pins } from "../../src/authority/pins.ts";
import { loosenings, NO_PINS } from "../../src/authority/pins.ts";
import { usualPolicy } from "../../src/request/rules/approval/policy.ts";
import type {
  PolicyRule,
  RuleCondition,
} from "../../src/request/rules/approval/policy-document.ts";
import type { Situation } from "../../src/request/rules/approval/rule-condition.ts";
import { isFor } from "../../src/request/rules/approval/rule-condition.ts";
import { aRule, BEN, CAL, DAN } from "../support/builders.ts";

const people = fc.subarray([BEN, CAL, DAN]);
const number = fc.integer({ min: 1, max: 3 });
const kind = fc.constantFrom(...CHANGE_KINDS);
const asset = fc.constantFrom("GBP", "EUR");

const when: fc.Arbitrary<RuleCondition> = fc.record(
  {
    changes: fc.uniqueArray(kind, { maxLength: 4 }),
    assets: fc.uniqueArray(asset, { minLength: 1, maxLength: 2 }),
    isFirstUse: fc.boolean(),
  },
  { requiredKeys: [] },
);
const rule: fc.Arbitrary<PolicyRule> = fc
  .record({
    when: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 3, arbitrary: when }),
    approvers: people,
    groups: fc.oneof(
      { weight: 4, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: fc.constant(["S1"]) },
    ),
    approvalsRequired: number,
  })
  .map((fields) => aRule(fields));
const document = fc.record({
  rules: fc.array(rule, { maxLength: 4 }),
  coolDownHours: fc.integer({ min: 0, max: 3 }),
});
const pins: fc.Arbitrary<Pins> = fc.record({
  approvers: fc.option(people),
  approvalsRequired: fc.option(number),
  destinationApprovers: fc.option(people),
  destinationApprovalsRequired: fc.option(number),
  coolDownHours: fc.option(fc.integer({ min: 0, max: 3 })),
  channel: fc.constant(null),
  connection: fc.constant(null),
});
const situation: fc.Arbitrary<Situation> = fc.record({
  kind,
  types: fc.constant([]),
  assets: fc.uniqueArray(asset, { maxLength: 2 }),
  networks: fc.constant([]),
  destination: fc.constant(null),
  isFirstUse: fc.boolean(),
  requesterGroups: fc.constant([]),
});

it("lets no policy through by which a change is approved by fewer or other people than the pins say", () => {
  const seen = { kept: 0, refused: 0 };
  fc.assert(
    fc.property(pins, document, fc.array(situation, { minLength: 8 }), (pinned, doc, all) => {
      const isKept = loosenings(pinned, doc).length === 0;
      seen[isKept ? "kept" : "refused"] += 1;
      if (!isKept) return;
      expect(doc.coolDownHours).toBeGreaterThanOrEqual(pinned.coolDownHours ?? 0);
      for (const each of all) {
        const decides = doc.rules.find((candidate) => isFor(candidate.when, each));
        const ofDestinations = DESTINATION_KINDS.some((kind) => kind === each.kind);
        const named =
          (ofDestinations ? pinned.destinationApprovers : null) ?? pinned.approvers ?? null;
        const atLeast =
          (ofDestinations ? pinned.destinationApprovalsRequired : null) ??
          pinned.approvalsRequired ??
          0;
        if (!decides) continue;
        expect(decides.approvalsRequired).toBeGreaterThanOrEqual(atLeast);
        if (named === null) continue;
        expect(decides.groups).toEqual([]);
        expect(named).toEqual(expect.arrayContaining([...decides.approvers]));
      }
    }),
    { numRuns: 5_000 },
  );
  expect(seen.kept).toBeGreaterThan(200);
  expect(seen.refused).toBeGreaterThan(200);
});

it("finds nothing looser in the policy that the environment itself makes, nor in one that asks for more", () => {
  fc.assert(
    fc.property(people, number, people, number, fc.nat(3), fc.nat(2), (...given) => {
      const [approvers, approvalsRequired, others, ofOthers, coolDownHours, more] = given;
      const pinned: Pins = {
        ...NO_PINS,
        ...{ approvers, approvalsRequired, coolDownHours },
        ...{ destinationApprovers: others, destinationApprovalsRequired: ofOthers },
      };
      const made = usualPolicy({
        rails: { approvers: approvers.slice(more), approvalsRequired: approvalsRequired + more },
        destinations: { approvers: others.slice(more), approvalsRequired: ofOthers + more },
        coolDownHours: coolDownHours + more,
      });
      expect(loosenings(pinned, made)).toEqual([]);
    }),
  );
});

it("names the setting and the place of each loosening, once", () => {
  const pinned: Pins = {
    ...NO_PINS,
    approvers: [BEN, CAL],
    approvalsRequired: 2,
    coolDownHours: 24,
  };
  const looser = {
    rules: [aRule({ approvers: [BEN, DAN], groups: ["S1"], approvalsRequired: 1 })],
  };

  const found = loosenings(pinned, { ...looser, coolDownHours: 0 });

  expect(found.map(({ setting, at }) => [setting, at.join(".")])).toEqual([
    ["APPROVERS", "rules.0.approvers"],
    ["APPROVERS", "rules.0.groups"],
    ["APPROVALS_REQUIRED", "rules.0.approvalsRequired"],
    ["DESTINATION_COOL_DOWN_HOURS", "coolDownHours"],
  ]);
  expect(found[0]).toMatchObject({ allowed: [BEN, CAL], named: [DAN] });
});

it("looks at a rule that never decides, since whom it names can freeze and agree to go on", () => {
  const hidden = aRule({ name: "Hidden", approvers: [DAN] });

  const found = loosenings(
    { ...NO_PINS, approvers: [BEN, CAL] },
    { rules: [aRule({ approvers: [BEN, CAL] }), hidden], coolDownHours: 0 },
  );

  expect(found).toMatchObject([{ setting: "APPROVERS", rule: "Hidden", named: [DAN] }]);
});
