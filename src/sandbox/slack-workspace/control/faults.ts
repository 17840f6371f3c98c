import type { DisconnectReason, SocketMode } from "../delivery/socket-mode.ts";
import { type FaultSettings, noFaults } from "./fault-switches.ts";

/** What a planned fault does to a Web API call instead of what was asked for; `lost` does that, and never answers. */
export type ApiFault = { error: string } | { retryAfterSeconds: number } | { answer: "lost" };

/** Hits the next `left` calls of a method. */
export interface PlannedFault {
  method: string;
  fault: ApiFault;
  left: number;
}

/**
 * Switches with which a test, or a person in the control room, makes the workspace misbehave as Slack sometimes does:
 * `fault-switches.ts` describes each.
 */
export interface Faults extends FaultSettings {
  /**
   * The next `times` calls of the method are refused with Slack's `error`, or rate limited, and nothing is done; or they
   * are done and the connection breaks off before the answer. What is planned later for the method comes after it.
   */
  failNext(method: string, fault: ApiFault, times?: number): void;
  /** The fault that this call of the method has to suffer, if any. */
  takeFor(method: string): ApiFault | undefined;
  /** What is yet to come, in the order in which it was planned for each method. */
  planned(): readonly PlannedFault[];
  disconnectSockets(reason?: DisconnectReason): void;
  cutSockets(): void;
  limitEvents(): void;
  /** Ends every fault. */
  clear(): void;
}

/** `tell` hears of every fault that comes or goes, whoever sets it. */
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
