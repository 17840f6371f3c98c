import type { DisconnectReason, SocketMode } from "../delivery/socket-mode.ts";
import { type FaultSettings, noFaults } from "./fault-switches.ts";

/** A planned fault refuses or limits a Web API call. `lost` carries the call out, and never answers. */
export type ApiFault = { error: string } | { retryAfterSeconds: number } | { answer: "lost" };

/** A fault for the next `left` calls of a method. */
export interface PlannedFault {
  method: string;
  fault: ApiFault;
  left: number;
}

/**
 * With these switches a test or a person in the control room makes the workspace misbehave as Slack sometimes does.
 * `fault-switches.ts` describes each.
 */
export interface Faults extends FaultSettings {
  /**
   * Refuses the next `times` calls of the method with Slack's `error`, or limits their rate, and does nothing; or carries
   * them out and breaks the connection before the answer. A fault that is planned later comes after it.
   */
  failNext(method: string, fault: ApiFault, times?: number): void;
  /** Takes the fault for this call of the method, if there is one. */
  takeFor(method: string): ApiFault | undefined;
  /** The planned faults that are left, for each method in their order. */
  planned(): readonly PlannedFault[];
  disconnectSockets(reason?: DisconnectReason): void;
  cutSockets(): void;
  limitEvents(): void;
  /** Ends every fault. */
  clear(): void;
}

/** `tell` is called whenever a fault comes or goes. */
export function createFaults(
  { disconnect, cut, limitEvents }: Pick<SocketMode, "disconnect" | "cut" | "limitEvents">,
  tell: () => void,
): Faults {
  let planned: PlannedFault[] = [];

  function plan(faults: PlannedFault[]): void {
    planned = faults.filter(({ left }) => left > 0);
    tell();
  }

  const switchboard: Faults = {
    ...noFaults,

    failNext(method, fault, times = 1) {
      plan([...planned, { method, fault, left: times }]);
    },

    takeFor(method) {
      const next = planned.find((each) => each.method === method);
      if (!next) return undefined;
      next.left -= 1;
      plan(planned);
      return next.fault;
    },

    planned: () => planned,

    disconnectSockets: (reason = "refresh_requested") => disconnect(reason),
    cutSockets: cut,
    limitEvents,

    clear() {
      plan([]);
      Object.assign(faults, noFaults);
    },
  };

  const faults = new Proxy(switchboard, {
    set(target, name, value) {
      const isSet = Reflect.set(target, name, value);
      tell();
      return isSet;
    },
  });
  return faults;
}
