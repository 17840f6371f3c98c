import { z } from "zod";

interface Words {
  label: string;
  hint: string;
}

/** A fault that lasts until it is switched off, or with `once` until it has happened. */
interface OnOff extends Words {
  kind: "switch" | "once";
  off: boolean;
}

/** A number of `unit`, or null for no limit. */
interface Amount<Value extends number | null> extends Words {
  kind: "number";
  off: Value;
  unit: string;
  least: number;
  most: number;
}

const onOff = (label: string, hint: string): OnOff => ({ kind: "switch", off: false, label, hint });

const once = (label: string, hint: string): OnOff => ({ kind: "once", off: false, label, hint });

function milliseconds(label: string, hint: string): Amount<number> {
  return { kind: "number", off: 0, unit: "ms", least: 0, most: 600_000, label, hint };
}

const postsAtOnce: Amount<number | null> = {
  kind: "number",
  off: null,
  unit: "messages",
  least: 1,
  most: 1_000,
  label: "Posting is limited",
  hint: "After this many messages at once, a conversation takes one a second.",
};

/** Every switch, in words for people. */
const faultSwitches = {
  isDown: onOff("Slack is down", "The whole Web API answers 503."),
  slowMs: milliseconds("Slack is slow", "Every Web API call waits this long before it is served."),
  tokensAreRevoked: onOff(
    "The bot token is revoked",
    "Calls with a bot token are refused: token_revoked.",
  ),
  triggersExpire: onOff(
    "Triggers have expired",
    "Opening a modal is always too late: expired_trigger_id.",
  ),
  postsAtOnce,
  filesLagMs: milliseconds(
    "Files lag",
    "A file that was just uploaded cannot be shown for this long.",
  ),
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

export type FaultName = keyof typeof faultSwitches;

/** The value of each switch. */
export type FaultSettings = { [Name in FaultName]: (typeof faultSwitches)[Name]["off"] };

/** Faults that happen once, at the press. */
export const faultActions = {
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

export type FaultAction = keyof typeof faultActions;

export const isFaultAction = (name: string): name is FaultAction =>
  Object.hasOwn(faultActions, name);

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultSwitches, name);

const faultNames = Object.keys(faultSwitches).filter(isFaultName);

/** The present values, in the order above. */
export const switchesOf = (settings: FaultSettings) =>
  faultNames.map((name) => {
    const { off } = faultSwitches[name];
    const value = settings[name];
    return { name, ...faultSwitches[name], value, isOn: value !== off };
  });

/** New values for some of the switches. */
export const faultSettings = z.strictObject(
  Object.fromEntries(faultNames.map((name) => [name, settingOf(name).optional()])),
);

function settingOf(name: FaultName) {
  const wanted = faultSwitches[name];
  if (wanted.kind !== "number") return z.boolean();
  const number = z.int().min(wanted.least).max(wanted.most);
  return wanted.off === null ? number.nullable() : number;
}

/** The values with every switch off. */
export const noFaults: FaultSettings = {
  isDown: false,
  slowMs: 0,
  tokensAreRevoked: false,
  triggersExpire: false,
  postsAtOnce: null,
  filesLagMs: 0,
  deliverTwice: false,
  losesNextAcknowledgement: false,
  reordersNext: false,
};
