import { performance } from "node:perf_hooks";
import { inTime, LATE } from "../platform/process/in-time.ts";
import type { Place } from "../platform/slack/slack.ts";
import type { SlackState } from "../platform/slack/slack-probe.ts";
import { livingRules } from "../policy/living.ts";
import type { RuleHealth } from "../policy/rules/quorum-health.ts";
import type { Context } from "../request/context.ts";
import type { AuditState } from "../request/queries/audit-checks.ts";
import { findPolicy, findWorkspaceName } from "../request/queries/companies.ts";
import { isTagEchoed } from "../request/queries/rails/known-rails.ts";
import { findSetup } from "../request/queries/setups.ts";
import { countMissingCards } from "../request/queries/stale-messages.ts";
import type { TokenState } from "../workspace/connection/look-at-token.ts";
import { lookAtToken } from "../workspace/connection/look-at-token.ts";

/** The look-up did not come back in time. */
export type Late = "late";

export interface CheckUp {
  slack: SlackState | Late;
  /** In milliseconds, our clock before Slack's above 0; null where that is not known. */
  skewMs: number | null;
  /** In milliseconds, this machine's clock before the database's above 0. */
  clockOffMs: number;
  /** Null where no approvals channel is chosen. `missingCards` were not taken at the last try. */
  channel: { channelId: string; place: Place; missingCards: number } | null | Late;
  rules: readonly RuleHealth[] | Late;
  token: TokenState | Late;
  /** Null where no Rail that was made here has been shown yet. */
  isTagEchoed: boolean | null | Late;
  /** Jobs that could be done now. */
  waiting: number | Late;
  /** ISO 8601; null where none waits. */
  oldestWaiting: string | null;
  databaseMs: number | Late;
  audit: AuditState | Late;
  version: string;
  now: string;
}

export type Checking = Pick<
  Context,
  | ("db" | "people" | "messenger" | "approvalsChannelOf" | "railApis" | "queue" | "clock")
  | ("slackProbe" | "skewMs" | "clockOffMs" | "version" | "auditState")
>;

/** A person waits for the whole of it. */
const WITHIN_MS = 3_000;

/** Everything that can be looked at now, all at once; what does not answer in time says so. */
export async function checkUp(context: Checking, workspaceId: string): Promise<CheckUp> {
  const { db, messenger, queue } = context;
  const slack = bounded(context.slackProbe(workspaceId));
  const channel = bounded(channelOf());
  const rules = bounded(rulesOf());
  const token = bounded(lookAtToken(context, workspaceId));
  const database = bounded(roundTrip(() => findWorkspaceName(db, workspaceId)));
  return {
    slack: await slack,
    // After Slack has answered just now.
    skewMs: context.skewMs(),
    clockOffMs: context.clockOffMs(),
    channel: await channel,
    rules: await rules,
    token: await token,
    isTagEchoed: await bounded(seesTags()),
    waiting: await bounded(queue.waiting(workspaceId)),
    oldestWaiting: await queue.oldestWaiting(workspaceId),
    databaseMs: await database,
    audit: await bounded(context.auditState(workspaceId)),
    version: context.version,
    now: context.clock(),
  };

  async function channelOf() {
    const channelId = await context.approvalsChannelOf(workspaceId);
    if (channelId === null) return null;
    const place = await messenger.placeOf(workspaceId, channelId);
    return { channelId, place, missingCards: await countMissingCards(db, workspaceId) };
  }

  async function rulesOf() {
    return livingRules(context, workspaceId, await findPolicy(db, workspaceId));
  }

  async function seesTags() {
    const { connection } = await findSetup(db, workspaceId);
    return connection && isTagEchoed(db, connection.id);
  }
}

async function bounded<Found>(work: Promise<Found>): Promise<Found | Late> {
  const found = await inTime(work, WITHIN_MS);
  return found === LATE ? "late" : found;
}

async function roundTrip(ask: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await ask();
  return performance.now() - from;
}
