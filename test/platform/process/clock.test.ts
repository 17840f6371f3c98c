import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { ClockOff, startClock } from "../../../src/platform/process/clock.ts";

const NOW = Date.parse("2026-03-03T10:00:00.000Z");
const HOUR = 3_600_000;

/** A machine and a database that agree; `ahead` is the machine's error. */
async function aClock(ahead: { ms: number }, answersAfterMs = 0) {
  const started = Date.now();
  const truth = () => NOW + Date.now() - started;
  return startClock({
    machine: () => truth() + ahead.ms,
    database: async () => {
      const now = truth();
      await pause(answersAfterMs);
      return now;
    },
    aheadMs: () => HOUR,
  });
}

it("tells the database's time, and what the sandbox adds, on a machine whose clock is wrong", async () => {
  const clock = await aClock({ ms: -20_000 });

  expect(Date.parse(clock.now()) - NOW - HOUR).toBeLessThan(1_000);
  expect(Math.abs(clock.offMs() + 20_000)).toBeLessThan(1_000);
  await clock.check();
});

it("finds at the next check that a clock has jumped, though the database answers late", async () => {
  const ahead = { ms: 0 };
  const clock = await aClock(ahead, 1_100);

  ahead.ms = 24 * HOUR;

  await expect(clock.check()).rejects.toThrow(ClockOff);
  expect(Date.parse(clock.now()) - NOW - HOUR).toBeLessThan(10_000);
});
