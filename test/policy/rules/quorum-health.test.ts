import { describe, expect, it } from "vitest";
import type { Roster, Standing } from "../../../src/authority/roster.ts";
import {
  findingText,
  isToBeTold,
  nextNight,
  quorumHealth,
  troubledRules,
} from "../../../src/policy/rules/quorum-health.ts";
import { after, BEN, CAL, DAN, NOW, somePolicy } from "../../support/builders.ts";

const GROUP = "S0TREASURY";

function living(
  standings: Record<string, Standing>,
  members: Record<string, readonly string[] | null> = {},
): Roster {
  return {
    standings: new Map(
      Object.entries({ [BEN]: "active", [CAL]: "active", [DAN]: "active", ...standings }),
    ),
    persons: new Map(),
    members: new Map(Object.entries(members)),
  };
}

const twoOf = (approvers: string[], groups: string[] = []) => {
  const policy = somePolicy({ rails: { approvers, approvalsRequired: 2 } });
  const [, rails] = policy.rules;
  return { rules: rails ? [{ ...rails, groups }] : [] };
};
const only = (...args: Parameters<typeof quorumHealth>) => {
  const [rule] = quorumHealth(...args);
  if (!rule) throw new Error("There is one rule");
  return rule;
};

describe("a rule of two", () => {
  const document = twoOf([BEN, CAL, DAN]);

  it.each([
    ["enough", {}],
    ["no-reserve", { [DAN]: "deactivated" }],
    ["cannot-be-met", { [DAN]: "deactivated", [CAL]: "guest" }],
  ] as const)("is %s", (verdict, standings) => {
    expect(only(document, living(standings))).toMatchObject({ verdict, isCertain: true });
  });

  it("names who is lost, and why", () => {
    expect(only(document, living({ [DAN]: "deactivated", [CAL]: "guest" })).lost).toEqual([
      { userId: CAL, because: "guest" },
      { userId: DAN, because: "deactivated" },
    ]);
  });

  it("is in doubt where Slack does not say of those who could tip it", () => {
    expect(only(document, living({ [DAN]: "not-known" })).isCertain).toBe(false);
    expect(only(twoOf([BEN], [GROUP]), living({}, { [GROUP]: null }))).toMatchObject({
      verdict: "cannot-be-met",
      isCertain: false,
    });
    expect(only(twoOf([BEN, CAL, DAN], [GROUP]), living({}, { [GROUP]: null }))).toMatchObject({
      verdict: "enough",
      isCertain: true,
    });
  });

  it("counts the members of a group, and names a group in which nobody is left", () => {
    const empty = living({}, { [GROUP]: [] });
    expect(only(twoOf([], [GROUP]), living({}, { [GROUP]: [BEN, CAL, DAN] })).verdict).toBe(
      "enough",
    );
    expect(only(twoOf([], [GROUP]), empty)).toMatchObject({
      verdict: "cannot-be-met",
      emptyGroups: [GROUP],
      isCertain: true,
    });
  });
});

describe("people are told", () => {
  const lost = (standing: Standing) =>
    troubledRules(quorumHealth(twoOf([BEN, CAL, DAN]), living({ [DAN]: standing })));
  const known = { found: findingText(lost("deactivated")), warnedAt: NOW };

  it("about what is new, and about the same once a week", () => {
    expect(isToBeTold(lost("deactivated"), { found: "[]", warnedAt: null }, NOW)).toBe(true);
    expect(isToBeTold(lost("guest"), known, NOW)).toBe(true);
    expect(isToBeTold(lost("deactivated"), known, after({ days: 6 }))).toBe(false);
    expect(isToBeTold(lost("deactivated"), known, after({ days: 7 }))).toBe(true);
  });

  it("about nothing while enough are left", () => {
    expect(isToBeTold([], known, after({ days: 30 }))).toBe(false);
  });

  it("about what is uncertain only when it is found a second time", () => {
    const found = findingText(lost("not-known"));

    expect(isToBeTold(lost("not-known"), known, NOW)).toBe(false);
    expect(isToBeTold(lost("not-known"), { found, warnedAt: null }, NOW)).toBe(true);
  });
});

it("is looked at once a day, in the night, at a time that differs between workspaces", () => {
  const times = Array.from({ length: 200 }, (_, index) => nextNight(`T${index}`, NOW));

  for (const time of times) {
    expect(Date.parse(time)).toBeGreaterThan(Date.parse(NOW));
    expect(new Date(time).getUTCHours()).toBeLessThan(6);
  }
  expect(new Set(times.map((time) => time.slice(0, 16))).size).toBeGreaterThan(100);
  const [first = ""] = times;
  expect(Date.parse(nextNight("T0", first)) - Date.parse(first)).toBe(86_400_000);
});
