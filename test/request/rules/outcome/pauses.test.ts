import { expect, it } from "vitest";
import type { Pauses } from "../../../../src/request/rules/outcome/pauses.ts";
import {
  hasCome,
  laterThan,
  latestEnd,
  USUAL_PAUSES,
} from "../../../../src/request/rules/outcome/pauses.ts";
import { after, NOW } from "../../../support/builders.ts";

it.each([
  ["a moment ago", { ms: -1 }, true],
  ["now", {}, true],
  ["in a moment", { ms: 1 }, false],
  ["after the longest pause", { hours: 1 }, false],
  ["after the longest pause, told by a clock a minute ahead", { hours: 1, minutes: 1 }, false],
  ["later than any pause can end", { hours: 1, minutes: 1, ms: 1 }, true],
  ["in a year", { days: 365 }, true],
])("takes what is to be done %s for due: %o, %s", (_, at, isDue) => {
  expect(hasCome(after(at), { now: NOW })).toBe(isDue);
});

it("believes every pause that is set, in whatever order, and what may be being sent", () => {
  const sets: Pauses[] = [USUAL_PAUSES, [1], [86_400, 1], [5, 7_200, 60]];
  for (const pauses of sets) {
    for (const times of pauses.keys()) {
      expect(laterThan({ now: NOW, pauses }, times) < latestEnd({ now: NOW, pauses })).toBe(true);
    }
    expect(latestEnd({ now: NOW, pauses }) > after({ ms: 30_000 })).toBe(true);
  }
});
