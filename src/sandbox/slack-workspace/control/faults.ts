import type { DisconnectReason, SocketMode } from "../delivery/socket-mode.ts";
import { noFaults } from "./fault-switches.ts";

/** A planned fault refuses or limits a Web API call. `lost` carries the call out, and never answers. */
export type ApiFault = { error: string } | { retryAfterSeconds: number } | { answer: "lost" };

/** A fault for the next `left` calls of a method. */
export interface PlannedFault {
  method: string;
  fault: ApiFault;
  left: number;
}

/**
 * Makes the switches with which a test or a person in the control room makes the workspace misbehave as Slack sometimes
 * does; `fault-switches.ts` describes each. `tell` is called whenever a fault comes or goes.
 */
export function createFaults(
  { disconnect, cut, limitEvents }: Pick<SocketMode, "disconnect" | "cut" | "limitEvents">,
  tell: () => void,
) {
  let planned: PlannedFault[] = [];

  function plan(faults: PlannedFault[]): void {
    planned = faults.filter(({ left }) => left > 0);
    tell();
  }

  const switchboard = {
    ...noFaults,

    /**
     * Refuses the next `times` calls of the method with Slack's `error`, or limits their rate, and does nothing; or
     * carries them out and breaks the connection before the answer. A fault that is planned later comes after it.
     */
    failNext(method: string, fault: ApiFault, times = 1): void {
      plan([...planned, { method, fault, left: times }]);
    },

    /** Takes the fault for this call of the method, if there is one. */
    takeFor(method: string): ApiFault | undefined {
      const next = planned.find((each) => each.method === method);
      if (!next) return undefined;
      next.left -= 1;
      plan(planned);
      return next.fault;
    },

    /** The planned faults that are left, for each method in their order. */
    planned: (): readonly PlannedFault[] => planned,

    disconnectSockets: (reason: DisconnectReason = "refresh_requested"): void => disconnect(reason),
    cutSockets: cut,
    limitEvents,

    /** Ends every fault. */
    clear(): void {
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

export type Faults = ReturnType<typeof createFaults>;
