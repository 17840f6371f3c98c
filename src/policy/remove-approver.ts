import type { Clock } from "../platform/process/clock.ts";
import type { People } from "../platform/slack/slack.ts";
import type { Store } from "../request/queries/store-port.ts";
import { everyApprover, everyGroup, groupsAskedAbout } from "../request/rules/approval/policy.ts";
import { afterSetupChange } from "../workspace/set-up/keep-setup.ts";
import { livingOf } from "./living.ts";
import type { Living, Unsatisfiable } from "./rules/living-quorum.ts";
import { leftUnsatisfiable } from "./rules/living-quorum.ts";
import { withoutApprovers } from "./rules/without-approvers.ts";

interface Deps {
  store: Pick<Store, "transaction" | "policyInForce">;
  people: Pick<People, "whoIs">;
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
  | { ok: true; version: number; rules: readonly string[] }
  | { ok: false; because: "seen-before" }
  | { ok: false; because: "not-an-approver" }
  /** Rules that nobody could satisfy any more, as far as Slack says who counts. */
  | { ok: false; because: "too-few-left"; rules: readonly Unsatisfiable[] };

/**
 * Takes a person out of every rule of the policy, at once and without approval: it only asks for more. Whoever claims at
 * the same moment has done so before, or counts them no more; what they have approved already lapses when it is claimed.
 * Refused where it would leave a rule that nobody can satisfy: one administrator alone must not silence the approvers.
 */
export async function removeApprover(
  deps: Deps,
  { workspaceId, by, userId, delivery }: Removal,
): Promise<Removed> {
  const { store, clock } = deps;
  const living = await livingNow(deps, workspaceId);
  return store.transaction(async (tx): Promise<Removed> => {
    const at = clock();
    if (!(await tx.isFirstDelivery(delivery, at))) return { ok: false, because: "seen-before" };
    await tx.lockSetup(workspaceId);
    const { version: _, ...before } = await tx.policyInForce(workspaceId);
    const rules = before.rules.filter(({ approvers }) => approvers.includes(userId));
    if (rules.length === 0) return { ok: false, because: "not-an-approver" };

    const document = withoutApprovers(before, [userId]);
    // Whoever was named since the look-up counts as nobody, so that a removal at the same moment leaves nobody short.
    const short = leftUnsatisfiable(before, userId, living);
    if (short.length > 0) return { ok: false, because: "too-few-left", rules: short };

    const version = await tx.savePolicyVersion(workspaceId, document, by, null, at);
    const { connection } = await tx.setupOf(workspaceId);
    const names = rules.map(({ name }) => name);
    await tx.appendAudit({
      workspaceId,
      connectionId: connection?.id ?? "",
      requestId: null,
      at,
      actor: by,
      action: "approver-removed",
      facts: JSON.stringify({ version, userId, rules: names }),
    });
    const news = { kind: "approver-removed", by, userId, rules: names } as const;
    await tx.keepNotice(workspaceId, news, at);
    const { removedApprovers } = await tx.keptSettings(workspaceId);
    const all = new Set([...removedApprovers, userId]);
    await tx.keepSettings(workspaceId, { removedApprovers: [...all] });
    await afterSetupChange(tx, workspaceId, "change-policy");
    return { ok: true, version, rules: names };
  });
}

async function livingNow(
  { store, people }: Pick<Deps, "store" | "people">,
  workspaceId: string,
): Promise<Living> {
  const policy = await store.policyInForce(workspaceId);
  const groups = [...everyGroup(policy), ...groupsAskedAbout(policy)];
  return livingOf({ people }, workspaceId, { approvers: everyApprover(policy), groups }, "now");
}
