import type { Condition } from "../platform/database/condition.ts";
import { SERVICE_TROUBLE } from "../platform/rail-api/rail-api-error.ts";
import type { ChannelState } from "../platform/slack/answers.ts";
import { channel, date, type Line } from "../platform/slack/blocks/rich-text.ts";
import { SCOPES } from "../platform/slack/scopes.ts";
import { SlackError } from "../platform/slack/slack-error.ts";
import { ageOf, counted } from "../platform/text/times.ts";
import { joined } from "../request/card/people.ts";
import { CLOCKS_DIFFER_MS } from "../request/engine/send.ts";
import type { Around } from "../request/rules/around.ts";
import type { Requirement } from "../request/rules/settings.ts";
import type { Work } from "../request/store/condition.ts";
import type { Loop } from "../request/store/due.ts";
import { shortageOf } from "../settings/people.ts";

// What health says of all that was looked at: the words alone, nothing is read here.

/** ✅ nothing to do · ⚠️ somebody should look · 🔴 something does not work. */
export type Sign = "✅" | "⚠️" | "🔴";

/** The state in words, and for a fault who mends it and how. */
export type Finding = readonly [sign: Sign, says: Line];

const fine = (...says: Line): Finding => ["✅", says];

/** The faults; or that there are none. */
const orFine = (faults: readonly Finding[], ...says: Line) =>
  faults.length > 0 ? faults : [fine(...says)];

/** `isRead`: the database answered, and has no settings that are intact. */
export const noSettings = (isRead: boolean): Finding => [
  "🔴",
  [
    isRead
      ? "the settings were changed outside Signalbox. Operator: npm run operate -- settings."
      : "the settings cannot be read. Operator: see Database and Records.",
  ],
];

/** `isUndeclared`: a pooler is in front, and no setting says so. */
export function databaseFindings(condition: Condition, isUndeclared: boolean): readonly Finding[] {
  const { version, startedAt, now, isReadOnly, isolation, isOwner, role } = condition;
  const faults: Finding[] = [];
  if (isReadOnly) {
    faults.push(["🔴", ["cannot be written to. Operator: point DATABASE_URL at the main server."]]);
  }
  if (isolation !== "read committed") {
    const set = "Operator: alter database … set default_transaction_isolation = 'read committed'.";
    faults.push(["⚠️", [`begins transactions as ${isolation}: clicks may fail. ${set}`]]);
  }
  if (isOwner) {
    const says = `the role ${role} can change the audit. Operator: use one that owns no tables.`;
    faults.push(["⚠️", [says]]);
  }
  if (isUndeclared) {
    faults.push(["⚠️", ["a pooler is in front. Operator: set DATABASE_POOLER=transaction."]]);
  }
  const up = `PostgreSQL ${version.split(" ")[0]}, up for ${ageOf(startedAt, now)}`;
  return orFine(faults, `${up}, can be written to`);
}

const CLOCK_NOTED_MS = 5_000;

/** `off`: how far the process is ahead of the database, in milliseconds. */
export function clockFindings(off: number): readonly Finding[] {
  const seconds = counted(Math.round(Math.abs(off) / 1_000), "second");
  const says = `this process is ${seconds} ${off < 0 ? "behind" : "ahead of"} the database`;
  const mend = "Operator: set both clocks by NTP.";
  if (Math.abs(off) > CLOCKS_DIFFER_MS) return [["🔴", [`${says}, so it sends nothing. ${mend}`]]];
  if (Math.abs(off) > CLOCK_NOTED_MS) return [["⚠️", [`${says}. ${mend}`]]];
  return [fine("process and database agree")];
}

const REINSTALL = "A Slack administrator must reinstall the app, with every scope of its manifest.";

/** `scopes`: those of the bot's token; null where Slack does not name them. */
export function scopeFindings(scopes: readonly string[] | null): readonly Finding[] {
  if (scopes === null) return [fine("answers; it does not say which scopes the bot has")];
  const missing = Object.entries(SCOPES).filter(([scope]) => !scopes.includes(scope));
  if (missing.length === 0) return [fine("answers; the bot has every scope")];
  return [
    ...missing.map(
      ([scope, off]): Finding => ["🔴", [`the scope ${scope} is missing. Off: ${off}.`]],
    ),
    ["🔴", [REINSTALL]],
  ];
}

/** `count`: as Slack's greeting said, null before it; undefined where Slack sends over HTTP. */
export function connectionFindings(count: number | null | undefined): readonly Finding[] {
  if (count === undefined) return [fine("Slack sends over HTTP")];
  if (count === null) return [["⚠️", ["Slack has not greeted this process yet."]]];
  if (count === 1) return [fine("Slack counted one, ours")];
  const says = `Slack counted ${count} when this process connected. If fewer processes ran then, `;
  const other = "another Signalbox uses this Slack app and answers clicks. Operator: stop one.";
  return [["⚠️", [says, other]]];
}

const PLACES: Readonly<Record<Exclude<ChannelState, "ours">, string>> = {
  "not-a-member": "the bot is not in it. Anyone in it: type /invite @Signalbox there.",
  "not-found":
    "it does not exist, or is private without the bot. Invite the bot, or choose another.",
  archived: "it is archived. Slack administrator: restore it, or choose another.",
  shared: "other organisations can read it, so cards go to people. Choose another.",
  "direct-message": "it is a direct message. Choose a channel.",
  "not-known": "Slack does not answer about it. Try again in a minute.",
};

