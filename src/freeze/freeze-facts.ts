import type { Roster } from "../authority/roster.ts";
import type { Db } from "../platform/database/schema.ts";
import type { Context } from "../request/context.ts";
import type { UnderWay } from "../request/freezing/freeze.ts";
import type { FreezeEvent } from "../request/freezing/rules/decide-freeze.ts";
import { findFirstAudit, findLastAudit } from "../request/queries/audit.ts";
import { findPolicy } from "../request/queries/companies.ts";
import { findFreeze } from "../request/queries/freezes.ts";
import { trustIn } from "../request/queries/row-macs.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import type { Freeze } from "../request/rules/freeze.ts";
import { OPEN } from "../request/rules/status.ts";
import { rosterOfPolicy } from "../request/who-is.ts";

type Resumed = Extract<FreezeEvent, { type: "resumed" }>;
type Began = Extract<FreezeEvent, { type: "frozen" }>;

export interface FreezeFacts {
  freeze: Freeze;
  policy: Policy;
  /** Slack's present answer about the people who agreed, and about every group. */
  roster: Roster;
  /** The last end of a freeze in the audit; undefined if there never was one. */
  resumed: Resumed | undefined;
  /** How the freeze began, in the audit; undefined while sending is not frozen. */
  began?: Began | undefined;
  /** Requests being sent when this freeze began; undefined for a freeze of a former release, which did not note them. */
  underWay: readonly UnderWay[] | undefined;
  /** Approvers confirm this by resuming, if rows of a former release are not signed yet. */
  confirms?: { destinations: number; requests: number };
}

export async function freezeFacts(
  { db, seal, people }: Pick<Context, "db" | "seal" | "people">,
  workspaceId: string,
): Promise<FreezeFacts> {
  const freeze = await findFreeze(db, workspaceId);
  const policy = await findPolicy(db, workspaceId);
  const entry = await findLastAudit(db, workspaceId, "resumed");
  const agreed = freeze.frozen?.agreed ?? [];
  const after = entry?.sequence ?? 0;
  const first = freeze.frozen && (await findFirstAudit(db, workspaceId, "frozen", after));
  const begun = freeze.frozen && (await findLastAudit(db, workspaceId, "frozen"));
  const { isEnforced } = await trustIn(db, seal, workspaceId, []);
  return {
    ...(freeze.frozen && !isEnforced && { confirms: await countUnsigned(db, workspaceId) }),
    freeze,
    policy,
    roster: await rosterOfPolicy({ people }, workspaceId, policy, agreed, "of-a-minute"),
    resumed: entry && JSON.parse(entry.facts),
    began: first ? JSON.parse(first.facts) : undefined,
    underWay: begun ? JSON.parse(begun.facts).underWay : undefined,
  };
}

async function countUnsigned(db: Db, workspaceId: string) {
  const { destinations, requests } = await db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom("destinations")
        .select(fn.countAll<string>().as("count"))
        .where("workspace_id", "=", workspaceId)
        .where("retired_at", "is", null)
        .as("destinations"),
      selectFrom("requests")
        .select(fn.countAll<string>().as("count"))
        .where("workspace_id", "=", workspaceId)
        .where("status", "in", OPEN)
        .as("requests"),
    ])
    .executeTakeFirstOrThrow();
  return { destinations: Number(destinations), requests: Number(requests) };
}
