import { expect, it } from "vitest";
import type { Traits } from "../../src/request/rules/content.ts";
import { requirementsFor } from "../../src/request/rules/requirements.ts";
import type { Condition } from "../../src/request/rules/settings.ts";
import { ADDITION, contentOf, ON_RAMP } from "./changes.ts";
import { requirement, SETTINGS } from "./company.ts";

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
