import { describe, expect, it } from "vitest";
import type { ListQuery } from "../../../src/request/rules/list-query.ts";
import { EVERYTHING } from "../../../src/request/rules/list-query.ts";
import type { ListRow } from "../../../src/request/rules/list-row.ts";
import { passes, sorted } from "../../../src/request/rules/list-row.ts";
import { ADDRESS, ANA, BEN, IBAN } from "../../support/builders.ts";

const row: ListRow = {
  ref: "rail_9f3c1d20",
  name: "Zürich Payroll",
  type: "on",
  states: ["disputed"],
  assets: ["GBP", "GBPA"],
  to: "Treasury cold wallet",
  by: ANA,
  at: "2026-03-01T10:00:00Z",
  values: ["rail_9f3c1d20", ADDRESS, IBAN, "R-7"],
};

describe("a row of a list", () => {
  // biome-ignore format: one query a row
  it.each<[string, Partial<ListQuery>, passing: boolean]>([
    ["its type", { type: "on" }, true],
    ["another type", { type: "off" }, false],
    ["its state", { state: "disputed" }, true],
    ["another state", { state: "elsewhere" }, false],
    ["an asset of its", { asset: "GBPA" }, true],
    ["another asset", { asset: "EUR" }, false],
    ["part of its destination", { to: "COLD" }, true],
    ["another destination", { to: "hot" }, false],
    ["its requester", { by: ANA }, true],
    ["another requester", { by: BEN }, false],
    ["the day on which it came", { since: "2026-03-01" }, true],
    ["the day after", { since: "2026-03-02" }, false],
    ["part of its name, accents and case aside", { parts: ["zurich", "PAY"] }, true],
    ["part of its id", { parts: ["9f3c"] }, true],
    ["an IBAN in groups", { parts: ["gb29", "NWBK", "6016"] }, true],
    ["its number", { parts: ["r-7"] }, true],
    ["too little of an address to tell", { parts: [ADDRESS.slice(5, 8)] }, false],
    ["one part of two", { parts: ["payroll", "nowhere"] }, false],
    ["everything at once", { type: "on", state: "disputed", asset: "GBP", by: ANA, parts: ["pay"] }, true],
  ])("is asked about %s", (_, query, isPassing) => {
    const people = query.by ? [query.by] : [];

    expect(passes(row, { ...EVERYTHING, ...query }, people)).toBe(isPassing);
  });

  it("has no requester, time or destination that nobody knows", () => {
    const bare = { ...row, by: null, at: null, to: null };

    for (const query of [{ by: ANA }, { since: "2020-01-01" }, { to: "cold" }])
      expect(passes(bare, { ...EVERYTHING, ...query }, [ANA])).toBe(false);
    expect(passes({ ...bare, at: "soon" }, { ...EVERYTHING, since: "2020-01-01" }, [])).toBe(false);
  });

  it("has one order, with what is not known at the end", () => {
    const rows = [
      { ...row, ref: "1", name: "beta", at: null, to: null },
      { ...row, ref: "2", name: "Älpha", at: "2026-03-02T10:00:00Z", to: "b" },
      { ...row, ref: "3", name: "alpha", at: "2026-03-03T10:00:00Z", to: "A" },
    ];
    const refs = (sort: Parameters<typeof sorted>[1]) => sorted(rows, sort).map(({ ref }) => ref);

    expect(refs("age")).toEqual(["3", "2", "1"]);
    expect(refs("name")).toEqual(["2", "3", "1"]);
    expect(refs("destination")).toEqual(["3", "2", "1"]);
  });
});
