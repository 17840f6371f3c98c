import { expect, it } from "vitest";
import type { Traits } from "../../src/request/rules/content.ts";
import { requirementsFor } from "../../src/request/rules/requirements.ts";
import type { Condition } from "../../src/request/rules/settings.ts";
import { ADDITION, contentOf, ON_RAMP } from "./changes.ts";
import { requirement, SETTINGS } from "./company.ts";

const ON: Partial<Traits> = { type: "ON_RAMP" };
const FIRST: Partial<Traits> = { isFirstUse: true };
const NOWHERE: Partial<Traits> = { destination: null };

const TABLE: readonly [when: Condition, traits: Partial<Traits>, applies: boolean][] = [
  [{}, {}, true],
  [{ types: ["ON_RAMP"] }, ON, true],
  [{ types: ["OFF_RAMP"] }, ON, false],
  [{ types: ["OFF_RAMP", "ON_RAMP"] }, ON, true],
  [{ types: ["ON_RAMP"] }, { type: null }, false],
  [{ destinations: ["wallet:one"] }, {}, true],
  [{ destinations: ["wallet:two"] }, {}, false],
  [{ destinations: ["wallet:two", "wallet:one"] }, {}, true],
  [{ destinations: ["wallet:one"] }, NOWHERE, false],
  [{ isFirstUse: true }, FIRST, true],
  [{ isFirstUse: true }, {}, false],
  [{}, FIRST, true],
  [{ types: ["ON_RAMP"], destinations: ["wallet:one"] }, ON, true],
  [{ types: ["ON_RAMP"], destinations: ["wallet:two"] }, ON, false],
  [{ types: ["OFF_RAMP"], destinations: ["wallet:one"] }, ON, false],
  [{ types: ["ON_RAMP"], isFirstUse: true }, ON, false],
  [{ types: ["ON_RAMP"], isFirstUse: true }, { ...ON, ...FIRST }, true],
];

it.each(TABLE)("a requirement for %j, with %j: %j", (when, traits, applies) => {
  for (const [change, covers] of [
    [ON_RAMP, "rails"],
    [ADDITION, "destinations"],
  ] as const) {
    const plain = contentOf(change);
    const content = { ...plain, traits: { ...plain.traits, ...traits } };
    const mine = requirement({ covers, when });
    const other = requirement({ covers: covers === "rails" ? "destinations" : "rails", when });
    const settings = { ...SETTINGS, requirements: [other, mine] };
    expect(requirementsFor(content, settings)).toEqual(applies ? [mine] : []);
  }
});
