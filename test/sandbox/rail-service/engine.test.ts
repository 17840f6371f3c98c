import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { startEngine } from "../../../src/sandbox/rail-service/settlement/engine.ts";

it("does what is due once, however often it was woken before", async () => {
  const due = 3_600_000;
  let at = 0;
  let steps = 0;
  const settlement = {
    step() {
      steps += 1;
      return false;
    },
    untilNext: () => (at < due ? due - at : undefined),
  };
  const engine = startEngine(settlement, () => at);
  for (let woken = 0; woken < 100; woken += 1) {
    const before = steps;
    engine.wake();
    await expect.poll(() => steps, { interval: 1 }).toBe(before + 1);
  }

  const before = steps;
  at = due;
  await expect.poll(() => steps).toBeGreaterThan(before);
  await turn();
  engine.stop();

  expect(steps).toBe(before + 1);
});
