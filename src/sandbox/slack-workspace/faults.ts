import type { DisconnectReason, SocketMode } from "./socket-mode.ts";

/** What a planned fault does to a Web API call instead of what was asked for; `lost` does that, and never answers. */
export type ApiFault = { error: string } | { retryAfterSeconds: number } | { answer: "lost" };

/** Of the next `left` calls of a method. */
export interface PlannedFault {
  method: string;
  fault: ApiFault;
  left: number;
}

/**
 * Switches with which a test, or a person in the control room, makes the workspace misbehave as Slack sometimes does.
 * What stands here is described in `fault-switches.ts`.
 */
export interface Faults {
  /** Sends every slash command, interaction and event a second time, right after the first was answered. */
  deliverTwice: boolean;
  /** Milliseconds that every Web API call waits before it is served. */
  slowMs: number;
  /** Milliseconds for which a file that was just uploaded cannot be shown, as Slack goes on processing it. */
  filesLagMs: number;
  /** The whole Web API answers 503. */
  isDown: boolean;
  /** How many messages a conversation takes at once, before it is one a second; null for any number. */
  postsAtOnce: number | null;
  /**
   * Sends the next slash command, interaction or event, does not hear the app's acknowledgement, and sends it again. Over
   * Socket Mode the connections are cut for that. Harsher than Slack, which sends only events again.
   */
  losesNextAcknowledgement: boolean;
  /** Every trigger is too old. */
  triggersExpire: boolean;
  /** Calls with a bot token are refused. */
  tokensAreRevoked: boolean;
  /** Holds the next slash command, interaction or event back until the one after it has gone. */
  reordersNext: boolean;
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
  /** The connections break off, without a goodbye. */
  cutSockets(): void;
  /** Tells the app that it is sent no more events for a minute. */
  limitEvents(): void;
  /** Ends every fault. */
  clear(): void;
}

/** Every switch, switched off. */
export const noFaults = {
  deliverTwice: false,
  slowMs: 0,
  filesLagMs: 0,
  isDown: false,
  postsAtOnce: null,
  losesNextAcknowledgement: false,
  triggersExpire: false,
  tokensAreRevoked: false,
  reordersNext: false,
};

export type FaultName = keyof typeof noFaults;

/** What happens at once, and is over. */
export type FaultAction = Exclude<
  keyof Faults,
  FaultName | "failNext" | "takeFor" | "planned" | "clear"
>;

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
