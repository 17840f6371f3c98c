import type { Condition } from "../platform/database/condition.ts";
import { SERVICE_TROUBLE } from "../platform/rail-api/rail-api-error.ts";
import type { ChannelState } from "../platform/slack/answers.ts";
import { channel, date, type Line } from "../platform/slack/blocks/rich-text.ts";
import { type Part, present } from "../platform/slack/blocks/text.ts";
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

/** Each with its sign: the state in words, and for a fault who mends it and how. */
export type Findings = readonly (readonly [sign: "✅" | "⚠️" | "🔴", says: Line])[];

const fine = (...says: Line): Findings => [["✅", says]];
/** Somebody should look. */
const doubt = (...says: Line): Findings => [["⚠️", says]];
/** Something does not work. */
const fault = (...says: Line): Findings => [["🔴", says]];

/** All that is wrong; or that nothing is. */
function orFine(wrong: readonly Part<Findings>[], ...says: Line): Findings {
  const all = present(wrong).flat();
  return all.length > 0 ? all : fine(...says);
}

/** `isRead`: the database answered, and has no settings that are intact. */
export const noSettings = (isRead: boolean): Findings =>
  fault(
    isRead
      ? "the settings were changed outside Signalbox. Operator: npm run operate -- settings."
      : "the settings cannot be read. Operator: see Database and Records.",
  );

/** `isUndeclared`: a pooler is in front, and no setting says so. */
export function databaseFindings(condition: Condition, isUndeclared: boolean): Findings {
  const { version, startedAt, now, isReadOnly, isolation, isOwner, role } = condition;
  const set = "Operator: alter database … set default_transaction_isolation = 'read committed'.";
  return orFine(
    [
      isReadOnly && fault("cannot be written to. Operator: point DATABASE_URL at the main server."),
      isolation !== "read committed" &&
        doubt(`begins transactions as ${isolation}: clicks may fail. ${set}`),
      isOwner &&
        doubt(`the role ${role} can change the audit. Operator: use one that owns no tables.`),
      isUndeclared && doubt("a pooler is in front. Operator: set DATABASE_POOLER=transaction."),
    ],
    `PostgreSQL ${version.split(" ")[0]}, up for ${ageOf(startedAt, now)}, can be written to`,
  );
}

const CLOCK_NOTED_MS = 5_000;

/** `off`: how far the process is ahead of the database, in milliseconds. */
export function clockFindings(off: number): Findings {
  const seconds = counted(Math.round(Math.abs(off) / 1_000), "second");
  const says = `this process is ${seconds} ${off < 0 ? "behind" : "ahead of"} the database`;
  const mend = "Operator: set both clocks by NTP.";
  if (Math.abs(off) > CLOCKS_DIFFER_MS) return fault(`${says}, so it sends nothing. ${mend}`);
  if (Math.abs(off) > CLOCK_NOTED_MS) return doubt(`${says}. ${mend}`);
  return fine("process and database agree");
}

const REINSTALL = "A Slack administrator must reinstall the app, with every scope of its manifest.";

/** `scopes`: those of the bot's token; null where Slack does not name them. */
export function scopeFindings(scopes: readonly string[] | null): Findings {
  if (scopes === null) return fine("answers; it does not say which scopes the bot has");
  const missing = Object.entries(SCOPES).filter(([scope]) => !scopes.includes(scope));
  if (missing.length === 0) return fine("answers; the bot has every scope");
  const lacks = missing.map(([scope, off]) => `the scope ${scope} is missing. Off: ${off}.`);
  return [...lacks, REINSTALL].flatMap((says) => fault(says));
}

