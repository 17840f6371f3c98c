import { describe, expect, it } from "vitest";
import type { Ground, ShownPage, ShownRail } from "../../src/rail/rules/short-look.ts";
import { addsUp, areKnown, firmWalk, isAfterRestore } from "../../src/rail/rules/short-look.ts";
import { after, NOW } from "../support/builders.ts";

const walk = { startedAt: NOW, rails: 4, upTo: "7", token: "a", ruledOut: ["rail_gone"] };
const ground: Ground = {
  walk,
  token: "a",
  ruledOut: ["rail_gone"],
  areMarksKnown: true,
  restoredAt: null,
};

describe("a short look builds on a whole walk", () => {
  it.each<[string, Partial<Ground>, string]>([
    ["just made", {}, NOW],
    ["of the last day", {}, after({ hours: 24 })],
    ["made after the database was restored", { restoredAt: after({ minutes: -2 }) }, NOW],
  ])("%s", (_, change, now) => {
    expect(firmWalk({ ...ground, ...change }, now)).toBe(walk);
  });

  it.each<[string, Partial<Ground>, string]>([
    ["that was never made", { walk: null }, NOW],
    ["older than a day", {}, after({ hours: 24, minutes: 1 })],
    ["of the future, by a clock that is back", {}, after({ minutes: -1 })],
    ["with another token", { token: "b" }, NOW],
    ["without marks, or with one that the database does not know", { areMarksKnown: false }, NOW],
    ["made before the database was restored", { restoredAt: after({ minutes: 1 }) }, NOW],
    ["made in the minute of the restore", { restoredAt: after({ ms: -30_000 }) }, NOW],
    ["since which a Rail was ruled out", { ruledOut: ["rail_gone", "rail_old"] }, NOW],
    ["since which a Rail that was ruled out is shown again", { ruledOut: [] }, NOW],
  ])("but on none %s", (_, change, now) => {
    expect(firmWalk({ ...ground, ...change }, now)).toBeNull();
  });
});

const rail = (id: string | null, as: ShownRail["as"] = "walked", requestId?: string) => ({
  id,
  as,
  requestId,
});
const first: ShownPage = {
  isFirst: true,
  isLast: false,
  total: 5,
  rails: [rail("rail_1"), rail("rail_2")],
};
const last: ShownPage = {
  isFirst: false,
  isLast: true,
  total: 5,
  rails: [rail("rail_5", "read-back", "req_5")],
};
/** Four that the walk showed, and one that was read back since. */
const KNOWN = 5;

describe("the two ends of the list add up", () => {
  it.each<[string, readonly ShownPage[]]>([
    ["where all their Rails are known and the total is theirs", [first, last]],
    ["where the only page is both ends", [{ ...last, isFirst: true }]],
    [
      "with the Rail of a request that is being sent",
      [first, { ...last, total: 6, rails: [...last.rails, rail("rail_6", "being-sent", "req_6")] }],
    ],
    [
      "with one that was read back meanwhile",
      [first, { ...last, total: 6, rails: [rail("rail_6", "read-back-meanwhile", "req_6")] }],
    ],
    [
      "with the page before the last read third",
      [first, last, { ...first, isFirst: false, rails: [rail("rail_3"), rail("rail_4")] }],
    ],
    [
      "with a last page that began meanwhile",
      [first, { ...last, isLast: false }, { ...last, rails: [] }],
    ],
  ])("%s", (_, pages) => {
    expect(addsUp(pages, KNOWN)).toBe(true);
  });

  it.each<[string, readonly ShownPage[]]>([
    ["without a page", []],
    ["where the total is one too many", [first, { ...last, total: 6 }]],
    [
      "where the total is one too few",
      [
        { ...first, total: 4 },
        { ...last, total: 4 },
      ],
    ],
    ["where the total has shrunk meanwhile", [{ ...first, total: 6 }, last]],
    ["without the first page", [{ ...first, isFirst: false }, last]],
    ["without the last page", [first, { ...last, isLast: false }]],
    ["where a Rail is not known", [first, { ...last, rails: [rail("rail_x", "not-known")] }]],
    [
      "where the first page shows one that is not known",
      [{ ...first, rails: [rail("rail_x", "not-known")] }, last],
    ],
    ["where a Rail has no id", [first, { ...last, rails: [rail(null)] }]],
    ["where a Rail is shown on both", [first, { ...last, rails: [rail("rail_1")] }]],
    [
      "where one request that is being sent has two",
      [
        first,
        {
          ...last,
          total: 7,
          rails: [rail("rail_6", "being-sent", "req_6"), rail("rail_7", "being-sent", "req_6")],
        },
      ],
    ],
  ])("but not %s", (_, pages) => {
    expect(addsUp(pages, KNOWN)).toBe(false);
  });

  it("but not where a Rail, however well known, carries the tag of the request", () => {
    expect(addsUp([first, last], KNOWN, "req_6")).toBe(true);
    expect(addsUp([first, last], KNOWN, "req_5")).toBe(false);
  });
});

it("takes a page for known where each Rail of it is, and is shown once", () => {
  expect(areKnown([])).toBe(true);
  expect(areKnown(first.rails)).toBe(true);
  expect(areKnown([rail("rail_1"), rail("rail_1")])).toBe(false);
  expect(areKnown([rail("rail_1", "not-known")])).toBe(false);
});

it("counts what came in the minute of a restore as before it, since clocks differ", () => {
  expect(isAfterRestore(NOW, null)).toBe(true);
  expect(isAfterRestore(after({ ms: 60_000 }), NOW)).toBe(false);
  expect(isAfterRestore(after({ ms: 61_000 }), NOW)).toBe(true);
});
