import { z } from "zod";
import type { DisconnectReason, SocketMode } from "../delivery/socket-mode.ts";

const settings = z.strictObject({
  /** The whole Web API answers 503. */
  isDown: z.boolean(),
  /** Every call of the Web API waits so long before it is served. */
  slowMs: z.int().min(0).max(600_000),
  /** Calls with a bot token are refused: `token_revoked`. */
  tokensAreRevoked: z.boolean(),
  /** Opening a modal is always too late: `expired_trigger_id`. */
  triggersExpire: z.boolean(),
  /** After so many messages at once a conversation takes one a second. */
  postsAtOnce: z.int().min(1).max(1_000).nullable(),
  /** Commands, interactions and events are sent again after the first was answered. */
  deliverTwice: z.boolean(),
  /**
   * The next command, interaction or event is sent again, as if the app had not answered. Slack
   * repeats only events, so this is harsher. Over Socket Mode it cuts the connections.
   */
  losesNextAcknowledgement: z.boolean(),
  /** The next command, interaction or event goes after the one that follows it. */
  reordersNext: z.boolean(),
});

type Settings = z.infer<typeof settings>;

/** New values for some of the switches. */
export const faultSettings = settings.partial();

const OFF: Readonly<Settings> = {
  isDown: false,
  slowMs: 0,
  tokensAreRevoked: false,
  triggersExpire: false,
  postsAtOnce: null,
  deliverTwice: false,
  losesNextAcknowledgement: false,
  reordersNext: false,
};

/** The names of the switches that are on. */
export const switchedOn = (faults: Settings): string[] =>
  Object.entries(OFF).flatMap(([name, off]) => (Reflect.get(faults, name) === off ? [] : [name]));

/** Faults that happen once, at the press. */
export const faultAction = z.enum(["disconnectSockets", "cutSockets", "limitEvents"]);

/**
 * A planned fault refuses or limits a Web API call. `lost` carries the call out, and never answers.
 */
export type ApiFault = { error: string } | { retryAfterSeconds: number } | { answer: "lost" };

/** A fault for the next `left` calls of a method. */
interface PlannedFault {
  method: string;
  fault: ApiFault;
  left: number;
}

/**
 * Makes the switches with which a test or a person in the control room makes the workspace
 * misbehave as Slack sometimes does. `tell` is called whenever a switch is turned.
 */
export function createFaults({ disconnect, cut, limitEvents }: SocketMode, tell: () => void) {
  let planned: PlannedFault[] = [];

  const switches = {
    ...OFF,

    /**
     * Refuses the next `times` calls of the method with Slack's `error`, or limits their rate, and
     * does nothing; or carries them out and breaks the connection before the answer. A fault that
     * is planned later comes after it.
     */
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

    /** The planned faults that are left, for each method in their order. */
    planned: (): readonly PlannedFault[] => planned,

    disconnectSockets: (reason: DisconnectReason = "refresh_requested"): void => disconnect(reason),
    ...{ cutSockets: cut, limitEvents },

    /** Ends every fault. */
    clear(): void {
      planned = [];
      Object.assign(faults, OFF);
    },
  };
  const faults = new Proxy(switches, {
    set(target, name, value) {
      Reflect.set(target, name, value);
      tell();
      return true;
    },
  });
  return faults;
}

export type Faults = ReturnType<typeof createFaults>;
