import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ListQuery } from "../../../src/request/rules/list-query.ts";
import {
  EVERYTHING,
  LONGEST_QUERY,
  listQueryText,
  readListQuery,
  SORTS,
} from "../../../src/request/rules/list-query.ts";
import { NOW } from "../../support/builders.ts";

const WORDS = {
  verb: "list",
  types: { on: "On-ramp", off: "Off-ramp" },
  states: { elsewhere: "Not approved here", disputed: "Disputed" },
};
const KNOWN = { assets: ["GBP", "GBPA"], now: NOW };
const read = (typed: string) => readListQuery(typed, WORDS, KNOWN);

describe("the words of a list", () => {
  // biome-ignore format: one line of words a row
  it.each<[string, Partial<ListQuery>]>([
    ["", {}],
    ["all", {}],
    ["on", { type: "on" }],
    ["OFF disputed gbp", { type: "off", state: "disputed", asset: "GBP" }],
    ["gbpa elsewhere on", { asset: "GBPA", state: "elsewhere", type: "on" }],
    ['to "Treasury cold wallet"', { to: "Treasury cold wallet" }],
    ["to “Treasury cold wallet” off", { to: "Treasury cold wallet", type: "off" }],
    ["to treasury payroll", { to: "treasury", parts: ["payroll"] }],
    ["by @ana", { by: "@ana" }],
    ["by <@U0ANA00001|ana>", { by: "U0ANA00001" }],
    ["by U0ANA00001", { by: "U0ANA00001" }],
    // People of an organisation (Enterprise Grid) may have ids like this.
    ["by W0ANA00001", { by: "W0ANA00001" }],
    ["by me", { by: "me" }],
    ["since march", { since: "2026-03-01" }],
    ["since dec", { since: "2025-12-01" }],
    ["since 2026", { since: "2026-01-01" }],
    ["since 2026-02", { since: "2026-02-01" }],
    ["since 2026-02-28", { since: "2026-02-28" }],
    ["sort destination", { sort: "destination" }],
    ["payroll float", { parts: ["payroll", "float"] }],
    ['"payroll float" "on"', { parts: ["payroll float", "on"] }],
    ["GB29 NWBK 6016", { parts: ["GB29", "NWBK", "6016"] }],
    ["payroll 2", { parts: ["payroll"], page: 2 }],
    ['5"', { parts: ['5"'] }],
    ['" " payroll', { parts: ["payroll"] }],
  ])("%j is read", (typed, expected) => {
    expect(read(typed)).toEqual({ ok: true, query: { ...EVERYTHING, ...expected } });
  });

  it.each([
    ["on off", "list takes only one of on, off."],
    ["disputed elsewhere", "list takes only one of elsewhere, disputed."],
    ["GBP GBPA", "list takes only one of GBP, GBPA."],
    ['"Treasury', "A quotation mark is missing at the end of a name."],
    ["to", 'to needs the name of a destination, for example to "Treasury cold wallet".'],
    ["by ana", "by needs a person, for example by @ana or by me."],
    ["since", "since needs a day or month, for example since 2026-03-01 or since march."],
    [
      "since 2026-02-30",
      "since needs a day or month, for example since 2026-03-01 or since march.",
    ],
    ["since ma", "since needs a day or month, for example since 2026-03-01 or since march."],
    ["sort last-use", "sort needs age, name or destination. The Rail service shows no last use."],
    ["x".repeat(LONGEST_QUERY + 1), `list takes no more than ${LONGEST_QUERY} characters.`],
  ])("%j is refused with the reason", (typed, problem) => {
    expect(read(typed)).toEqual({ ok: false, problem });
  });

  it("mean the same once they are written out again, in whatever order they were typed", () => {
    const part = fc.constantFrom("payroll", "on", "since", "GBP", "two words", "12", "R-12", "by");
    const query = fc.record({
      type: fc.constantFrom(null, "on", "off"),
      state: fc.constantFrom(null, "elsewhere", "disputed"),
      asset: fc.constantFrom(null, "GBP", "GBPA"),
      to: fc.constantFrom(null, "Treasury", "Treasury cold wallet", "to"),
      by: fc.constantFrom(null, "me", "@ana", "U0ANA00001"),
      since: fc.constantFrom(null, "2026-03-01", "2025-12-31"),
      sort: fc.constantFrom(null, ...SORTS),
      parts: fc.array(part, { maxLength: 4 }),
      page: fc.constant(1),
    });
    fc.assert(
      fc.property(query, (wanted) => {
        const text = listQueryText(wanted, WORDS, KNOWN.assets);
        expect(read(text)).toEqual({ ok: true, query: wanted });
      }),
    );
  });

  it("never fail, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        const result = read(typed);
        if (result.ok) expect(result.query.page).toBeGreaterThan(0);
        else expect(result.problem).toMatch(/\.$/);
      }),
    );
  });
});
