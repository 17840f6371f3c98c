import type { Roster } from "../authority/roster.ts";
import type { Context } from "../request/context.ts";
import { findLastAudit } from "../request/queries/audit.ts";
import { findPolicy } from "../request/queries/companies.ts";
import { findFreeze } from "../request/queries/freezes.ts";
import type { Policy } from "../request/rules/approval/policy.ts";
import type { Freeze } from "../request/rules/freeze.ts";
import { rosterOfPolicy } from "../request/who-is.ts";
import type { UnderWay } from "./freeze.ts";
import type { FreezeEvent } from "./rules/decide-freeze.ts";

type Resumed = Extract<FreezeEvent, { type: "resumed" }>;

/** Everything that is said of how sending stands. */
export interface FreezeFacts {
  freeze: Freeze;
  policy: Policy;
  /** Slack's answer now about those who agreed, and about every group. */
  roster: Roster;
  /** The last end of a freeze in the audit; undefined where there never was one. */
  resumed: Resumed | undefined;
  /** Requests being sent when this freeze began; undefined for a freeze of a former release, which did not note them. */
  underWay: readonly UnderWay[] | undefined;
}

export async function freezeFacts(
  { db, people }: Pick<Context, "db" | "people">,
  workspaceId: string,
): Promise<FreezeFacts> {
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
