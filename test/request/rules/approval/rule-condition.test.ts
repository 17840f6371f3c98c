import { describe, expect, it } from "vitest";
import type { PolicyFacts } from "../../../../src/request/rules/approval/approval-policy.ts";
import { policyFor } from "../../../../src/request/rules/approval/policy.ts";
import type { RuleCondition } from "../../../../src/request/rules/approval/policy-document.ts";
import {
  coversAllOf,
  isFor,
  mismatches,
  situationOf,
} from "../../../../src/request/rules/approval/rule-condition.ts";
import type { Change } from "../../../../src/request/rules/change.ts";
import {
  ADDRESS,
  aBankAccount,
  aChange,
  aChannelChange,
  aConnectionChange,
  anImport,
  anOffRampSpec,
  anOnRampSpec,
  aPolicyChange,
  aRetirement,
  aRule,
  aWallet,
  aWhitelisting,
  ETHEREUM_ADDRESS,
  IBAN,
  VIRTUAL_IBAN,
} from "../../../support/builders.ts";

const NOTHING = { types: [], assets: [], networks: [], destinations: [] };

/** Changes of every kind and shape, with all that a rule may call them. */
const CHANGES: readonly [string, Change, Facts][] = [
  [
    "an on-ramp",
    aChange(),
    {
      types: ["ON_RAMP"],
      assets: ["GBP", "GBPA"],
      networks: ["SOLANA_DEVNET"],
      destinations: ["wa_1001", ADDRESS],
    },
  ],
  [
    "an on-ramp of other assets",
    aChange({
      spec: anOnRampSpec({
        source: { asset: "EUR" },
        destination: {
          asset: "EURC",
          wallet: aWallet({ id: "wa_2", network: "ETHEREUM_SEPOLIA", address: ETHEREUM_ADDRESS }),
        },
      }),
    }),
    {
      types: ["ON_RAMP"],
      assets: ["EUR", "EURC"],
      networks: ["ETHEREUM_SEPOLIA"],
      destinations: ["wa_2", ETHEREUM_ADDRESS, ETHEREUM_ADDRESS.toLowerCase()],
    },
  ],
  [
    "an off-ramp",
    aChange({ spec: anOffRampSpec() }),
    {
      types: ["OFF_RAMP"],
      assets: ["GBPA", "GBP"],
      networks: ["SOLANA_DEVNET"],
      destinations: ["bka_2001", IBAN, "gb29 nwbk 6016 1331 9268 19"],
    },
  ],
  [
    "an off-ramp on another network",
    aChange({
      spec: anOffRampSpec({
        source: { asset: "EURC", network: "ETHEREUM_SEPOLIA" },
        destination: {
          asset: "EUR",
          bankAccount: aBankAccount({ id: "bka_2", iban: VIRTUAL_IBAN }),
        },
      }),
    }),
    {
      types: ["OFF_RAMP"],
      assets: ["EURC", "EUR"],
      networks: ["ETHEREUM_SEPOLIA"],
      destinations: ["bka_2", VIRTUAL_IBAN],
    },
  ],
  [
    "a wallet to whitelist",
    aWhitelisting(),
    { ...NOTHING, networks: ["SOLANA_DEVNET"], destinations: [ADDRESS] },
  ],
  [
    "a bank account to whitelist",
    aWhitelisting({ details: { kind: "bank-account", iban: IBAN } }),
    { ...NOTHING, destinations: [IBAN, "gb29 nwbk 6016 1331 9268 19"] },
  ],
  [
    "an import",
    anImport(),
    { ...NOTHING, networks: ["SOLANA_DEVNET"], destinations: ["wa_7001", ADDRESS] },
  ],
  [
    "a retirement",
    aRetirement(),
    { ...NOTHING, networks: ["SOLANA_DEVNET"], destinations: ["wa_1001", ADDRESS] },
  ],
  ["a change of the policy", aPolicyChange(), NOTHING],
  ["a change of the channel", aChannelChange(), NOTHING],
  ["a change of the connection", aConnectionChange(), NOTHING],
];

