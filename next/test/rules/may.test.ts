import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/answers.ts";
import type { Traits } from "../../src/request/rules/content.ts";
import { type Deed, deciders, whyNot } from "../../src/request/rules/may.ts";
import type { Condition, Settings } from "../../src/request/rules/settings.ts";
import { requirementsFor } from "../../src/request/rules/settings.ts";
import { ADDITION, CHANGES, contentOf, ON_RAMP } from "./changes.ts";
import { ANNA, BEN, CARA, DAN, EVE, everyone, FINN, requirement, SETTINGS } from "./company.ts";
import { aRequest, around } from "./situation.ts";

type Answer = "may" | NonNullable<ReturnType<typeof whyNot>>["is"];
const answer = (...given: Parameters<typeof whyNot>): Answer => whyNot(...given)?.is ?? "may";
const under = (changes: Partial<Settings>) =>
  around({ inForce: { version: 1, settings: { ...SETTINGS, ...changes } } });
const request = aRequest();

/**
 * To a request for a Rail: Anna made it, Ben is named by a requirement that applies, Dan only by
 * another one, Eve is of the team, and Finn is nobody here.
 */
const PERSONS = [ANNA, BEN, DAN, EVE, FINN];
const OWN = "own-request";
const NO = "not-an-approver";
const OTHER = "not-the-requester";
const TABLE: readonly (readonly [Deed, Answer, Answer, Answer, Answer, Answer])[] = [
  ["look", "may", "may", "may", "may", "not-of-the-team"],
  ["ask", "may", "may", "may", "may", "not-of-the-team"],
  ["stop", "may", "may", "may", "may", "not-of-the-team"],
  ["approve", OWN, "may", NO, NO, NO],
  ["answer", OWN, "may", NO, NO, NO],
  ["deny", NO, "may", "may", NO, NO],
  ["withdraw", "may", OTHER, OTHER, OTHER, OTHER],
];

describe.each(TABLE)("to %s", (deed, ...answers) => {
  it("is for some, and not for others", () => {
    expect(PERSONS.map((person) => answer(deed, person, request, around()))).toEqual(answers);
  });

  it.each(["guest", "bot", "outsider", "deactivated", "stranger"] as const)(
    "takes more than a %s, whatever names that account",
    (standing) => {
      const standings = everyone(standing);
      for (const person of PERSONS) {
        expect(answer(deed, person, request, around({ standings }))).toBe("not-active");
      }
    },
  );

  it("takes settings", () => {
    for (const person of PERSONS) {
      expect(answer(deed, person, request, around({ inForce: null }))).toBe("no-settings");
    }
  });
});

describe("while Slack does not say who somebody is", () => {
  const silent = around({ standings: new Map<string, Standing>([[FINN, "active"]]) });

  it("nobody can look, ask, approve, answer or withdraw", () => {
    for (const [deed] of TABLE.filter(([each]) => each !== "stop" && each !== "deny")) {
      for (const person of [ANNA, BEN, DAN, EVE]) {
        expect(answer(deed, person, request, silent)).toBe("standing-unknown");
      }
    }
  });

  it("a person of the team can stop", () => {
    for (const person of [ANNA, BEN, DAN, EVE]) {
      expect(answer("stop", person, null, silent)).toBe("may");
    }
  });

  it("an approver can deny, and nobody else", () => {
    expect(answer("deny", BEN, request, silent)).toBe("may");
    expect(answer("deny", DAN, request, silent)).toBe("may");
    expect(answer("deny", EVE, request, silent)).not.toBe("may");
  });
});

it("the team may be everyone of the workspace, and whoever a requirement names is of it", () => {
  for (const deed of ["look", "ask", "stop"] as const) {
    expect(answer(deed, FINN, null, under({ team: "everyone" }))).toBe("may");
    expect(answer(deed, DAN, null, under({ requirements: [] }))).toBe("not-of-the-team");
  }
  expect(answer("deny", FINN, request, under({ team: "everyone" }))).toBe(NO);
});

it("nobody approves their own request, also where a requirement names them", () => {
  const named = under({ requirements: [requirement({ people: [ANNA, BEN] })] });
  expect(answer("approve", ANNA, request, named)).toBe(OWN);
  expect(answer("answer", ANNA, request, named)).toBe(OWN);
});

it("without a request there is nothing to approve, answer or withdraw", () => {
  expect(answer("approve", BEN, null, around())).toBe("not-known");
  expect(answer("answer", BEN, null, around())).toBe("not-known");
  expect(answer("withdraw", ANNA, null, around())).toBe(OTHER);
});

it("each kind is decided by its own requirements, and a freeze by all without conditions", () => {
  const conditional = requirement({ when: { isFirstUse: true }, people: [EVE] });
  const twice = requirement({ people: [CARA, ANNA] });
  const requirements = [...SETTINGS.requirements, conditional, twice];
  const settings = { ...SETTINGS, requirements };
  const named = CHANGES.map((change) => deciders(contentOf(change), ANNA, settings));
  const may = CHANGES.map((change) =>
    [BEN, CARA, DAN, EVE, FINN].filter(
      (person) => answer("approve", person, aRequest({ change }), under(settings)) === "may",
    ),
  );
  const rails = [BEN, CARA];
  const destinations = [BEN, DAN];
  expect(named).toEqual([rails, rails, destinations, destinations, [BEN, CARA, DAN]]);
  expect(may).toEqual(named);
});

const ON: Partial<Traits> = { type: "ON_RAMP", destination: "one" };
const FIRST: Partial<Traits> = { ...ON, isFirstUse: true };

it.each<[Condition, Partial<Traits>, boolean]>([
  [{}, ON, true],
  [{}, FIRST, true],
  [{ types: ["ON_RAMP"] }, ON, true],
  [{ types: ["OFF_RAMP"] }, ON, false],
  [{ types: ["OFF_RAMP", "ON_RAMP"] }, ON, true],
  [{ types: ["ON_RAMP"] }, { type: null }, false],
  [{ destinations: ["one"] }, ON, true],
  [{ destinations: ["two"] }, ON, false],
  [{ destinations: ["two", "one"] }, ON, true],
  [{ destinations: ["one"] }, { destination: null }, false],
  [{ isFirstUse: true }, FIRST, true],
  [{ isFirstUse: true }, ON, false],
  [{ types: ["ON_RAMP"], destinations: ["two"] }, ON, false],
  [{ types: ["OFF_RAMP"], destinations: ["one"] }, ON, false],
  [{ types: ["ON_RAMP"], destinations: ["one"], isFirstUse: true }, ON, false],
  [{ types: ["ON_RAMP"], destinations: ["one"], isFirstUse: true }, FIRST, true],
])("a requirement for %j, with %j: %j", (when, traits, applies) => {
  const rails = requirement({ covers: "rails", when });
  const destinations = requirement({ covers: "destinations", when });
  const settings = { ...SETTINGS, requirements: [rails, destinations] };
  const foundFor = (change: typeof ON_RAMP | typeof ADDITION) => {
    const plain = contentOf(change);
    return requirementsFor({ ...plain, traits: { ...plain.traits, ...traits } }, settings);
  };
  expect(foundFor(ON_RAMP)).toEqual(applies ? [rails] : []);
  expect(foundFor(ADDITION)).toEqual(applies ? [destinations] : []);
});
