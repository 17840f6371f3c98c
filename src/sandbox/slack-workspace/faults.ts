import type { DisconnectReason } from "./socket-mode.ts";

/** What a planned fault does to a Web API call instead of what was asked for; `lost` does that, and never answers. */
type ApiFault = { error: string } | { retryAfterSeconds: number } | { answer: "lost" };

/** Switches with which a test makes the workspace misbehave as Slack sometimes does. */
export interface Faults {
  /** Sends every slash command, interaction and event a second time, right after the first was answered. */
  deliverTwice: boolean;
  /** Milliseconds that every Web API call waits before it is served. */
  slowMs: number;
  /** Milliseconds for which a file that was just uploaded cannot be shown, as Slack goes on processing it. */
  filesLagMs: number;
  /**
   * The next `times` calls of the method are refused with Slack's `error`, or rate limited, and nothing is done; or they
   * are done and the connection breaks off before the answer. What is planned later for the method comes after it.
   */
  failNext(method: string, fault: ApiFault, times?: number): void;
  /** The fault that this call of the method has to suffer, if any. */
  takeFor(method: string): ApiFault | undefined;
  disconnectSockets(reason?: DisconnectReason): void;
  /** Ends every fault. */
  clear(): void;
}

export function createFaults(disconnect: (reason: DisconnectReason) => void): Faults {
  const planned = new Map<string, { fault: ApiFault; left: number }[]>();

  const faults: Faults = {
    deliverTwice: false,
    slowMs: 0,
    filesLagMs: 0,

    failNext(method, fault, times = 1) {
      planned.set(method, [...(planned.get(method) ?? []), { fault, left: times }]);
    },

    takeFor(method) {
      const plan = planned.get(method)?.find(({ left }) => left > 0);
      if (!plan) return undefined;
      plan.left -= 1;
      return plan.fault;
    },

    disconnectSockets: (reason = "refresh_requested") => disconnect(reason),

    clear() {
      planned.clear();
      Object.assign(faults, { deliverTwice: false, slowMs: 0, filesLagMs: 0 });
    },
  };
  return faults;
}
