import { createSchedule } from "../../shared/schedule.ts";
import type { Settlement } from "./settlement.ts";

/** The service answers requests after this many. */
const STEPS_IN_A_ROW = 10;

const AFTER_A_FAILURE_MS = 1_000;

/**
 * Has the settlement's steps done when they are due. Starts with what an earlier process left. `now` may be moved:
 * that is noticed.
 */
export function startEngine(settlement: Settlement, now: () => number) {
  const schedule = createSchedule(now);
  let planned: { at: number; forget: () => void } | undefined;

  /** One at a time: the next time that there is something to do. */
  function plan(ms: number): void {
    const at = now() + ms;
    if (planned !== undefined && planned.at <= at) return;
    planned?.forget();
    const forget = schedule.later(ms, () => {
      planned = undefined;
      work();
    });
    planned = { at, forget };
  }

  function work(): void {
    try {
      for (let steps = 0; steps < STEPS_IN_A_ROW; steps += 1) if (!settlement.step()) break;
      const wait = settlement.untilNext();
      if (wait !== undefined) plan(wait);
    } catch (error) {
      // Nobody else catches what a timer throws, and what was not done is still due.
      console.error(error);
      plan(AFTER_A_FAILURE_MS);
    }
  }

  plan(0);
  return { wake: () => plan(0), stop: schedule.stop };
}
