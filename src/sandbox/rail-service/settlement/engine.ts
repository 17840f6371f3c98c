import { createSchedule } from "../../shared/schedule.ts";
import type { Settlement } from "./settlement.ts";

/** The service answers requests after this many steps, so that a backlog does not block it. */
const STEPS_IN_A_ROW = 10;

const AFTER_A_FAILURE_MS = 1_000;

/**
 * Does the settlement's steps when they are due, and first those that an earlier process left. It notices a moved
 * clock.
 */
export function startEngine(settlement: Settlement, now: () => number) {
  const schedule = createSchedule(now);
  let planned: { at: number; forget: () => void } | undefined;

  /** There is one timer, for the next step. */
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
      // Nobody else catches an error of a timer, and the step is still due.
      console.error(error);
      plan(AFTER_A_FAILURE_MS);
    }
  }

  plan(0);
  return { wake: () => plan(0), stop: schedule.stop };
}
