import { describe, expect, it } from "vitest";
import type { Standing } from "../../src/platform/slack/standing.ts";
import { type Deed, deciders, whyNot } from "../../src/request/rules/may.ts";
import { ADDITION, CHANGES, contentOf, IMPORT, ON_RAMP, RESUME } from "./changes.ts";
import { ANNA, BEN, CARA, DAN, EVE, everyone, FINN, requirement, SETTINGS } from "./company.ts";
import { aRequest, around } from "./situation.ts";

type Answer = "may" | NonNullable<ReturnType<typeof whyNot>>["is"];

/** What a person is to a request for a Rail that Anna made, when all are active and the team is a list. */
const RELATIONS = {
  "the requester": ANNA,
  "named by a requirement that applies": BEN,
  "named by another requirement only": DAN,
  "of the team only": EVE,
  "nobody here": FINN,
} as const;
type Relation = keyof typeof RELATIONS;

/** In the order of `RELATIONS`. */
const TABLE: Record<Deed, readonly Answer[]> = {
  look: ["may", "may", "may", "may", "not-of-the-team"],
  ask: ["may", "may", "may", "may", "not-of-the-team"],
  stop: ["may", "may", "may", "may", "not-of-the-team"],
  approve: ["own-request", "may", "not-an-approver", "not-an-approver", "not-an-approver"],
  answer: ["own-request", "may", "not-an-approver", "not-an-approver", "not-an-approver"],
  deny: ["not-an-approver", "may", "may", "not-an-approver", "not-an-approver"],
  withdraw: ["may", ...Array<Answer>(4).fill("not-the-requester")],
};
const DEEDS = Object.keys(TABLE).filter((name): name is Deed => name in TABLE);
const relations = Object.keys(RELATIONS).filter((name): name is Relation => name in RELATIONS);
const NOT_ACTIVE = ["guest", "bot", "outsider", "deactivated", "stranger"] as const;

const request = aRequest();
const answer = (...given: Parameters<typeof whyNot>): Answer => whyNot(...given)?.is ?? "may";

describe.each(DEEDS)("to %s", (deed) => {
  it.each(relations.map((relation, at) => ({ relation, expected: TABLE[deed][at] })))(
    "somebody who is $relation: $expected",
    ({ relation, expected }) => {
      expect(answer(deed, RELATIONS[relation], request, around())).toBe(expected);
    },
  );

  it.each(NOT_ACTIVE)("takes more than a %s, whatever names that account", (standing) => {
    for (const person of Object.values(RELATIONS)) {
      expect(answer(deed, person, request, around({ standings: everyone(standing) }))).toBe(
        "not-active",
      );
    }
  });

  it("takes settings", () => {
    for (const person of Object.values(RELATIONS)) {
      expect(answer(deed, person, request, around({ inForce: null }))).toBe("no-settings");
    }
  });
});

describe("while Slack does not say who somebody is", () => {
  const silent = around({ standings: new Map<string, Standing>([[FINN, "active"]]) });
  const refused = DEEDS.filter((deed) => deed !== "stop" && deed !== "deny");

  it.each(refused)("nobody can %s", (deed) => {
    for (const person of [ANNA, BEN, DAN, EVE]) {
      expect(answer(deed, person, request, silent)).toBe("standing-unknown");
    }
  });

  // Lessons, 4: "Freezing must work while Slack is silent or limits look-ups."
  it.fails("a person of the team can stop", () => {
    for (const person of [ANNA, BEN, DAN, EVE]) {
      expect(answer("stop", person, null, silent)).toBe("may");
    }
  });

  // Lessons, 3: "Every approver can deny right up to the claim: … while Slack is silent."
  it.fails("an approver can deny, and nobody else", () => {
    expect(answer("deny", BEN, request, silent)).toBe("may");
    expect(answer("deny", DAN, request, silent)).toBe("may");
    expect(answer("deny", EVE, request, silent)).not.toBe("may");
  });
});

it("with everyone of the workspace in the team, anyone active may look, ask and stop", () => {
  const inForce = { version: 1, settings: { ...SETTINGS, team: "everyone" as const } };
  for (const deed of ["look", "ask", "stop"] as const) {
    expect(answer(deed, FINN, null, around({ inForce }))).toBe("may");
  }
  expect(answer("deny", FINN, request, around({ inForce }))).toBe("not-an-approver");
  expect(answer("ask", FINN, null, around({ inForce, standings: everyone("guest") }))).toBe(
    "not-active",
  );
});

it("somebody who is named by a requirement belongs to the team, wherever it is named", () => {
  expect(answer("ask", DAN, null, around())).toBe("may");
  const team = around({ inForce: { version: 1, settings: { ...SETTINGS, requirements: [] } } });
  expect(answer("ask", DAN, null, team)).toBe("not-of-the-team");
});

it("nobody approves their own request, also where a requirement names them", () => {
  const requirements = [requirement({ people: [ANNA, BEN, CARA] })];
  const inForce = { version: 2, settings: { ...SETTINGS, requirements } };
  expect(answer("approve", ANNA, request, around({ inForce }))).toBe("own-request");
  expect(answer("answer", ANNA, request, around({ inForce }))).toBe("own-request");
  expect(deciders(request.content, ANNA, inForce.settings)).toEqual([BEN, CARA]);
});

it("without a request there is nothing to approve, answer or withdraw", () => {
  expect(answer("approve", BEN, null, around())).toBe("not-known");
  expect(answer("answer", BEN, null, around())).toBe("not-known");
  expect(answer("withdraw", ANNA, null, around())).toBe("not-the-requester");
});

it("each kind is decided by its own requirements, and a freeze by all without conditions", () => {
  const conditional = requirement({ when: { isFirstUse: true }, people: [EVE] });
  const settings = { ...SETTINGS, requirements: [...SETTINGS.requirements, conditional] };
  const named = CHANGES.map((change) => deciders(contentOf(change), ANNA, settings));
  const [rails, destinations] = [
    [BEN, CARA],
    [BEN, DAN],
  ];
  expect(CHANGES.slice(2)).toEqual([ADDITION, IMPORT, RESUME]);
  expect(named).toEqual([rails, rails, destinations, destinations, [BEN, CARA, DAN]]);
  for (const [at, change] of CHANGES.entries()) {
    for (const person of [BEN, CARA, DAN, EVE, FINN]) {
      const asked = aRequest({ change });
      const expected = named[at]?.includes(person) ? "may" : "not-an-approver";
      expect(answer("approve", person, asked, around({ inForce: { version: 1, settings } }))).toBe(
        expected,
      );
    }
  }
});

it("each person is called once, and the requester never", () => {
  const requirements = [requirement(), requirement({ name: "CFO", people: [CARA, ANNA] })];
  const content = contentOf(ON_RAMP);
  expect(deciders(content, ANNA, { ...SETTINGS, requirements })).toEqual([BEN, CARA]);
});
