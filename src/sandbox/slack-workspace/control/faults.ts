import type { SocketMode } from "../delivery/socket-mode.ts";

interface Switches {
  /** The whole Web API answers 503. */
  isDown: boolean;
  /** Every call of the Web API waits so long before it is served. */
  slowMs: number;
  /** After so many messages at once a conversation takes one a second. */
  postsAtOnce: number | null;
  /** Commands, interactions and events are sent again after the first was answered. */
  deliverTwice: boolean;
  /** The next command, interaction or event goes after the one that follows it. */
  reordersNext: boolean;
}

const OFF: Readonly<Switches> = {
  isDown: false,
  slowMs: 0,
  postsAtOnce: null,
  deliverTwice: false,
  reordersNext: false,
};

/** Refuses or limits a Web API call; `lost` carries it out, and never answers. */
type ApiFault = { error: string } | { retryAfterSeconds: number } | { answer: "lost" };

/** Makes the switches with which a test makes the workspace misbehave as Slack sometimes does. */
export function createFaults({ disconnect, cut, limitEvents }: SocketMode) {
  let planned: { method: string; fault: ApiFault; left: number }[] = [];

  const faults = {
    ...OFF,

    /** The next `times` calls of the method meet this; what is planned later comes after it. */
    failNext(method: string, fault: ApiFault, times = 1): void {
      planned.push({ method, fault, left: times });
    },

    /** Takes the fault for this call of the method, if there is one. */
    takeFor(method: string): ApiFault | undefined {
      const next = planned.find((each) => each.method === method);
      if (next) next.left -= 1;
      planned = planned.filter(({ left }) => left > 0);
      return next?.fault;
    },

    // These happen once, at the call.
    ...{ disconnectSockets: disconnect, cutSockets: cut, limitEvents },

    /** Ends every fault. */
    clear(): void {
      planned = [];
      Object.assign(faults, OFF);
    },
  };
  return faults;
}

export type Faults = ReturnType<typeof createFaults>;
