import { describe, expect, it } from "vitest";
import type { Sighting } from "../../src/request/rules/around.ts";
import { isFreshLook, isMadeSince, judgeLook } from "../../src/request/rules/look.ts";
import { at } from "./company.ts";
import { lookOf, RAIL, sighting, TAG } from "./rails.ts";
import { aRequest } from "./situation.ts";

const request = aRequest({ ruledOut: ["ruled-out"] });
const untagged = (changes: Partial<Sighting> = {}) =>
  sighting({ key: "r2", tag: null, ...changes });
const judge = (...seen: Sighting[]) => {
  const finding = judgeLook(request, lookOf(...seen));
  if (finding.is === "found") return finding.rails.map(({ key }) => key);
  return finding.is === "clean" ? "clean" : `same-route: ${finding.keys}`;
};

describe("a complete walk", () => {
  const older = { firstSeen: request.requestedAt };
  const digest = "0".repeat(64);
  it.each<[string, Sighting[], unknown]>([
    ["nothing", [], "clean"],
    ["our tag", [sighting()], ["rail_1"]],
    ["our tag on two Rails", [sighting({ key: "r0" }), untagged(), sighting()], ["r0", "rail_1"]],
    ["our tag on a Rail that is ours already", [sighting({ owner: request.id })], ["rail_1"]],
    ["another Rail of the route", [untagged()], "same-route: r2"],
    ["two others", [untagged(), untagged({ key: "r3" })], "same-route: r2,r3"],
    ["our tag of another digest", [untagged({ tag: { ...TAG, digest } })], "same-route: r2"],
    ["another request's tag", [sighting({ tag: { ...TAG, request: "r-2" } })], "clean"],
    ["a Rail with an owner", [untagged({ owner: "r-2" })], "clean"],
    ["a Rail that people ruled out", [untagged({ key: "ruled-out" })], "clean"],
    ["a Rail known before the request", [untagged(older)], "clean"],
    ["only one that is new", [untagged(older), untagged({ key: "r3" })], "same-route: r3"],
  ])("that shows %s", (_, seen, expected) => {
    expect(judge(...seen)).toEqual(expected);
  });
});

it.each<[string, string | null, boolean]>([
  [at(-30), null, true],
  [at(-30), at(-60), true],
  [at(-30), "no time", true],
  [at(-3_600), at(-60), false],
  [at(-3_599), at(-60), true],
  // The service's clock may be a day off.
  [at(-30), at(-3_600 - 86_400), true],
  [at(-30), at(-3_601 - 86_400), false],
])("a Rail first seen at %s and made at %s was made since: %s", (firstSeen, createdAt, isSince) => {
  expect(isMadeSince(request, { firstSeen, rail: { ...RAIL, createdAt } })).toBe(isSince);
});

describe("a claim rests on a look", () => {
  const look = (beganAt: number, endedAt: number) => {
    return { beganAt: at(beganAt), endedAt: at(endedAt), sightings: [] };
  };
  it.each([
    ["that there is", null, false],
    ["that ended just now", look(-10, 0), true],
    ["that ended less than a minute ago", look(-90, -59), true],
    ["that ended a minute ago", look(-90, -60), false],
    ["that ended before", look(-90, -61), false],
    ["that did not end in the future", look(-10, 1), false],
  ])("%s: %j is fresh: %s", (_, each, isFresh) => {
    expect(isFreshLook(request, each, at(0))).toBe(isFresh);
  });

  it.each([
    [-21, true],
    [-20, false],
    [-19, false],
  ])("that began after the last attempt ended: %i s", (ended, isFresh) => {
    const sent = { ...request, attemptEndedAt: at(ended) };
    expect(isFreshLook(sent, look(-20, -10), at(0))).toBe(isFresh);
  });
});
