import { describe, expect, it } from "vitest";
import { explainPolicy } from "../../../src/policy/rules/policy-question.ts";
import { policyFor } from "../../../src/request/rules/approval/policy.ts";
import type { Situation } from "../../../src/request/rules/approval/rule-condition.ts";
import { situationOf } from "../../../src/request/rules/approval/rule-condition.ts";
import {
  ADDRESS,
  aChange,
  aRetirement,
  aRule,
  aWhitelisting,
  IBAN,
} from "../../support/builders.ts";

const rules = [
  aRule({ name: "First use", when: { changes: ["create-rail"], isFirstUse: true } }),
  aRule({ name: "Treasury", when: { destinations: [ADDRESS], types: ["ON_RAMP"] } }),
  aRule({ name: "Pounds", when: { assets: ["GBP"], networks: ["SOLANA"] } }),
  aRule({ name: "Payments", when: { requesterGroups: ["S0PAYMENTS"] } }),
  aRule({ name: "All else" }),
];

const FACTS = { isFirstUse: false, requesterGroups: [] };
const NOTHING: Situation = {
  kind: "create-rail",
  types: [],
  assets: [],
  networks: [],
  destination: null,
  ...FACTS,
};

describe("an explanation of the policy", () => {
  it("names the rule that decides, and why each before it does not", () => {
    const situation: Situation = { ...NOTHING, types: ["ON_RAMP"], assets: ["GBP", "GBPA"] };

    expect(explainPolicy({ rules }, situation)).toMatchObject({
      decides: { name: "All else" },
      passedOver: [
        { rule: "First use", because: [{ field: "isFirstUse", wanted: ["yes"], found: ["no"] }] },
        { rule: "Treasury", because: [{ field: "destinations", wanted: [ADDRESS], found: [] }] },
        { rule: "Pounds", because: [{ field: "networks", wanted: ["SOLANA"], found: [] }] },
        { rule: "Payments", because: [{ field: "requesterGroups" }] },
      ],
    });
  });

  it("says which rule might decide if only something more were said", () => {
    const unsaid = new Set(["destinations", "networks"] as const);
    const situation: Situation = { ...NOTHING, types: ["OFF_RAMP"], assets: ["GBP"] };

    const { passedOver } = explainPolicy({ rules }, situation, unsaid);

    expect(passedOver.map(({ rule, mightDecide }) => [rule, mightDecide])).toEqual([
      ["First use", false],
      ["Treasury", false],
      ["Pounds", true],
      ["Payments", false],
    ]);
  });

  it("names no rule where none is for it", () => {
    expect(explainPolicy({ rules: rules.slice(0, 1) }, NOTHING).decides).toBeNull();
    expect(explainPolicy({ rules: [] }, NOTHING)).toEqual({ decides: null, passedOver: [] });
  });

  it.each([
    ["a Rail", aChange(), FACTS],
    ["a first use", aChange(), { ...FACTS, isFirstUse: true }],
    ["a new destination", aWhitelisting(), FACTS],
    ["a retirement", aRetirement(), { ...FACTS, requesterGroups: ["S0PAYMENTS"] }],
  ])("agrees with what is frozen into a request, for %s", (_, change, facts) => {
    const { decides } = explainPolicy({ rules }, situationOf(change, facts));

    expect(decides?.name).toBe(
      policyFor(change, facts, { version: 1, rules, coolDownHours: 0 }).rule,
    );
  });
});

it("finds a destination by its id, and by its IBAN in any spelling", () => {
  const destination = { serviceId: "bka_2001", detail: { kind: "iban", value: IBAN } } as const;
  const decidedBy = (named: string) =>
    explainPolicy(
      { rules: [aRule({ name: "This one", when: { destinations: [named] } })] },
      { ...NOTHING, destination },
    ).decides?.name;

  expect(decidedBy("bka_2001")).toBe("This one");
  expect(decidedBy("gb29 nwbk 6016 1331 9268 19")).toBe("This one");
  expect(decidedBy("bka_2002")).toBeUndefined();
});
