import type { DisconnectReason, SocketMode } from "./socket-mode.ts";

/** What a planned fault does to a Web API call instead of what was asked for; `lost` does that, and never answers. */
export type ApiFault = { error: string } | { retryAfterSeconds: number } | { answer: "lost" };

/** Switches with which a test makes the workspace misbehave as Slack sometimes does. */
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
   * Cuts the connections right after the next slash command, interaction or event has gone out, and sends it again over
   * the next connection: the app's first acknowledgement is never heard.
   */
  losesNextAcknowledgement: boolean;
  /**
   * The next `times` calls of the method are refused with Slack's `error`, or rate limited, and nothing is done; or they
   * are done and the connection breaks off before the answer. What is planned later for the method comes after it.
   */
  failNext(method: string, fault: ApiFault, times?: number): void;
  /** The fault that this call of the method has to suffer, if any. */
  takeFor(method: string): ApiFault | undefined;
  disconnectSockets(reason?: DisconnectReason): void;
  /** The connections break off, without a goodbye. */
  cutSockets(): void;
  /** Tells the app that it is sent no more events for a minute. */
  limitEvents(): void;
  /** Ends every fault. */
  clear(): void;
}

const NONE = {
  deliverTwice: false,
  slowMs: 0,
  filesLagMs: 0,
  isDown: false,
  postsAtOnce: null,
  losesNextAcknowledgement: false,
};

export function createFaults({
  disconnect,
  cut,
  limitEvents,
}: Pick<SocketMode, "disconnect" | "cut" | "limitEvents">): Faults {
  const planned = new Map<string, { fault: ApiFault; left: number }[]>();

  const faults: Faults = {
    ...NONE,

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
    cutSockets: cut,
    limitEvents,

    clear() {
      planned.clear();
      Object.assign(faults, NONE);
    },
  };
  return faults;
}
