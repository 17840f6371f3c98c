import { createListeners } from "../../shared/listeners.ts";
import type { Store } from "../kept/store.ts";

/**
 * The time in this sandbox, which can be set ahead of the machine's and back to it. It moves what Slack dates and
 * lets end: messages, triggers, signed requests, response_urls, uploads, tokens, rates and retries; and, in the whole
 * sandbox, the app's deadlines and the Rail service's dates.
 *
 * It does not move what two machines measure between them: the three seconds of an acknowledgement, and pings. Nor does it move the database's clock, by which the app's
 * jobs and pacing go: what is due by this clock is found by the app's sweep. How far it is ahead is kept: Slack would
 * otherwise be back before its own messages after a restart.
 */
export function createClock(store: Store, machineNow: () => number) {
  const kept = store.collection<number>("clock");
  const { tell, listen } = createListeners();
  /** How many milliseconds ahead it is. */
  const aheadMs = (): number => kept.get("aheadMs") ?? 0;

  function set(ms: number): void {
    kept.set("aheadMs", ms);
    tell();
  }

  return {
    /** Milliseconds since 1970. */
    now: (): number => machineNow() + aheadMs(),
    aheadMs,
    advance: (ms: number): void => set(aheadMs() + ms),
    /** Back to the machine's time. Ids of messages grow all the same. */
    reset: (): void => set(0),
    /** Returns the function that ends the subscription. */
    onMove: listen,
  };
}

export type Clock = ReturnType<typeof createClock>;
