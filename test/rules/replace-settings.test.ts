import { expect, it } from "vitest";
import { faultsIn, readGiven } from "../../src/settings/replace-settings.ts";
import { BEN, CARA, DAN, EVE } from "./company.ts";

const RAILS = {
  name: "Rails",
  covers: "rails",
  when: {},
  people: [BEN, CARA, DAN],
  needed: 2,
} as const;
const DESTINATIONS = { ...RAILS, name: "Destinations", covers: "destinations" } as const;
const CFO = { ...RAILS, name: "CFO", people: [DAN, EVE], needed: 1 } as const;

const REFUSED: [unknown, RegExp][] = [
  ["{", /^This is not JSON/],
  [{}, /^It sets nothing/],
  [[], /^It: /],
  [{ channel: "C0APPROV1" }, /channel/],
  [{ coolDownHours: 0.5 }, /^coolDownHours: /],
  [{ coolDownHours: 721 }, /^coolDownHours: /],
  [{ expiresInHours: 0 }, /^expiresInHours: /],
  [{ auditors: ["ben"] }, /^auditors.0: must be a Slack user id/],
  [{ auditors: [BEN, BEN] }, /^auditors: names somebody twice/],
  [{ team: [] }, /^team: /],
  [{ requirements: [] }, /^requirements: /],
  [{ requirements: [{ ...RAILS, needed: 0 }] }, /^requirements.0.needed: /],
  [{ requirements: [{ ...RAILS, name: " " }] }, /^requirements.0.name: /],
  [{ requirements: [{ ...RAILS, name: "C\u200bFO" }] }, /^requirements.0.name: /],
  [
    { requirements: [{ ...RAILS, when: { isFirstUse: false } }] },
    /^requirements.0.when.isFirstUse/,
  ],
  [{ requirements: [{ ...RAILS, when: { types: [] } }] }, /^requirements.0.when.types/],
  [
    { requirements: [{ ...RAILS, when: { destinations: [..."abcdefghijk"] } }] },
    /^requirements.0.when.destinations: /,
  ],
  [{ requirements: [{ ...RAILS, quorum: 1 }] }, /quorum/],
  [{ requirements: Array.from({ length: 9 }, () => RAILS) }, /^requirements: /],
];

it.each(REFUSED)("the operator's %j is refused in words", (given, fault) => {
  const json = typeof given === "string" ? given : JSON.stringify(given);
  expect(() => readGiven(json)).toThrow(fault);
});

it("what the operator gives is taken as it is, and nothing is made up", () => {
  const given = { requirements: [{ ...CFO, when: { isFirstUse: true } }], team: "everyone" };
  expect(readGiven(JSON.stringify(given))).toEqual(given);
});

it("requirements can be met by active people, have names of their own, and cover everything", () => {
  const faults = (...all: Parameters<typeof faultsIn>[0]) => faultsIn(all, [], (id) => id !== EVE);
  expect(faults(RAILS, DESTINATIONS)).toEqual([]);
  expect(faults(RAILS, DESTINATIONS, CFO)).toEqual([expect.stringMatching(/^CFO: needs 1/)]);
  expect(faultsIn([RAILS, DESTINATIONS, CFO], [CFO], () => false)).toHaveLength(2);
  expect(faults(RAILS)).toEqual(["One requirement for destinations must have no conditions."]);
  const first = { isFirstUse: true } as const;
  expect(faults({ ...RAILS, when: first }, DESTINATIONS)).toHaveLength(1);
  expect(faults(RAILS, DESTINATIONS, { ...DESTINATIONS, name: "More", when: first })).toEqual([
    "More: conditions are for requirements of Rails only.",
  ]);
  expect(faults(RAILS, DESTINATIONS, { ...RAILS, name: "rai1s" })).toHaveLength(1);
});
