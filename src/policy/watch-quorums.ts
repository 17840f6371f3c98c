import { sql } from "kysely";
import type { Db } from "../platform/database/schema.ts";
import type { Chore } from "../platform/queue/job.ts";
import type { Context } from "../request/context.ts";
import { toldAlone } from "../request/posting/reach.ts";
import { findPolicy } from "../request/queries/companies.ts";
import { tellApprovers } from "../request/tell-approvers.ts";
import { livingRules } from "./living.ts";
import type { QuorumWatch, RuleHealth } from "./rules/quorum-health.ts";
import { findingText, isToBeTold, nextNight, troubledRules } from "./rules/quorum-health.ts";
import { quorumWarning } from "./screens/quorum-warning.ts";

export interface DueQuorumWatch extends QuorumWatch {
  workspaceId: string;
  /** Nobody has looked before. */
  isFirst: boolean;
}

/** The workspace that has waited longest. It is due again at `until`, so that no two processes take it at once. */
export async function takeQuorumWatch(
  db: Db,
  now: string,
  until: string,
): Promise<DueQuorumWatch | undefined> {
  const { rows } = await sql<{ id: string; found: string; warned_at: Date | null; due: boolean }>`
    update workspaces set quorum_due_at = ${until}::timestamptz
    from (
      select id, quorum_due_at from workspaces
      where left_at is null
        and (quorum_due_at is null or quorum_due_at <= ${now}::timestamptz)
      order by quorum_due_at nulls first limit 1 for update skip locked
    ) as waiting
    where workspaces.id = waiting.id
    returning workspaces.id, quorum_found as found, quorum_warned_at as warned_at,
      waiting.quorum_due_at is not null as due`.execute(db);
  const [row] = rows;
  return (
    row && {
      workspaceId: row.id,
      isFirst: !row.due,
      found: row.found,
      warnedAt: row.warned_at === null ? null : new Date(row.warned_at).toISOString(),
    }
  );
}

export async function saveQuorumWatch(
  db: Db,
  workspaceId: string,
  { found, warnedAt, dueAt }: QuorumWatch & { dueAt: string },
): Promise<void> {
  await db
    .updateTable("workspaces")
    .set({
      quorum_found: found,
      quorum_warned_at: warnedAt === null ? null : new Date(warnedAt),
      quorum_due_at: new Date(dueAt),
    })
    .where("id", "=", workspaceId)
    .execute();
}

type Watching = Pick<
  Context,
  "db" | "people" | "clock" | "messenger" | "logger" | "approvalsChannelOf" | "command"
>;

/** Nobody else looks at a workspace for this long; after that, a process killed during its look has not looked. */
const TAKEN_FOR_MS = 600_000;
/** The pause after people could not be told, or Slack said too little. */
const AGAIN_MS = 3_600_000;

/**
 * Looks once a night in each workspace whether enough approvers are left for each rule, before a request would wait for
 * them. One workspace that cannot be told holds up no other.
 */
export async function watchQuorums(context: Watching): Promise<void> {
  const { db, clock, logger } = context;
  for (;;) {
    const now = clock();
    const until = later(now, TAKEN_FOR_MS);
    const due = await takeQuorumWatch(db, now, until);
    if (!due) return;
    const { workspaceId, isFirst, ...watch } = due;
    try {
      const found = isFirst
        ? { ...watch, isTold: true }
        : await look(context, workspaceId, watch, now);
      const dueAt = found.isTold ? nextNight(workspaceId, now) : later(now, AGAIN_MS);
      await saveQuorumWatch(db, workspaceId, { ...found, dueAt });
    } catch (error) {
      logger.warn({ err: error, workspaceId }, "nobody was told that too few approvers are left");
    }
  }
}

export const watchQuorumsChore: Chore<Watching> = {
  name: "watch-quorums",
  everySeconds: 300,
  expireInSeconds: 600,
  work: watchQuorums,
};

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

/** `isTold` is false where it has to be looked again sooner than in the next night. */
async function look(
  context: Watching,
  workspaceId: string,
  watch: QuorumWatch,
  now: string,
): Promise<QuorumWatch & { isTold: boolean }> {
  const policy = await findPolicy(context.db, workspaceId);
  const rules = troubledRules(await livingRules(context, workspaceId, policy));
  const found = findingText(rules);
  if (isToBeTold(rules, watch, now)) {
    await tell(context, workspaceId, rules);
    return { found, warnedAt: now, isTold: true };
  }
  const isSame = found === watch.found;
  const isCertain = rules.every((rule) => rule.isCertain);
  return { found, warnedAt: isSame ? watch.warnedAt : null, isTold: isSame || isCertain };
}

async function tell(
  context: Watching,
  workspaceId: string,
  rules: readonly RuleHealth[],
): Promise<void> {
  const { command } = context;
  await tellApprovers(context, workspaceId, {
    message: (alone) => toldAlone(quorumWarning({ rules, command }), alone?.channel),
    people: () => rules.flatMap(({ active }) => active),
  });
}
