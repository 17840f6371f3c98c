import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { othersThan } from "../../../src/authority/quorum.ts";
import type { Roster, Standing } from "../../../src/authority/roster.ts";
import {
  livingApprovers,
  namedInVain,
  whyPolicyUnsatisfiable,
} from "../../../src/policy/rules/living-quorum.ts";
import { standings } from "../../domain/situations.ts";
import { ANA, aRule, BEN, CAL, DAN } from "../../support/builders.ts";

const TREASURY = "S0TREASURY";
const PAYMENTS = "S0PAYMENTS";
/** Ana's account in another workspace of the organisation. */
const ANA_TOO = "U0ANA00002";

const ALL = { [ANA]: "active", [BEN]: "active", [CAL]: "active", [DAN]: "active" } as const;

function living(fields: {
  standing?: Record<string, Standing>;
  persons?: Record<string, string>;
  members?: Record<string, readonly string[] | null>;
}): Roster {
  return {
    standings: standings(fields.standing ?? ALL),
    persons: new Map(Object.entries(fields.persons ?? {})),
    members: new Map(Object.entries(fields.members ?? {})),
  };
}

const why = (rule: Parameters<typeof aRule>[0], company = living({})) =>
  whyPolicyUnsatisfiable({ rules: [aRule(rule)] }, company);

describe("a rule that a living set of people can satisfy", () => {
  it.each([
    ["one more than the quorum", { approvers: [BEN, CAL, DAN], approvalsRequired: 2 }],
    ["two for a quorum of one", { approvers: [BEN, CAL], approvalsRequired: 1 }],
    ["members of a group", { approvers: [], groups: [TREASURY], approvalsRequired: 2 }],
    ["people and a group together", { approvers: [ANA], groups: [TREASURY], approvalsRequired: 3 }],
  ])("has %s", (_, rule) => {
    expect(why(rule, living({ members: { [TREASURY]: [BEN, CAL, DAN] } }))).toEqual([]);
  });

  it("needs nobody more than the quorum where none of the approvers can be who asks", () => {
    const rule = { approvers: [BEN, CAL], when: { requesterGroups: [PAYMENTS] } };

    expect(why(rule, living({ members: { [PAYMENTS]: [ANA, DAN] } }))).toEqual([]);
    expect(why(rule, living({ members: { [PAYMENTS]: [ANA, BEN] } }))).toHaveLength(1);
    expect(why(rule, living({ members: { [PAYMENTS]: null } }))).toHaveLength(1);
    expect(why(rule, living({}))).toHaveLength(1);
  });
});

describe("a rule that no living set of people can satisfy", () => {
  it("has no more people than the quorum, of whom each may be the one who asks", () => {
    expect(why({ name: "Large", approvers: [BEN, CAL], approvalsRequired: 2 })).toEqual([
      {
        rule: "Large",
        needed: 3,
        approvalsRequired: 2,
        active: [BEN, CAL],
        inactive: [],
        emptyGroups: [],
        unknownGroups: [],
      },
    ]);
  });

  it.each<Standing>(["deactivated", "bot", "guest", "stranger", "not-known"])(
    "counts nobody who is %s",
    (standing) => {
      const company = living({ standing: { ...ALL, [DAN]: standing } });

      expect(why({ approvers: [BEN, CAL, DAN] }, company)).toMatchObject([
        { active: [BEN, CAL], inactive: [DAN] },
      ]);
    },
  );

  it("counts nobody of whom nothing is known", () => {
    expect(why({}, living({ standing: {} }))).toMatchObject([{ active: [] }]);
  });

  it.each([
    ["an empty group", { [TREASURY]: [] }, { emptyGroups: [TREASURY] }],
    ["a group of people who left", { [TREASURY]: ["U0GONE0001"] }, { emptyGroups: [TREASURY] }],
    ["a group that Slack does not tell of", { [TREASURY]: null }, { unknownGroups: [TREASURY] }],
    ["a group that nobody looked up", {}, { unknownGroups: [TREASURY] }],
  ])("names %s", (_, members, found) => {
    const rule = { approvers: [], groups: [TREASURY], approvalsRequired: 1 };

    expect(why(rule, living({ members }))).toMatchObject([{ active: [], ...found }]);
  });

  it("counts a person with two accounts once, also of those of a group", () => {
    const rule = { approvers: [ANA, BEN], groups: [TREASURY], approvalsRequired: 2 };
    const standing = { ...ALL, [ANA_TOO]: "active" } as const;
    const members = { [TREASURY]: [ANA_TOO, ANA] };
    const linked = { [ANA]: "W0ANA", [ANA_TOO]: "W0ANA" };

    expect(why(rule, living({ standing, members }))).toEqual([]);
    expect(why(rule, living({ standing, members, persons: linked }))).toMatchObject([
      { active: [ANA, BEN], needed: 3 },
    ]);
  });

  it("cannot hide behind a quorum of none", () => {
    expect(why({ approvers: [BEN], approvalsRequired: 0 })).toMatchObject([{ needed: 2 }]);
  });

  it("is one under which some request of somebody hangs, and no other", () => {
    const people = [ANA, BEN, CAL, DAN];
    const accounts = fc.subarray(people);
    const standing = fc.constantFrom<Standing>("active", "active", "guest");
    fc.assert(
      fc.property(
        accounts,
        accounts,
        fc.integer({ min: 1, max: 4 }),
        fc.tuple(standing, standing, standing, standing),
        fc.boolean(),
        (approvers, members, approvalsRequired, theirs, areLinked) => {
          const rule = aRule({ approvers, groups: [TREASURY], approvalsRequired });
          const company = living({
            standing: Object.fromEntries(people.map((each, at) => [each, theirs[at] ?? "guest"])),
            persons: areLinked ? { [ANA]: "W0ANA", [BEN]: "W0ANA" } : {},
            members: { [TREASURY]: members },
          });
          const { active } = livingApprovers(rule, company);

          const hangs = [...people, "U0OTHER001"].some(
            (asking) => othersThan(asking, active, company).length < approvalsRequired,
          );

          expect(whyPolicyUnsatisfiable({ rules: [rule] }, company).length > 0).toBe(hangs);
        },
      ),
    );
  });
});

it("names what is named in vain where enough others are left", () => {
  const rules = [
    aRule({ approvers: [ANA, BEN, CAL, DAN], groups: [TREASURY] }),
    aRule({ when: { requesterGroups: [PAYMENTS] }, approvers: [ANA, BEN, CAL, DAN] }),
  ];
  const company = living({
    standing: { ...ALL, [DAN]: "deactivated" },
    members: { [TREASURY]: [] },
  });

  expect(whyPolicyUnsatisfiable({ rules }, company)).toEqual([]);
  expect(namedInVain({ rules }, company)).toEqual({
    inactive: [DAN],
    emptyGroups: [TREASURY],
    unknownGroups: [PAYMENTS],
  });
});

it("names auditors in vain as it does approvers, people and groups", () => {
  const rules = [aRule({ approvers: [ANA, BEN, CAL] })];
  const company = living({
    standing: { ...ALL, [DAN]: "deactivated" },
    members: { [TREASURY]: [] },
  });
  const auditors = [DAN, TREASURY, PAYMENTS];

  expect(namedInVain({ rules, auditors }, company)).toEqual({
    inactive: [DAN],
    emptyGroups: [TREASURY],
    unknownGroups: [PAYMENTS],
  });
});
