import fc from "fast-check";
import { expect, it } from "vitest";
import { CHANGE_KINDS } from "../../../src/authority/kinds.ts";
import { faultOfText } from "../../../src/platform/text/typed-text.ts";
import { policyFaults } from "../../../src/policy/rules/policy-faults.ts";
import { LONGEST_TEXT, printPolicyText } from "../../../src/policy/text/print-policy-text.ts";
import { readPolicyText } from "../../../src/policy/text/read-policy-text.ts";
import type {
  PolicyDocument,
  PolicyRule,
  RuleCondition,
} from "../../../src/request/rules/approval/policy-document.ts";
import { aRule, BEN, CAL, DAN } from "../../support/builders.ts";

const HANDLES = new Map([["S0TREASURY", "treasury-approvers"]]);

it("prints what people would write, with the handles of groups beside their ids", () => {
  const document: PolicyDocument = {
    coolDownHours: 72,
    rules: [
      aRule({
        name: "First: payments",
        when: { changes: ["create-rail"], assets: ["GBP", "EUR"], isFirstUse: true },
        groups: ["S0TREASURY"],
        remindAfterHours: [2, 8],
      }),
      aRule({ name: "All else", approvers: [BEN, CAL, DAN] }),
    ],
    auditors: ["S0TREASURY", DAN],
  };

  expect(printPolicyText(document, HANDLES)).toBe(`cool-down: 3d
rules:
  - name: "First: payments"
    when:
      change: create-rail
      asset: [GBP, EUR]
      first-use: true
    approvals: 2
    approvers:
      - S0TREASURY # @treasury-approvers
      - ${BEN}
      - ${CAL}
      - ${DAN}
    expires-after: 24h
    remind-after: [2h, 8h]
  - name: All else
    approvals: 2
    approvers: [${BEN}, ${CAL}, ${DAN}]
    expires-after: 24h
auditors:
  - S0TREASURY # @treasury-approvers
  - ${DAN}
`);
});

it("lets no handle write a line of its own", () => {
  const document = { coolDownHours: 0, rules: [aRule({ groups: ["S0TREASURY"] })] };
  const handles = new Map([["S0TREASURY", `x\n      - ${DAN}2`]]);

  expect(printPolicyText(document, handles)).toBe(printPolicyText(document));
});

it("leaves the handles out where the text would be too long with them", () => {
  const groups = Array.from({ length: 20 }, (_, at) => `S0GROUP${at}`);
  const handles = new Map(groups.map((id) => [id, "x".repeat(80)]));
  const rules = Array.from({ length: 12 }, (_, at) => aRule({ name: `Rule ${at}`, groups }));

  const text = printPolicyText({ coolDownHours: 0, rules }, handles);

  expect(text.length).toBeLessThan(LONGEST_TEXT);
  expect(text).not.toContain("#");
});

/** Whatever may stand in a policy, likely or not: what looks like a number, a comment, a tag or another type too. */
const text = fc
  .oneof(
    { weight: 3, arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "true",
        "null",
        "~",
        "1",
        "0x1",
        "- a",
        "a: b",
        "# a",
        "!a",
        "&a",
        "*a",
        "@a",
        "%a",
        "|",
        ">",
        "'",
        '"',
        "{}",
        "[",
        "? a",
        "---",
        "...",
        "<<",
        "__proto__",
        "a #b",
        "\\n",
        "2026-01-01",
        "1:30",
        "yes",
        "=",
        "`",
      ),
    },
  )
  .filter((value) => faultOfText(value, { max: 60 }) === undefined && value === value.trim());
const texts = fc.option(fc.uniqueArray(text, { minLength: 1, maxLength: 3 }), { nil: undefined });
const ids = (letter: string, fields: object) =>
  fc.uniqueArray(
    fc.integer({ min: 0, max: 99 }).map((number) => `${letter}0${number}`),
    { maxLength: 5, ...fields },
  );

const condition: fc.Arbitrary<RuleCondition> = fc
  .record({
    changes: fc.option(fc.subarray([...CHANGE_KINDS], { minLength: 1 }), { nil: undefined }),
    types: fc.option(fc.subarray(["ON_RAMP", "OFF_RAMP"], { minLength: 1 }), { nil: undefined }),
    assets: texts,
    networks: texts,
    destinations: texts,
    isFirstUse: fc.option(fc.boolean(), { nil: undefined }),
    requesterGroups: fc.option(ids("S", { minLength: 1 }), { nil: undefined }),
  })
  .map((fields) => JSON.parse(JSON.stringify(fields)) as RuleCondition);

const rule: fc.Arbitrary<PolicyRule> = fc.record({
  name: text,
  when: condition,
  approvers: ids("U", { minLength: 1 }),
  groups: ids("S", {}),
  approvalsRequired: fc.integer({ min: 1, max: 5 }),
  expiresInHours: fc.integer({ min: 24, max: 720 }),
  remindAfterHours: fc.subarray([1, 3, 8, 20]),
});

const policy: fc.Arbitrary<PolicyDocument> = fc
  .record({
    coolDownHours: fc.integer({ min: 0, max: 72 }),
    rules: fc.array(rule, { maxLength: 4 }).map((rules) => [...rules, aRule({ name: "All else" })]),
    auditors: fc.option(
      fc.tuple(ids("W", { minLength: 1 }), ids("S", {})).map((each) => each.flat()),
      { nil: undefined },
    ),
  })
  .filter((document) => policyFaults(document).length === 0);

it("is read again as the same policy, whatever it holds, and printed the same", () => {
  fc.assert(
    fc.property(policy, (document) => {
      const printed = printPolicyText(document, HANDLES);

      const read = readPolicyText(printed, null);

      expect(read).toEqual({ ok: true, document });
      expect(printPolicyText(document)).toBe(read.ok ? printPolicyText(read.document) : undefined);
    }),
    { numRuns: 100 },
  );
});