type Facts = Record<"types" | "assets" | "networks" | "destinations", readonly string[]>;

/** Conditions that no change here meets. */
const FOREIGN = {
  changes: "carry-over",
  types: "EXCHANGE",
  assets: "USDC",
  networks: "BITCOIN",
  destinations: "wa_foreign",
  requesterGroups: "S0FOREIGN",
} as const;

const GROUP = "S0TREASURY";
const FIELDS = [...(Object.keys(FOREIGN) as (keyof typeof FOREIGN)[]), "isFirstUse"] as const;
type Field = (typeof FIELDS)[number];

/** Every way to leave each field out, to match by any one of its values (and by it among others), and to miss. */
function conditionsOf(change: Change, known: Facts, facts: PolicyFacts) {
  const matching: Record<Exclude<Field, "isFirstUse">, readonly string[]> = {
    ...known,
    changes: [change.kind],
    requesterGroups: facts.requesterGroups,
  };
  return FIELDS.reduce<{ when: RuleCondition; missed: Field[] }[]>(
    (all, field) =>
      all.flatMap(({ when, missed }, index) => {
        const misses = { missed: [...missed, field] };
        if (field === "isFirstUse") {
          return [
            { when, missed },
            { when: { ...when, isFirstUse: facts.isFirstUse }, missed },
            { when: { ...when, isFirstUse: !facts.isFirstUse }, ...misses },
          ];
        }
        // Any of the values, another one for each condition, so that none of them is always the one.
        const any = matching[field][index % matching[field].length];
        return [
          { when, missed },
          ...(any === undefined
            ? []
            : [{ when: { ...when, [field]: [FOREIGN[field], any] } as RuleCondition, missed }]),
          { when: { ...when, [field]: [FOREIGN[field]] } as RuleCondition, ...misses },
        ];
      }),
    [{ when: {}, missed: [] }],
  );
}

const FACTS = [
  { isFirstUse: true, requesterGroups: [GROUP, "S0OTHER"] },
  { isFirstUse: false, requesterGroups: [] },
];

describe.each(CHANGES)("a rule about %s", (_, change, known) => {
  it.each(FACTS)("is for it where each of its conditions is met, and no fewer: %o", (facts) => {
    const situation = situationOf(change, facts);
    const wrong = conditionsOf(change, known, facts).filter(({ when, missed }) => {
      const said = mismatches(when, situation).map(({ field }) => field);
      return said.toSorted().join() !== missed.toSorted().join();
    });

    expect(wrong).toEqual([]);
  });

  it("is met by every single one of its values, and is not by those of the others", () => {
    const [facts = { isFirstUse: true, requesterGroups: [] }] = FACTS;
    for (const field of ["types", "assets", "networks", "destinations"] as const) {
      const all = new Set(CHANGES.flatMap(([, , each]) => each[field]));
      const met = [...all].filter((value) => {
        const when = { [field]: [value] } as RuleCondition;
        const rules = [aRule({ name: "this", when }), aRule({ name: "else" })];
        return policyFor(change, facts, { version: 1, rules, coolDownHours: 0 }).rule === "this";
      });

      expect(new Set(met), field).toEqual(new Set(known[field]));
    }
  });
});

it("a rule that covers all of another one is for whatever that is for", () => {
  const [facts = { isFirstUse: true, requesterGroups: [] }] = FACTS;
  const cases = CHANGES.map(([, change, known]) => ({
    situation: situationOf(change, facts),
    conditions: conditionsOf(change, known, facts).map(({ when }) => when),
  }));
  for (const { situation, conditions } of cases) {
    for (const [index, when] of conditions.entries()) {
      const other = conditions[(index * 31 + 7) % conditions.length] ?? {};
      const isWrong =
        coversAllOf(when, other) && isFor(other, situation) && !isFor(when, situation);
      expect(isWrong, JSON.stringify([when, other])).toBe(false);
    }
  }
});
