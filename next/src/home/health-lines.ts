import { readCondition } from "../platform/database/condition.ts";
import { SERVICE_TROUBLE } from "../platform/rail-api/rail-api-error.ts";
import type { ChannelState } from "../platform/slack/answers.ts";
import { channel, date, type Line } from "../platform/slack/blocks/rich-text.ts";
import { SCOPES } from "../platform/slack/scopes.ts";
import { SlackError } from "../platform/slack/slack-error.ts";
import { ageOf, counted } from "../platform/text/times.ts";
import { type Context, isListed } from "../request/engine/context.ts";
import { CLOCKS_DIFFER_MS } from "../request/engine/send.ts";
import { countUntaken, readWork } from "../request/store/condition.ts";
import { readConnection } from "../request/store/connections.ts";
import type { Loop } from "../request/store/due.ts";
import type { Ground } from "../request/store/ground.ts";
import { shortageOf } from "../settings/people.ts";
import { type Finding, fine } from "./finding.ts";
import { records } from "./records.ts";

/** `ground`: null where it cannot be read. */
interface Looking {
  context: Context;
  workspace: string;
  ground: Ground | null;
}

/** All that is looked at, each by its label. What throws is a fault of its own. */
export const LINES: Readonly<Record<string, (looking: Looking) => Promise<readonly Finding[]>>> = {
  Database: database,
  Clocks: clocks,
  Slack: slackToken,
  Connections: connections,
  "Approvals channel": approvalsChannel,
  Approvers: approvers,
  "Rail service": railService,
  Sending: sending,
  Work: work,
  Records: ({ context, workspace, ground }) => records(context, workspace, ground),
};

const noSettings = (ground: Ground | null): Finding => [
  "🔴",
  [
    ground
      ? "the settings were changed outside Signalbox. Operator: npm run operate -- settings."
      : "the settings cannot be read. Operator: see Database and Records.",
  ],
];

async function database({ context: { db, config } }: Looking): Promise<readonly Finding[]> {
  const { version, startedAt, now, isReadOnly, isolation, isOwner, role } = await readCondition(db);
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
  if (db.isPooled && config.DATABASE_POOLER === undefined) {
    faults.push(["⚠️", ["a pooler is in front. Operator: set DATABASE_POOLER=transaction."]]);
  }
  const up = `PostgreSQL ${version.split(" ")[0]}, up for ${ageOf(startedAt, now)}`;
  return faults.length > 0 ? faults : [fine(`${up}, can be written to`)];
}

const CLOCK_NOTED_MS = 5_000;

async function clocks({ context }: Looking): Promise<readonly Finding[]> {
  const { now } = await readCondition(context.db);
  const off = context.now() - Date.parse(now);
  const says = `this process is ${counted(Math.round(Math.abs(off) / 1_000), "second")} ${off < 0 ? "behind" : "ahead of"} the database`;
  const mend = "Operator: set both clocks by NTP.";
  if (Math.abs(off) > CLOCKS_DIFFER_MS) return [["🔴", [`${says}, so it sends nothing. ${mend}`]]];
  if (Math.abs(off) > CLOCK_NOTED_MS) return [["⚠️", [`${says}. ${mend}`]]];
  return [fine("process and database agree")];
}

const REINSTALL = "Slack administrator: reinstall the app, with every scope of its manifest.";

async function slackToken({ context: { slack }, workspace }: Looking): Promise<readonly Finding[]> {
  const scopes = await slack.scopesOf(workspace);
  if (scopes === null) return [fine("answers; it does not say which scopes the bot has")];
  const missing = Object.entries(SCOPES).filter(([scope]) => !scopes.includes(scope));
  if (missing.length === 0) return [fine("answers; the bot has every scope")];
  return [
    ...missing.map(([scope, off]): Finding => ["🔴", [`${scope} is missing. Off: ${off}.`]]),
    ["🔴", [REINSTALL]],
  ];
}

