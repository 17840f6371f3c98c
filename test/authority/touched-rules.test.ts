import fc from "fast-check";
import { expect, it } from "vitest";
import { touchedRules } from "../../src/authority/touched-rules.ts";
import type { PolicyRule } from "../../src/request/rules/approval/policy-document.ts";
import type { Situation } from "../../src/request/rules/approval/rule-condition.ts";
import { isFor } from "../../src/request/rules/approval/rule-condition.ts";
import { aRule } from "../support/builders.ts";

const KINDS = ["create-rail", "adopt-rail", "import-destination", "change-policy"] as const;
const NETWORKS = ["ONE", "TWO"] as const;

/** Every change that the conditions below can tell from another. */
const situations: Situation[] = KINDS.flatMap((kind) =>
  [...NETWORKS, "THREE"].flatMap((network) =>
    ([["ON_RAMP"], ["OFF_RAMP"], []] as const).flatMap((types) =>
      [[], ["GBP"], ["GBP", "USDC"], ["USDC"]].flatMap((assets) =>
        [true, false].flatMap((isFirstUse) =>
          [[], ["S0ONE"], ["S0ONE", "S0TWO"]].map((requesterGroups) => ({
            kind,
            types,
            assets,
            networks: [network],
            destination: null,
            isFirstUse,
            requesterGroups,
          })),
        ),
      ),
    ),
  ),
);

const some = <Value>(...all: Value[]) =>
  fc.option(fc.subarray(all, { minLength: 1 }), { nil: undefined });

const rule = (name: string): fc.Arbitrary<PolicyRule> =>
  fc
    .record({
      changes: some(...KINDS),
      types: some("ON_RAMP" as const, "OFF_RAMP" as const),
      assets: some("GBP", "USDC"),
      networks: some(...NETWORKS),
      isFirstUse: fc.option(fc.boolean(), { nil: undefined }),
      requesterGroups: some("S0ONE", "S0TWO"),
      approvalsRequired: fc.constantFrom(1, 2),
    })
    .map(({ approvalsRequired, ...when }) => {
      const said = Object.entries(when).filter(([, value]) => value !== undefined);
      return aRule({ name, when: Object.fromEntries(said), approvalsRequired });
    });

const document = fc.record({
  rules: fc
    .shuffledSubarray(["a", "b", "c", "d"], { minLength: 1 })
    .chain((names) => fc.tuple(...names.map(rule))),
  coolDownHours: fc.constantFrom(0, 24),
});

/** Often the same policy with little changed: other rules alone seldom meet. */
const pair = fc.oneof(
  fc.tuple(document, document),
  document.chain((before) =>
    fc.tuple(
      fc.constant(before),
      fc.shuffledSubarray(before.rules, { minLength: 1 }).map((rules) => ({ ...before, rules })),
    ),
  ),
);

/** As docs/policy.md says: where no rule names adoptions, whoever decides about new Rails decides about them. */
function decider({ rules }: { rules: readonly PolicyRule[] }, situation: Situation) {
  const isNamed = rules.some(({ when }) => when.changes?.includes("adopt-rail"));
  const isAsNew = situation.kind === "adopt-rail" && !isNamed;
  const asked: Situation = isAsNew ? { ...situation, kind: "create-rail" } : situation;
  return rules.find(({ when }) => isFor(when, asked));
}

it("every rule whose decisions move is touched, whatever two policies say", () => {
  fc.assert(
    fc.property(pair, ([before, after]) => {
      const touched = touchedRules(before, after).map(({ name }) => name);
      for (const situation of situations) {
        const former = decider(before, situation);
        const next = decider(after, situation);
        if (JSON.stringify(former) === JSON.stringify(next)) continue;
        if (former) expect(touched).toContain(former.name);
        // The one that gains a decision, where it was there before, word for word.
        const gaining = before.rules.find((each) => JSON.stringify(each) === JSON.stringify(next));
        if (gaining) expect(touched).toContain(gaining.name);
      }
    }),
    { numRuns: 600 },
  );
});

it("a rule that nothing reaches is left alone, in whatever order its words stand", () => {
  const rails = aRule({
    name: "Rails",
    when: { changes: ["create-rail"], networks: ["ONE", "TWO"] },
  });
  const same = aRule({
    name: "Rails",
    when: { networks: ["TWO", "ONE"], changes: ["create-rail"] },
  });
  const policy = aRule({ name: "policy", when: { changes: ["change-policy"] } });
  const stricter = { ...policy, approvalsRequired: 3 };

  const touched = touchedRules(
    { rules: [rails, policy], coolDownHours: 24 },
    { rules: [stricter, same], coolDownHours: 24 },
  );

  expect(touched.map(({ name }) => name)).toEqual(["policy"]);
});

it("a first rule for adoptions takes them from the rule for new Rails, which has to agree", () => {
  const rails = aRule({ name: "Rails", when: { changes: ["create-rail"] } });
  const policy = aRule({ name: "policy", when: { changes: ["change-policy"] } });
  const adoptions = aRule({ name: "adoptions", when: { changes: ["adopt-rail"] } });
  const without = { rules: [rails, policy], coolDownHours: 24 };
  const withThem = { rules: [rails, policy, adoptions], coolDownHours: 24 };
  const names = (one: typeof without, other: typeof without) =>
    touchedRules(one, other).map(({ name }) => name);

  expect(names(without, withThem)).toEqual(["Rails"]);
  expect(names(withThem, without)).toEqual(["Rails", "adoptions"]);
});

it("the cool-down belongs to the rules of new destinations, and to no other", () => {
  const rules = [
    aRule({ name: "retiring", when: { changes: ["retire-destination"] } }),
    aRule({ name: "importing", when: { changes: ["import-destination"] } }),
    aRule({ name: "all else" }),
  ];

  const touched = touchedRules({ rules, coolDownHours: 24 }, { rules, coolDownHours: 23 });

  expect(touched.map(({ name }) => name)).toEqual(["importing", "all else"]);
});
