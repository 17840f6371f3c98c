import { readMissingKeys } from "../platform/database/check-start.ts";
import { readCondition } from "../platform/database/condition.ts";
import { header, context as small } from "../platform/slack/blocks/blocks.ts";
import { bold, type Line, richText } from "../platform/slack/blocks/rich-text.ts";
import { type Message, message } from "../platform/slack/blocks/views.ts";
import { accountText } from "../request/card/facts.ts";
import { type Context, isListed } from "../request/engine/context.ts";
import { admitInspector } from "../request/forms/admit.ts";
import type { Command } from "../request/forms/surface.ts";
import { countUntaken, readWork } from "../request/store/condition.ts";
import { readConnection } from "../request/store/connections.ts";
import type { Ground } from "../request/store/ground.ts";
import { readRequests } from "../request/store/requests.ts";
import { readChecked } from "../request/store/signed-rows.ts";
import * as findings from "./health-findings.ts";

/** Works whatever is broken: each line looks for itself, and says what it could not find out. */
export const healthCommand: Command = {
  ...{ name: "health", usage: "", says: "System status and fixes (approvers, administrators)" },
  async open(act) {
    const { context } = act;
    const { workspace } = act.delivery;
    const asking = await admitInspector(act, "health");
    if (!asking.ok) return asking;
    const { ground } = asking;
    const parts = await Promise.all(
      Object.entries(LINES).map(async ([label, look]): Promise<Part> => {
        try {
          return [label, await look({ context, workspace, ground })];
        } catch (error) {
          context.log.warn({ err: error }, "health cannot look at something");
          return [label, findings.troubleFindings(error)];
        }
      }),
    );
    const { team } = await context.self(workspace);
    const environment = ground?.connection?.environment;
    return healthMessage(parts, environment ? accountText(team, environment) : team);
  },
};

export type Part = readonly [label: string, findings: findings.Findings];

/** A line for each fault, and one for each part without. */
export function healthMessage(parts: readonly Part[], account: string): Message {
  const faulty = parts.filter(([, found]) => found.some(([sign]) => sign !== "✅")).length;
  const title =
    faulty === 0
      ? "No problem found"
      : `${faulty} of ${parts.length} checks ${faulty === 1 ? "needs" : "need"} attention`;
  const lines = parts.flatMap(([label, found]) =>
    found.map(([sign, says]): Line => [`${sign} `, bold(label), ": ", ...says]),
  );
  return message(title, header(title), richText(...lines), small(account));
}

/** `ground`: null where it cannot be read. */
type Look = (asked: {
  context: Context;
  workspace: string;
  ground: Ground | null;
}) => Promise<findings.Findings>;

/** All that is looked at, each by its label. What throws is a fault of its own. */
const LINES: Readonly<Record<string, Look>> = {
  async Database({ context: { db, config } }) {
    const isUndeclared = db.isPooled && config.DATABASE_POOLER === undefined;
    return findings.databaseFindings(await readCondition(db), isUndeclared);
  },

  async Clocks({ context }) {
    const { now } = await readCondition(context.db);
    return findings.clockFindings(context.now() - Date.parse(now));
  },

  async Slack({ context: { slack }, workspace }) {
    return findings.scopeFindings(await slack.scopesOf(workspace));
  },

  /** Slack counts them only when it greets a connection. */
  async Connections({ context }) {
    const isSocket = context.config.SLACK_APP_TOKEN !== undefined;
    return findings.connectionFindings(isSocket ? context.connections() : undefined);
  },

  async "Approvals channel"({ context, workspace, ground }) {
    if (!ground?.inForce) return findings.noSettings(ground !== null);
    const { channel } = ground.inForce.settings;
    const state = await context.slack.placeOf(workspace, channel);
    const untaken = await countUntaken(context.db, workspace, channel);
    return findings.channelFindings(channel, state, untaken);
  },

  async Approvers({ context, workspace, ground }) {
    if (!ground?.inForce) return findings.noSettings(ground !== null);
    const { requirements } = ground.inForce.settings;
    const all = [...new Set(requirements.flatMap(({ people }) => people))];
    const standings = await context.people.standingsOf(workspace, all, "minute");
    return findings.approverFindings(requirements, standings);
  },

  async "Rail service"({ context, workspace, ground }) {
    if (!ground?.inForce) return findings.noSettings(ground !== null);
    const { connection, now } = ground;
    const state = connection && (await readConnection(context.db, workspace, connection.id));
    if (!connection?.hasToken || !state) return findings.serviceFindings("no-token", now);
    const isAllowed = isListed(context.config, connection);
    return findings.serviceFindings(isAllowed ? state : "not-listed", now);
  },

  async Sending({ ground }) {
    if (!ground) return findings.noSettings(false);
    return findings.sendingFindings(ground.forces.frozen !== null);
  },

  async Work({ context, workspace }) {
    return findings.workFindings(await readWork(context.db, workspace));
  },

  async Records({ context: { db }, workspace, ground }) {
    const missing = await readMissingKeys(db);
    if (missing.length > 0) return findings.missingKeys(missing);
    const { broken, requests } = await readRequests(db, workspace, {}, MOST_CHECKED);
    const names = broken.map(({ found }) => (found ? `R-${found.number}` : "a request"));
    if (ground?.broken && ground.broken.row !== "request") names.push(`the ${ground.broken.row}`);
    const all = await readChecked(db, workspace);
    return findings.recordFindings(names, { now: requests.length, ...all });
  },
};

/** The newest ones that are checked here. */
const MOST_CHECKED = 1_000;
