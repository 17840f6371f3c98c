import { createListeners } from "../../shared/listeners.ts";
import type { Store } from "../kept/store.ts";

/** A ts has more digits than a number can count exactly in about two hundred years. */
const FURTHEST_AHEAD_MS = 100 * 366 * 24 * 3_600_000;

/**
 * The time in this sandbox, which can run ahead of the machine's. It dates and ends what Slack
 * dates and ends; in the whole sandbox it is also the app's, its database's and the Rail service's.
 * It does not move the three seconds of an acknowledgement, and pings. The lead is stored, or a
 * restart would bring Slack back to a time before its own messages.
 */
export function createClock(store: Store, machineNow: () => number) {
  const kept = store.collection<number>("clock");
  const { tell, listen } = createListeners();
  /** Its lead in milliseconds. */
  const aheadMs = (): number => kept.get("aheadMs") ?? 0;

  function set(ms: number): void {
    kept.set("aheadMs", Math.max(0, Math.min(ms, FURTHEST_AHEAD_MS)));
    tell();
  }

  return {
    /** Milliseconds since 1970. */
    now: (): number => machineNow() + aheadMs(),
    aheadMs,
    advance: (ms: number): void => set(aheadMs() + ms),
    /** Returns to the machine's time. Ids of messages still grow. */
    reset: (): void => set(0),
    /** Returns the function that ends the subscription. */
    onMove: listen,
  };
}

export type Clock = ReturnType<typeof createClock>;