/** Slack counts them only when it greets a connection. */
async function connections({ context }: Looking): Promise<readonly Finding[]> {
  if (context.config.SLACK_APP_TOKEN === undefined) return [fine("Slack sends over HTTP")];
  const counted = context.connections();
  if (counted === null) return [["⚠️", ["Slack has not greeted this process yet."]]];
  if (counted === 1) return [fine("Slack counted one, ours")];
  const says = `Slack counted ${counted} when this process connected. If fewer processes ran then, `;
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

async function approvalsChannel({ context, workspace, ground }: Looking) {
  if (!ground?.inForce) return [noSettings(ground)];
  const id = ground.inForce.settings.channel;
  const state = await context.slack.placeOf(workspace, id);
  const sign = state === "not-known" ? "⚠️" : "🔴";
  if (state !== "ours") return [[sign, [channel(id), `: ${PLACES[state]}`]] satisfies Finding];
  const untaken = await countUntaken(context.db, workspace, id);
  if (untaken === 0) return [fine(channel(id), ", the bot is in it")];
  const says = ` took no messages from the bot (${untaken}). Slack administrator: let it post there.`;
  return [["🔴", [channel(id), says]] satisfies Finding];
}

async function approvers({ context, workspace, ground }: Looking): Promise<readonly Finding[]> {
  if (!ground?.inForce) return [noSettings(ground)];
  const { requirements } = ground.inForce.settings;
  const all = [...new Set(requirements.flatMap(({ people }) => people))];
  const standings = await context.people.standingsOf(workspace, all, "minute");
  const faults = requirements.flatMap((each): Finding[] => {
    const shortage = shortageOf(each, standings);
    const add = " Approvers: add people in the settings.";
    if (!shortage || shortage.is === "one-left") return [];
    if (shortage.is === "at-a-request") return [["⚠️", [...shortage.says, add]]];
    const mend = `${add} If they cannot, operator: npm run operate -- settings.`;
    return [["🔴", [...shortage.says, mend]]];
  });
  const unsure = all.length - standings.size;
  if (unsure > 0) {
    faults.push([
      "⚠️",
      [`Slack does not say whether ${counted(unsure, "person is", "people are")} active.`],
    ]);
  }
  return faults.length > 0 ? faults : [fine("enough active people for every requirement")];
}

const HOUR_MS = 3_600_000;

async function railService({ context, workspace, ground }: Looking): Promise<readonly Finding[]> {
  if (!ground?.inForce) return [noSettings(ground)];
  const { connection, now } = ground;
  const state = connection && (await readConnection(context.db, workspace, connection.id));
  if (!connection?.hasToken || !state) return [["🔴", ["there is no token. Operator: set one."]]];
  if (!isListed(context.config, connection)) {
    return [["🔴", ["its address is not allowed here. Operator: add it to RAIL_API_URLS."]]];
  }
  const { began, ended, fault } = state;
  const seconds = began && ended ? (Date.parse(ended) - Date.parse(began)) / 1_000 : 0;
  const took = counted(Math.max(1, Math.round(seconds)), "second");
  const last: Line = ended
    ? ["its whole list was last read ", date(ended), `, in ${took}`]
    : ["its whole list has not been read yet"];
  if (fault === null) return [fine(...last)];
  const isLong = !ended || Date.parse(now) - Date.parse(ended) > HOUR_MS;
  return [[isLong ? "🔴" : "⚠️", [`${troubleOf(fault)} `, ...last, "."]]];
}

const TROUBLE: ReadonlyMap<string, string> = new Map(Object.entries(SERVICE_TROUBLE));

const troubleOf = (fault: string): string =>
  TROUBLE.get(fault) ?? `Reading its list fails (${fault}). Operator: look at the log.`;

async function sending({ ground }: Looking): Promise<readonly Finding[]> {
  if (!ground) return [noSettings(ground)];
  if (ground.forces.frozen === null) return [fine("on")];
  return [["⚠️", ["stopped. Approvers: review its card in the approvals channel, and resume."]]];
}

const LATE_SECONDS = 120;

const DOES: Readonly<Record<Loop, string>> = {
  advance: "processing requests",
  sync: "updating messages in Slack",
  walk: "reading the Rail service's list",
  audit: "checking the audit",
};

async function work({ context, workspace }: Looking): Promise<readonly Finding[]> {
  const loops = await readWork(context.db, workspace);
  const faults = loops.flatMap(({ loop, count, worst }): Finding[] => {
    if (!worst) return [];
    const { number, times, fault } = worst;
    const what = number === null ? "" : `, R-${number} most often`;
    const how = `${counted(times, "time")}${what}${fault === null ? "" : ` (${fault})`}`;
    return [["🔴", [`${DOES[loop]} fails for ${count}: ${how}. Operator: look at the log.`]]];
  });
  const lateSeconds = Math.max(...loops.map(({ late }) => late));
  if (lateSeconds > LATE_SECONDS) {
    const minutes = counted(Math.round(lateSeconds / 60), "minute");
    faults.push(["🔴", [`some is ${minutes} late. Operator: check that the processes run.`]]);
  }
  return faults.length > 0 ? faults : [fine("nothing fails or is late")];
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
