import type { Roster } from "../authority/roster.ts";
import type { Db } from "../platform/database/schema.ts";
import type { People } from "../platform/slack/slack.ts";
import { findLastAudit } from "../request/queries/audit.ts";
import { findPolicy } from "../request/queries/companies.ts";
import { findFreeze } from "../request/queries/freezes.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import type { Freeze } from "../request/rules/freeze.ts";
import { rosterOfPolicy } from "../request/who-is.ts";
import type { UnderWay } from "./freeze.ts";
import type { FreezeEvent } from "./rules/decide-freeze.ts";

interface Deps {
  db: Db;
  people: People;
}

type Resumed = Extract<FreezeEvent, { type: "resumed" }>;

/** Everything that is said of how sending stands. */
export interface FreezeFacts {
  freeze: Freeze;
  policy: Policy;
  /** Of those who have agreed that it goes on, and of every group, as Slack says now. */
  roster: Roster;
  /** Who let it go on the last time, as the audit has it; undefined where nobody ever had to. */
  resumed: Resumed | undefined;
  /** What was being sent when this freeze began; undefined for a freeze of the former release, which did not note it. */
  underWay: readonly UnderWay[] | undefined;
}

export async function freezeFacts({ db, people }: Deps, workspaceId: string): Promise<FreezeFacts> {
  const freeze = await findFreeze(db, workspaceId);
  const policy = await findPolicy(db, workspaceId);
  const entry = await findLastAudit(db, workspaceId, "resumed");
  const agreed = freeze.frozen?.agreed ?? [];
  const begun = freeze.frozen && (await findLastAudit(db, workspaceId, "frozen"));
  return {
    freeze,
    policy,
    roster: await rosterOfPolicy({ people }, workspaceId, policy, agreed, "of-a-minute"),
    resumed: entry && JSON.parse(entry.facts),
    underWay: begun ? JSON.parse(begun.facts).underWay : undefined,
  };
}
