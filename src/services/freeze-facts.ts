import type { Freeze, FreezeEvent } from "../domain/freeze.ts";
import type { Policy } from "../domain/policy.ts";
import type { Roster } from "../domain/roster.ts";
import type { People } from "./ports/slack.ts";
import type { Store } from "./ports/store.ts";
import { rosterOfPolicy } from "./roster.ts";

interface Deps {
  store: Pick<Store, "currentFreeze" | "policyInForce" | "findLastAudit">;
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
}

export async function freezeFacts(
  { store, people }: Deps,
  workspaceId: string,
): Promise<FreezeFacts> {
  const freeze = await store.currentFreeze(workspaceId);
  const policy = await store.policyInForce(workspaceId);
  const entry = await store.findLastAudit(workspaceId, "resumed");
  return {
    freeze,
    policy,
    roster: await rosterOfPolicy({ people }, workspaceId, policy, freeze.frozen?.agreed ?? []),
    resumed: entry && JSON.parse(entry.facts),
  };
}
