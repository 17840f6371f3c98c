import type { Clock } from "../platform/process/clock.ts";
import type { Store } from "../request/queries/store-port.ts";
import type { PolicyRule } from "../request/rules/approval/policy-document.ts";
import { afterSetupChange } from "../workspace/set-up/keep-setup.ts";
import { withoutApprovers } from "./rules/without-approvers.ts";

interface Deps {
  store: Pick<Store, "transaction">;
  clock: Clock;
}

export interface Removal {
  workspaceId: string;
  /** Who removes: whether they may is for the caller to know. */
  by: string;
  /** The approver, a Slack user id. */
  userId: string;
  /** The key of the Slack delivery: a second one of the same key does nothing. */
  delivery: string;
}

export type Removed =
  /** `short`: rules that now name fewer people than they require, groups left aside, by name. */
  | { ok: true; version: number; rules: readonly string[]; short: readonly string[] }
  | { ok: false; because: "seen-before" | "not-an-approver" };

/**
 * Takes a person out of every rule of the policy, at once and without approval: it only asks for more. Whoever claims at
 * the same moment has done so before, or counts them no more; what they have approved already lapses when it is claimed.
 * A rule that can no longer be satisfied stays: `short` names it, and nothing that it is for can be approved.
 */
export async function removeApprover(
  { store, clock }: Deps,
  { workspaceId, by, userId, delivery }: Removal,
): Promise<Removed> {
  return store.transaction(async (tx): Promise<Removed> => {
    if (!(await tx.isFirstDelivery(delivery))) return { ok: false, because: "seen-before" };
    await tx.lockSetup(workspaceId);
    const { version: _, ...before } = await tx.policyInForce(workspaceId);
    const rules = before.rules.filter(({ approvers }) => approvers.includes(userId));
    if (rules.length === 0) return { ok: false, because: "not-an-approver" };

    const document = withoutApprovers(before, [userId]);
    const version = await tx.savePolicyVersion(workspaceId, document, by, null);
    const { connection } = await tx.setupOf(workspaceId);
    const names = rules.map(({ name }) => name);
    await tx.appendAudit({
      workspaceId,
      connectionId: connection?.id ?? "",
      requestId: null,
      at: clock(),
      actor: by,
      action: "approver-removed",
      facts: JSON.stringify({ version, userId, rules: names }),
    });
    const { removedApprovers } = await tx.keptSettings(workspaceId);
    const all = new Set([...removedApprovers, userId]);
    await tx.keepSettings(workspaceId, { removedApprovers: [...all] });
    await afterSetupChange(tx, workspaceId, "change-policy");
    const short = document.rules.filter(({ name }) => names.includes(name)).filter(isShort);
    return { ok: true, version, rules: names, short: short.map(({ name }) => name) };
  });
}

/** One of them may be the one who asks. How many members a group has is not known here. */
function isShort({ approvers, groups, approvalsRequired }: PolicyRule): boolean {
  return groups.length === 0 && new Set(approvers).size - 1 < Math.max(1, approvalsRequired);
}
