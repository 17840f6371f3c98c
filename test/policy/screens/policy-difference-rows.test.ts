import { describe, expect, it } from "vitest";
import { limits } from "../../../src/platform/slack/blocks/limits.ts";
import type { Most } from "../../../src/policy/screens/policy-difference-rows.ts";
import {
  isShownWhole,
  pendingSentence,
  policyDifferenceList,
  REVIEW_ROOM,
} from "../../../src/policy/screens/policy-difference-rows.ts";
import type {
  PolicyDocument,
  RuleCondition,
} from "../../../src/request/rules/approval/policy-document.ts";
import { aRule } from "../../support/builders.ts";

type Rows = ReturnType<typeof policyDifferenceList>;

/** Its texts, one behind the other. */
const textOf = (rows: Rows) =>
  [...JSON.stringify(rows).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text).join("");

const policyOf = (...conditions: RuleCondition[]): PolicyDocument => ({
  rules: conditions.map((when, index) => aRule({ name: `Rule ${index}`, when })),
  coolDownHours: 0,
});

const shown = (before: RuleCondition, after: RuleCondition, most: Most = REVIEW_ROOM.most) => {
  const rows = policyDifferenceList(policyOf(before), policyOf(after), { ...REVIEW_ROOM, most });
  return textOf(rows);
};

const many = (count: number, of = "dest") =>
  Array.from({ length: count }, (_, index) => `${of}_${index + 1}`);

describe("the review of a policy shows", () => {
  it("every value that a condition gains or loses, and none that stays", () => {
    const text = shown({ destinations: many(99) }, { destinations: [...many(98), "dest_mallory"] });

    expect(text).toContain("Destinations: adds dest_mallory");
    expect(text).toContain("Destinations: removes dest_99");
    expect(text).not.toContain("dest_98");
  });

  it("all values of a new rule, each to its end", () => {
    const long = "x".repeat(119);
    const rows = policyDifferenceList(
      policyOf(),
      policyOf({ destinations: [`${long}1`, `${long}2`, ...many(98)] }),
      REVIEW_ROOM,
    );
    const text = textOf(rows);
    for (const each of [`${long}1`, `${long}2`, ...many(98)]) expect(text).toContain(each);
  });

  it.each<[string, RuleCondition, RuleCondition, string[]]>([
    [
      "a condition that is new",
      {},
      { assets: ["GBP", "EUR"], isFirstUse: true },
      ["Now only GBP or EUR", "Now only first uses"],
    ],
    [
      "one that is gone",
      { networks: ["solana-devnet"] },
      {},
      ["No longer only on solana-devnet", "Now for everything"],
    ],
    [
      "one that turns round",
      { isFirstUse: true },
      { isFirstUse: false },
      ["Now only destinations used before", "No longer only first uses"],
    ],
    [
      "user groups",
      { requesterGroups: ["S1", "S2"] },
      { requesterGroups: ["S2", "S3"] },
      ["User groups: adds", "User groups: removes"],
    ],
  ])("%s", (_, before, after, lines) => {
    const text = shown(before, after);
    for (const line of lines) expect(text).toContain(line);
  });

  it("more differences than a list of Slack takes", () => {
    const [before, after] = [policyOf(...many(50).map(() => ({}))), policyOf()];
    const another = {
      rules: many(50, "New").map((name) => aRule({ name })),
      coolDownHours: 4,
      auditors: ["U0AUDITOR1"],
    };
    const lists = policyDifferenceList(before, another, REVIEW_ROOM);

    expect(lists.reduce((sum, { elements }) => sum + elements.length, 0)).toBe(102);
    for (const { elements } of lists) expect(elements.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(lists)).not.toContain("not shown here");
    expect(isShownWhole(before, another)).toBe(true);
    expect(isShownWhole(before, after)).toBe(true);
  });
});

it("a card counts what it has no room for, which a review would show", () => {
  expect(shown({}, { destinations: many(11) }, 10)).toContain("Now only into 11 destinations");
});

it("a policy that no review can show whole is known before it is asked for", () => {
  const all = many(100, "x".repeat(110));
  const after = policyOf(...many(50).map(() => ({ destinations: all })));

  expect(isShownWhole(policyOf(), after)).toBe(false);
  expect(JSON.stringify(policyDifferenceList(policyOf(), after, REVIEW_ROOM))).toContain(
    "more differences, not shown here",
  );
  expect(REVIEW_ROOM.size).toBeLessThan(limits.viewBytes);
});

it("a new rule for a user group is said to count for what is pending, and no other", () => {
  const asks = (...requesterGroups: string[]) => policyOf({ requesterGroups });
  expect(pendingSentence(asks("S1"), asks("S2"))).toContain("counts for them too");
  expect(pendingSentence(asks("S1", "S2"), asks("S2"))).not.toContain("counts for them too");
});
