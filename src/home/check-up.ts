import { performance } from "node:perf_hooks";
import { inTime, LATE } from "../platform/process/in-time.ts";
import { livingRules } from "../policy/living-rules.ts";
import type { Context } from "../request/context.ts";
import { findPolicy, findWorkspaceName } from "../request/queries/companies.ts";
import { isTagEchoed } from "../request/queries/known-rails.ts";
import { findSetup } from "../request/queries/setups.ts";
import { tryToken } from "../workspace/connection/try-token.ts";
import type { CheckUp, Late } from "./check-up-lines.ts";

export type CheckUpDeps = Pick<
  Context,
  | "db"
  | "transaction"
  | "people"
  | "messenger"
  | "approvalsChannelOf"
  | "railApis"
  | "queue"
  | "clock"
  | "slackProbe"
  | "skewMs"
  | "clockOffMs"
  | "version"
  | "auditState"
>;

/** A person waits for the whole of it. */
const WITHIN_MS = 3_000;

/** Everything that can be looked at now, all at once; what does not answer in time says so. */
export async function checkUp(deps: CheckUpDeps, workspaceId: string): Promise<CheckUp> {
  const { db, messenger, queue } = deps;
  const slack = bounded(deps.slackProbe(workspaceId));
  const channel = bounded(channelOf());
  const rules = bounded(rulesOf());
  const token = bounded(tryToken(deps, workspaceId));
  const database = bounded(roundTrip(() => findWorkspaceName(db, workspaceId)));
  return {
    slack: await slack,
    // After Slack has answered just now.
    skewMs: deps.skewMs(),
    clockOffMs: deps.clockOffMs(),
    channel: await channel,
    rules: await rules,
    token: await token,
    isTagEchoed: await bounded(seesTags()),
    waiting: await bounded(queue.waiting(workspaceId)),
    oldestWaiting: await queue.oldestWaiting(workspaceId),
    databaseMs: await database,
    audit: await bounded(deps.auditState(workspaceId)),
    version: deps.version,
    now: deps.clock(),
  };

  async function channelOf() {
    const channelId = await deps.approvalsChannelOf(workspaceId);
    if (channelId === null) return null;
    return { channelId, place: await messenger.placeOf(workspaceId, channelId) };
  }

  async function rulesOf() {
    return livingRules(deps, workspaceId, await findPolicy(db, workspaceId));
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
