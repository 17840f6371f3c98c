import { z } from "zod";
import type { DisconnectReason, SocketMode } from "../delivery/socket-mode.ts";

interface Words {
  label: string;
  hint: string;
}

/** A fault that lasts until it is switched off, or with `once` until it has happened. */
type OnOff = Words & { kind: "switch" | "once"; off: boolean };

/** A number of `unit`, or null for no limit. */
type Amount<Value> = Words & { kind: "number"; off: Value; unit: string; most: number };

const onOff = (label: string, hint: string): OnOff => ({ kind: "switch", off: false, label, hint });
const once = (label: string, hint: string): OnOff => ({ kind: "once", off: false, label, hint });
const amount = <Value>(off: Value, unit: string, most: number, words: Words): Amount<Value> => ({
  ...{ kind: "number", off, unit, most },
  ...words,
});

/** Every switch, in words for people, and its value while it is off. */
const SWITCHES = {
  isDown: onOff("Slack is down", "The whole Web API answers 503."),
  slowMs: amount(0, "ms", 600_000, {
    label: "Slack is slow",
    hint: "Every Web API call waits this long before it is served.",
  }),
  tokensAreRevoked: onOff(
    "The bot token is revoked",
    "Calls with a bot token are refused: token_revoked.",
  ),
  triggersExpire: onOff(
    "Triggers have expired",
    "Opening a modal is always too late: expired_trigger_id.",
  ),
  postsAtOnce: amount<number | null>(null, "messages", 1_000, {
    label: "Posting is limited",
    hint: "After this many messages at once, a conversation takes one a second.",
  }),
  deliverTwice: onOff(
    "Everything is delivered twice",
    "Commands, interactions and events are sent again after the first was answered.",
  ),
  // Slack repeats only events, so this is harsher. Over Socket Mode it cuts the connections.
  losesNextAcknowledgement: once(
    "Lose the next acknowledgement",
    "The next command, interaction or event is sent again, as if the app had not answered.",
  ),
  reordersNext: once(
    "Hold the next delivery back",
    "The next command, interaction or event goes after the one that follows it.",
  ),
};

type Settings = { [Name in keyof typeof SWITCHES]: (typeof SWITCHES)[Name]["off"] };

/** Faults that happen once, at the press. */
export const ACTIONS = {
  disconnectSockets: {
    label: "Ask to reconnect",
    hint: "Every Socket Mode connection is told refresh_requested.",
  },
  cutSockets: {
    label: "Cut the connections",
    hint: "Every Socket Mode connection breaks off without a goodbye.",
  },
  limitEvents: {
    label: "Limit events",
    hint: "The app is told app_rate_limited: no more events for a minute.",
  },
} satisfies Record<string, Words>;

export const isAction = (name: string): name is keyof typeof ACTIONS =>
  Object.hasOwn(ACTIONS, name);

/** New values for some of the switches. */
export const faultSettings = z
  .strictObject({
    ...{ isDown: z.boolean(), tokensAreRevoked: z.boolean(), triggersExpire: z.boolean() },
    ...{
      deliverTwice: z.boolean(),
      losesNextAcknowledgement: z.boolean(),
      reordersNext: z.boolean(),
    },
    slowMs: z.int().min(0).max(SWITCHES.slowMs.most),
    postsAtOnce: z.int().min(1).max(SWITCHES.postsAtOnce.most).nullable(),
  })
  .partial();

const off = (): Settings => ({
  ...{ isDown: false, tokensAreRevoked: false, triggersExpire: false, deliverTwice: false },
  ...{ losesNextAcknowledgement: false, reordersNext: false, slowMs: 0, postsAtOnce: null },
});

/** The switches with their present values. */
export const switchesOf = (settings: Settings) =>
  Object.entries(SWITCHES).map(([name, about]) => {
    const value: boolean | number | null = settings[name as keyof Settings];
    return { name, ...about, value, isOn: value !== about.off };
  });

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
 * misbehave as Slack sometimes
 * does. `tell` is called whenever a fault comes or goes.
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
    ...off(),

    /**
     * Refuses the next `times` calls of the method with Slack's `error`, or limits their rate, and
     * does nothing; or
     * carries them out and breaks the connection before the answer. A fault that is planned later
     * comes after it.
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
    ...{ cutSockets: cut, limitEvents },

    /** Ends every fault. */
    clear(): void {
      plan([]);
      Object.assign(faults, off());
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
