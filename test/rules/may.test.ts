import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/answers.ts";
import type { Traits } from "../../src/request/rules/content.ts";
import {
  countApprovals,
  type Deed,
  deciders,
  peopleOf,
  whyNot,
  whyNotInspect,
} from "../../src/request/rules/may.ts";
import { SIGNALBOX } from "../../src/request/rules/request.ts";
import { requirementsFor } from "../../src/request/rules/requirements.ts";
import type { Condition, Settings } from "../../src/request/rules/settings.ts";
import { ADDITION, CHANGES, contentOf, ON_RAMP } from "./changes.ts";
import { ANNA, BEN, CARA, DAN, EVE, everyone, FINN, requirement, SETTINGS } from "./company.ts";
import { approvalOf, aRequest, around } from "./situation.ts";

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
  ["report", "may", "may", "may", "may", "not-of-the-team"],
  ["retire", NO, "may", "may", NO, NO],
  ["take-out", NO, "may", "may", NO, NO],
  ["approve", OWN, "may", NO, NO, NO],
  ["answer", OWN, "may", NO, NO, NO],
  ["deny", NO, "may", "may", NO, NO],
  ["withdraw", "may", OTHER, OTHER, OTHER, OTHER],
];
const CLEAR = ["guest", "bot", "outsider", "deactivated", "stranger"] as const;

it.each(TABLE)("%s is for some, and not for others", (deed, ...answers) => {
  const all = (...given: Parameters<typeof around>) =>
    PERSONS.map((person) => answer(deed, person, request, around(...given)));
  const each = (is: Answer) => PERSONS.map(() => is);
  expect(all()).toEqual(answers);
  for (const is of CLEAR) expect(all({ standings: everyone(is) })).toEqual(each("not-active"));
  expect(all({ inForce: null })).toEqual(each("no-settings"));
  // While Slack is silent the team can stop, and approvers can deny.
  const mayStop = ["stop", "report", "deny", "retire", "take-out"].includes(deed);
  const silent = new Map<string, Standing>();
  expect(all({ standings: silent })).toEqual(mayStop ? answers : each("standing-unknown"));
});

it("whoever a requirement names sees how all is doing, and administrators, whatever is broken", () => {
  const see = (person: string, isAdministrator: boolean, ...given: Parameters<typeof around>) =>
    whyNotInspect("health", person, around(...given), isAdministrator)?.is ?? "may";
  const silent = new Map<string, Standing>();
  const others = PERSONS.map((each) => see(each, false, { standings: silent }));
  expect(others).toEqual([
    "not-an-inspector",
    "may",
    "may",
    "not-an-inspector",
    "not-an-inspector",
  ]);
  expect(PERSONS.map((each) => see(each, true, { inForce: null }))).toEqual(
    PERSONS.map(() => "may"),
  );
  expect(see(BEN, false, { inForce: null })).toBe("not-an-inspector");
  for (const is of CLEAR) expect(see(BEN, true, { standings: everyone(is) })).toBe("not-active");
});

it("the team may be everyone of the workspace, and whoever a requirement names is of it", () => {
  for (const deed of ["look", "ask", "stop"] as const) {
    expect(answer(deed, FINN, null, under({ team: "everyone" }))).toBe("may");
    expect(answer(deed, DAN, null, under({ requirements: [] }))).toBe("not-of-the-team");
  }
  expect(answer("deny", FINN, request, under({ team: "everyone" }))).toBe(NO);
});

it("nobody approves their own request, also where a requirement names them, or no request", () => {
  const named = under({ requirements: [requirement({ people: [ANNA, BEN] })] });
  for (const deed of ["approve", "answer"] as const) {
    expect(answer(deed, ANNA, request, named)).toBe(OWN);
    expect(answer(deed, BEN, null, around())).toBe("not-known");
  }
  expect(answer("withdraw", ANNA, null, around())).toBe(OTHER);
});

it("each kind is decided by its own requirements, and a freeze by all without conditions", () => {
  const conditional = requirement({ name: "CFO", when: { isFirstUse: true }, people: [EVE] });
  const twice = requirement({ name: "Second", people: [CARA, ANNA] });
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
  const all = [BEN, CARA, DAN];
  expect(named).toEqual([rails, rails, destinations, destinations, all, [...all, EVE]]);
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

/** That the quorum is right is shown in `test/model/enumerate.test.ts`. */
describe("of approvals", () => {
  const by = (person: string) => approvalOf(request, person);
  const three = aRequest({ approvals: [by(BEN), by(BEN), by(CARA)] });

  it("the card lists for each requirement who has approved and who may", () => {
    const second = requirement({ name: "CFO", people: [DAN], needed: 1 });
    const first = requirement({ people: [ANNA, BEN, CARA, DAN] });
    const { progress } = countApprovals(three, under({ requirements: [first, second] }));
    expect(progress).toEqual([
      { name: "Treasury", needed: 2, given: [BEN, CARA], awaited: [DAN] },
      { name: "CFO", needed: 1, given: [], awaited: [DAN] },
    ]);
  });

  it("none counts without settings, or a requirement that applies", () => {
    const nothing = { quorum: "short", kept: [], progress: [] };
    expect(countApprovals(three, around({ inForce: null }))).toEqual(nothing);
    expect(countApprovals(three, under({ requirements: [] }))).toEqual(nothing);
  });

  it("the requester and all who approved are looked up, each once, and never the product", () => {
    expect(peopleOf(three)).toEqual([ANNA, BEN, CARA]);
    expect(peopleOf(aRequest({ requestedBy: SIGNALBOX }))).toEqual([]);
  });
});
