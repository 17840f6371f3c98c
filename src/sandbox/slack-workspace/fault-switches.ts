import { z } from "zod";
import { type FaultAction, type FaultName, type Faults, noFaults } from "./faults.ts";

interface Words {
  label: string;
  hint: string;
}

/** `once` is over as soon as it has happened; a number is in `unit`, and null where there is none. */
type SwitchOf<Value> = Words &
  (Value extends boolean
    ? { kind: "switch" | "once" }
    : { kind: "number"; unit: string; least: number; most: number });

/** Every fault that stays until it is switched off, in words for people. */
export const faultSwitches: { readonly [Name in FaultName]: SwitchOf<Faults[Name]> } = {
  isDown: {
    kind: "switch",
    label: "Slack is down",
    hint: "The whole Web API answers 503.",
  },
  slowMs: {
    kind: "number",
    unit: "ms",
    least: 0,
    most: 600_000,
    label: "Slack is slow",
    hint: "Every Web API call waits this long before it is served.",
  },
  tokensAreRevoked: {
    kind: "switch",
    label: "The bot token is revoked",
    hint: "Calls with a bot token are refused: token_revoked.",
  },
  triggersExpire: {
    kind: "switch",
    label: "Triggers have expired",
    hint: "Opening a modal is always too late: expired_trigger_id.",
  },
  postsAtOnce: {
    kind: "number",
    unit: "messages",
    least: 1,
    most: 1_000,
    label: "Posting is limited",
    hint: "After this many messages at once, a conversation takes one a second.",
  },
  filesLagMs: {
    kind: "number",
    unit: "ms",
    least: 0,
    most: 600_000,
    label: "Files lag",
    hint: "A file that was just uploaded cannot be shown for this long.",
  },
  deliverTwice: {
    kind: "switch",
    label: "Everything is delivered twice",
    hint: "Commands, interactions and events are sent again after the first was answered.",
  },
  losesNextAcknowledgement: {
    kind: "once",
    label: "Lose the next acknowledgement",
    hint: "The next command, interaction or event is sent again, as if the app had not answered.",
  },
  reordersNext: {
    kind: "once",
    label: "Hold the next delivery back",
    hint: "The next command, interaction or event goes after the one that follows it.",
  },
};

/** What happens at once. */
export const faultActions: Readonly<Record<FaultAction, Words>> = {
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
};

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultSwitches, name);

export const isFaultAction = (name: string): name is FaultAction =>
  Object.hasOwn(faultActions, name);

const faultNames = Object.keys(faultSwitches).filter(isFaultName);

/** The switches as they stand, in the order above. */
export const switchesOf = (faults: Faults) =>
  faultNames.map((name) => ({
    name,
    ...faultSwitches[name],
    off: noFaults[name],
    value: faults[name],
    isOn: faults[name] !== noFaults[name],
  }));

/** Some of the switches, each with what it is to be. */
export const faultSettings = z.strictObject(
  Object.fromEntries(faultNames.map((name) => [name, settingOf(name).optional()])),
);

function settingOf(name: FaultName) {
  const wanted: SwitchOf<boolean> | SwitchOf<number> = faultSwitches[name];
  if (wanted.kind !== "number") return z.boolean();
  const number = z.int().min(wanted.least).max(wanted.most);
  return noFaults[name] === null ? number.nullable() : number;
}
