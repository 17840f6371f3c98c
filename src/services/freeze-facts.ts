import type { Standing } from "../domain/approval-policy.ts";
import type { Freeze, FreezeEvent } from "../domain/freeze.ts";
import type { Policy } from "../domain/policy.ts";
import type { People, Store } from "./ports.ts";
import { standingsOf } from "./standings.ts";

interface Deps {
  store: Pick<Store, "currentFreeze" | "policyInForce" | "findLastAudit">;
  people: People;
}

type Resumed = Extract<FreezeEvent, { type: "resumed" }>;

/** Everything that is said of how sending stands. */
export interface FreezeFacts {
  freeze: Freeze;
  policy: Policy;
  /** Of those who have agreed that it goes on, as Slack says now. */
  standings: ReadonlyMap<string, Standing>;
  /** Who let it go on the last time, as the audit has it; undefined where nobody ever had to. */
  resumed: Resumed | undefined;
}

export async function freezeFacts(
  { store, people }: Deps,
  workspaceId: string,
): Promise<FreezeFacts> {
  const freeze = await store.currentFreeze(workspaceId);
  const approvals = (freeze.frozen?.agreed ?? []).map((by) => ({ by }));
  const entry = await store.findLastAudit(workspaceId, "resumed");
  return {
    freeze,
    policy: await store.policyInForce(workspaceId),
    standings: await standingsOf(people, { workspaceId, approvals }),
    resumed: entry && JSON.parse(entry.facts),
  };
}
