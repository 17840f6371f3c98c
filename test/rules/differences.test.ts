import fc from "fast-check";
import { expect, test } from "vitest";
import { differences } from "../../src/request/rules/differences.ts";
import { countApprovals } from "../../src/request/rules/may.ts";
import type { Requirement, Settings } from "../../src/request/rules/settings.ts";
import { contentOf, ON_RAMP } from "./changes.ts";
import { BEN, CARA, DAN, requirement, SETTINGS } from "./company.ts";
import { approvalOf, aRequest, around } from "./situation.ts";

const [TREASURY = requirement(), REGISTER = requirement()] = SETTINGS.requirements;
const withTreasury = (changes: Partial<Requirement>): Partial<Settings> => ({
  requirements: [{ ...TREASURY, ...changes }, REGISTER],
});

test.each<[string, Partial<Settings>, [string, boolean][]]>([
  ["nothing", {}, []],
  ["a lower number", withTreasury({ needed: 1 }), [["Treasury: 2 → 1 approvals", true]]],
  ["a higher number", withTreasury({ needed: 3 }), [["Treasury: 2 → 3 approvals", false]]],
  [
    "other people",
    withTreasury({ people: [BEN, DAN] }),
    [
      [`Treasury: adds ${DAN}`, true],
      [`Treasury: removes ${CARA}`, false],
    ],
  ],
  [
    "a condition",
    withTreasury({ when: { types: ["ON_RAMP"], isFirstUse: true } }),
    [["Treasury: for every Rail → for on-ramps, only the first to each destination", true]],
  ],
  [
    "a requirement less, and one more",
    { requirements: [requirement({ name: "CFO", people: [DAN], needed: 1 }), REGISTER] },
    [
      ["Treasury: removed", true],
      [`“CFO”: added, for every Rail, 1 of ${DAN}`, false],
    ],
  ],
  [
    "all else",
    { team: "everyone", channel: "C2", coolDownHours: 0, expiresInHours: 1, auditors: [DAN] },
    [
      ["Approvals channel: C0APPROVALS → C2", false],
      [`Team: ${SETTINGS.team} → everyone`, true],
      ["New destinations wait: 24 → 0 hours", true],
      ["Requests expire after: 72 → 1 hour", false],
      [`Auditors: adds ${DAN}`, true],
    ],
  ],
  [
    "the service",
    { connectionId: "c2" },
    [
      [
        "Rail service: another one, with an empty register; the Rails of this one go unchecked",
        true,
      ],
    ],
  ],
])("what a change of %s changes, and what of it loosens", (_, changes, expected) => {
  const found = differences({
    ...{ before: SETTINGS, settings: { ...SETTINGS, ...changes } },
    destinations: {},
  });
  const said = found.map(({ line, loosens }) => [
    line.map((word) => (typeof word === "string" ? word : String(Object.values(word)))).join(""),
    loosens,
  ]);
  expect(said).toEqual(expected);
});

const fields = {
  covers: fc.constant("rails" as const),
  when: fc.record(
    {
      types: fc.subarray(["ON_RAMP", "OFF_RAMP"] as const, { minLength: 1 }),
      destinations: fc.constantFrom(["wallet:one"], ["wallet:two"], ["wallet:one", "wallet:two"]),
      isFirstUse: fc.constant(true as const),
    },
    { requiredKeys: [] },
  ),
  people: fc.subarray([BEN, CARA, DAN], { minLength: 1 }),
  needed: fc.integer({ min: 1, max: 2 }),
};
const names = { name: fc.constantFrom("A", "B") };
const all = fc.uniqueArray(fc.record({ ...names, ...fields }), {
  selector: ({ name }) => name,
  minLength: 1,
});
const oneField = fc.oneof(
  fc.constant({}),
  ...Object.entries(fields).map(([name, values]) => fc.record({ [name]: values })),
);
const changed = fc.tuple(oneField, oneField);

test("what is approved after a change without a loosening line was approved before it", () => {
  let kept = 0;
  const given = fc.subarray([BEN, CARA, DAN], { minLength: 2 });
  fc.assert(
    fc.property(all, changed, given, fc.boolean(), (before, changes, people, isFirstUse) => {
      const after = before.map((each, index) => ({ ...each, ...changes[index] }));
      const [was, is] = [before, after].map((each) => ({ ...SETTINGS, requirements: each }));
      if (
        !was ||
        !is ||
        differences({ before: was, settings: is, destinations: {} }).some(({ loosens }) => loosens)
      )
        return;
      const plain = contentOf(ON_RAMP);
      const request = aRequest({ content: { ...plain, traits: { ...plain.traits, isFirstUse } } });
      const approvals = people.map((by) => approvalOf(request, by));
      const count = (settings: Settings) =>
        countApprovals({ ...request, approvals }, around({ inForce: { version: 1, settings } }));
      // Where nothing applies nobody can approve, so that nothing was met.
      if (count(was).progress.length === 0 || count(is).quorum !== "met") return;
      kept += 1;
      expect(count(was).quorum).toBe("met");
    }),
    { numRuns: 5_000 },
  );
  expect(kept).toBeGreaterThan(100);
});