/** `untaken`: how many of the bot's messages it did not take lately. */
export function channelFindings(
  id: string,
  state: ChannelState,
  untaken: number,
): readonly Finding[] {
  const sign = state === "not-known" ? "⚠️" : "🔴";
  if (state !== "ours") return [[sign, [channel(id), `: ${PLACES[state]}`]]];
  if (untaken === 0) return [fine(channel(id), ", the bot is in it")];
  const says = ` took no messages from the bot (${untaken}). Slack administrator: let it post there.`;
  return [["🔴", [channel(id), says]]];
}

/** `standings`: of all whom a requirement names, as far as Slack says. */
export function approverFindings(
  requirements: readonly Requirement[],
  standings: Around["standings"],
): readonly Finding[] {
  const all = new Set(requirements.flatMap(({ people }) => people));
  const faults = requirements.flatMap((each): Finding[] => {
    const shortage = shortageOf(each, standings);
    const add = " Approvers: add people in the settings.";
    if (!shortage || shortage.is === "one-left") return [];
    if (shortage.is === "at-a-request") return [["⚠️", [...shortage.says, add]]];
    const mend = `${add} If they cannot, operator: npm run operate -- settings.`;
    return [["🔴", [...shortage.says, mend]]];
  });
  const unsure = all.size - standings.size;
  if (unsure > 0) {
    faults.push([
      "⚠️",
      [`Slack does not say whether ${counted(unsure, "person is", "people are")} active.`],
    ]);
  }
  return orFine(faults, "enough active people for every requirement");
}

const HOUR_MS = 3_600_000;

/** When the last walk began and ended, and why it was not complete. */
type Walked = Record<"began" | "ended" | "fault", string | null>;

/** `state`: of a connection that has a token, and whose address is allowed here; else why not. */
export function serviceFindings(
  state: Walked | "no-token" | "not-listed",
  now: string,
): readonly Finding[] {
  if (state === "no-token") return [["🔴", ["there is no token. Administrator: set one."]]];
  if (state === "not-listed") {
    return [["🔴", ["its address is not allowed here. Operator: add it to RAIL_API_URLS."]]];
  }
  const { began, ended, fault } = state;
  const seconds = began && ended ? (Date.parse(ended) - Date.parse(began)) / 1_000 : 0;
  const took = counted(Math.max(1, Math.round(seconds)), "second");
  const last: Line = ended
    ? ["Its whole list was last read ", date(ended), `, in ${took}.`]
    : ["Its whole list has not been read yet."];
  if (fault === null) return [fine(...last)];
  const isLong = !ended || Date.parse(now) - Date.parse(ended) > HOUR_MS;
  return [[isLong ? "🔴" : "⚠️", [`${troubleOf(fault)} `, ...last]]];
}

const TROUBLE: ReadonlyMap<string, string> = new Map(Object.entries(SERVICE_TROUBLE));

const troubleOf = (fault: string): string =>
  TROUBLE.get(fault) ?? `Reading its list fails (${fault}). Operator: look at the log.`;

export function sendingFindings(isStopped: boolean): readonly Finding[] {
  if (!isStopped) return [fine("on")];
  return [["⚠️", ["stopped. Approvers: review its card in the approvals channel, and resume."]]];
}

const LATE_SECONDS = 120;

const DOES: Readonly<Record<Loop, string>> = {
  advance: "processing requests",
  sync: "updating messages in Slack",
  walk: "reading the Rail service's list",
  audit: "checking the audit",
};

export function workFindings(loops: readonly Work[]): readonly Finding[] {
  const faults = loops.flatMap(({ loop, count, worst }): Finding[] => {
    if (!worst) return [];
    const { number, times, fault } = worst;
    const who = number === null ? "" : ` fails for ${counted(count, "request")}: R-${number}`;
    const how = ` failed ${counted(times, "time")}${fault === null ? "" : ` (${fault})`}`;
    return [["🔴", [`${DOES[loop]}${who}${how}. Operator: look at the log.`]]];
  });
  const lateSeconds = Math.max(...loops.map(({ late }) => late));
  if (lateSeconds > LATE_SECONDS) {
    const minutes = counted(Math.round(lateSeconds / 60), "minute");
    faults.push(["🔴", [`some is ${minutes} late. Operator: check that the processes run.`]]);
  }
  return orFine(faults, "nothing fails or is late");
}

/**
 * `missing`: names of keys. `broken`: the numbers of requests, and what else was changed. `checked`:
 * how many requests were looked at now, and when all that is signed last was (null: never).
 */
export function recordFindings(
  missing: readonly string[],
  broken: readonly string[],
  { now, at, isLate }: { now: number; at: string | null; isLate: boolean },
): readonly Finding[] {
  if (missing.length > 0) {
    const says = `ENCRYPTION_KEYS lacks ${joined(missing, "and")}. Operator: add what is missing.`;
    return [["🔴", [says]]];
  }
  if (broken.length === 0) {
    const all: Line = at === null ? [] : ["; everything was last checked ", date(at)];
    const checked: Line = [`${counted(now, "request")} checked now, intact`, ...all];
    if (!isLate) return [fine(...checked)];
    return [["⚠️", [...checked, ". The daily check does not run. Operator: look at the log."]]];
  }
  const says = `changed outside Signalbox: ${joined(broken.slice(0, 10), "and")}.`;
  const mend = " Operator: find out who can write to the database, and compare with a backup.";
  return [["🔴", [says, mend]]];
}

/** Why something could not be looked at: never in an error's own words. */
export function troubleLine(error: unknown): Line {
  if (!(error instanceof SlackError)) {
    return ["could not be looked at. Operator: look at the log, and at the database."];
  }
  return error.code === "not-installed"
    ? [`Slack does not accept the bot's token. ${REINSTALL}`]
    : ["Slack does not answer. Try again in a minute."];
}