/** `count`: as Slack's greeting said, null before it; undefined where Slack sends over HTTP. */
export function connectionFindings(count: number | null | undefined): Findings {
  if (count === undefined) return fine("Slack sends over HTTP");
  if (count === null) return doubt("Slack has not greeted this process yet.");
  if (count === 1) return fine("Slack counted one, ours");
  const says = `Slack counted ${count} when this process connected. If fewer processes ran then, `;
  const other = "another Signalbox uses this Slack app and answers clicks. Operator: stop one.";
  return doubt(says, other);
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
export function channelFindings(id: string, state: ChannelState, untaken: number): Findings {
  const wrong = state === "not-known" ? doubt : fault;
  if (state !== "ours") return wrong(channel(id), `: ${PLACES[state]}`);
  if (untaken === 0) return fine(channel(id), ", the bot is in it");
  const says = ` took no messages from the bot (${untaken}). Slack administrator: let it post there.`;
  return fault(channel(id), says);
}

/** `standings`: of all whom a requirement names, as far as Slack says. */
export function approverFindings(
  requirements: readonly Requirement[],
  standings: Around["standings"],
): Findings {
  const all = new Set(requirements.flatMap(({ people }) => people));
  const short = requirements.map((each) => {
    const shortage = shortageOf(each, standings);
    const add = " Approvers: add people in the settings.";
    if (!shortage || shortage.is === "one-left") return null;
    if (shortage.is === "at-a-request") return doubt(...shortage.says, add);
    const mend = `${add} If they cannot, operator: npm run operate -- settings.`;
    return fault(...shortage.says, mend);
  });
  const unsure = all.size - standings.size;
  const people = counted(unsure, "person is", "people are");
  return orFine(
    [...short, unsure > 0 && doubt(`Slack does not say whether ${people} active.`)],
    "enough active people for every requirement",
  );
}

const HOUR_MS = 3_600_000;

/** When the last walk began and ended, and why it was not complete. */
type Walked = Record<"began" | "ended" | "fault", string | null>;

/** `state`: of a connection that has a token, and whose address is allowed here; else why not. */
export function serviceFindings(state: Walked | "no-token" | "not-listed", now: string): Findings {
  if (state === "no-token") return fault("there is no token. Administrator: set one.");
  if (state === "not-listed") {
    return fault("its address is not allowed here. Operator: add it to RAIL_API_URLS.");
  }
  const { began, ended, fault: code } = state;
  const seconds = began && ended ? (Date.parse(ended) - Date.parse(began)) / 1_000 : 0;
  const took = counted(Math.max(1, Math.round(seconds)), "second");
  const last: Line = ended
    ? ["Its whole list was last read ", date(ended), `, in ${took}.`]
    : ["Its whole list has not been read yet."];
  if (code === null) return fine(...last);
  const isLong = !ended || Date.parse(now) - Date.parse(ended) > HOUR_MS;
  const why = TROUBLE.get(code) ?? `Reading its list fails (${code}). Operator: look at the log.`;
  return (isLong ? fault : doubt)(`${why} `, ...last);
}

const TROUBLE: ReadonlyMap<string, string> = new Map(Object.entries(SERVICE_TROUBLE));

export const sendingFindings = (isStopped: boolean): Findings =>
  isStopped
    ? doubt("stopped. Approvers: review its card in the approvals channel, and resume.")
    : fine("on");

const LATE_SECONDS = 120;

const DOES: Readonly<Record<Loop, string>> = {
  advance: "processing requests",
  sync: "updating messages in Slack",
  walk: "reading the Rail service's list",
  audit: "checking the audit",
};

export function workFindings(loops: readonly Work[]): Findings {
  const failing = loops.map(({ loop, count, worst }) => {
    if (!worst) return null;
    const { number, times, fault: code } = worst;
    const who = number === null ? "" : ` fails for ${counted(count, "request")}: R-${number}`;
    const how = ` failed ${counted(times, "time")}${code === null ? "" : ` (${code})`}`;
    return fault(`${DOES[loop]}${who}${how}. Operator: look at the log.`);
  });
  const late = Math.max(...loops.map((each) => each.late));
  const minutes = counted(Math.round(late / 60), "minute");
  const mend = "Operator: check that the processes run.";
  return orFine(
    [...failing, late > LATE_SECONDS && fault(`some is ${minutes} late. ${mend}`)],
    "nothing fails or is late",
  );
}

/** Records cannot be checked without these keys, by their names. */
export const missingKeys = (names: readonly string[]): Findings =>
  fault(`ENCRYPTION_KEYS lacks ${joined(names, "and")}. Operator: add what is missing.`);

/**
 * `broken`: the numbers of requests, and what else was changed. `checked`: how many requests were
 * looked at now, and when all that is signed last was (null: never).
 */
export function recordFindings(
  broken: readonly string[],
  { now, at, isLate }: { now: number; at: string | null; isLate: boolean },
): Findings {
  if (broken.length === 0) {
    const all: Line = at === null ? [] : ["; everything was last checked ", date(at)];
    const checked: Line = [`${counted(now, "request")} checked now, intact`, ...all];
    if (!isLate) return fine(...checked);
    return doubt(...checked, ". The daily check does not run. Operator: look at the log.");
  }
  const says = `changed outside Signalbox: ${joined(broken.slice(0, 10), "and")}.`;
  const mend = " Operator: find out who can write to the database, and compare with a backup.";
  return fault(says, mend);
}

/** Why something could not be looked at: never in an error's own words. */
export function troubleFindings(error: unknown): Findings {
  if (!(error instanceof SlackError)) {
    return fault("could not be looked at. Operator: look at the log, and at the database.");
  }
  return error.code === "not-installed"
    ? fault(`Slack does not accept the bot's token. ${REINSTALL}`)
    : fault("Slack does not answer. Try again in a minute.");
}
