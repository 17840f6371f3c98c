import type { Db } from "../platform/database/schema.ts";
import type { Clock } from "../platform/process/clock.ts";
import type { InTransaction } from "../platform/queue/transaction.ts";
import { isFirstDelivery } from "../platform/slack/intake/delivery.ts";
import type { People } from "../platform/slack/slack.ts";
import { appendAudit } from "../request/queries/audit.ts";
import { findPolicy, lockSetup } from "../request/queries/companies.ts";
import { findKeptSettings, keepSettings } from "../request/queries/kept-settings.ts";
import { keepNotice } from "../request/queries/notices.ts";
import { findSetup, savePolicyVersion } from "../request/queries/setups.ts";
import { everyApprover, everyGroup, groupsAskedAbout } from "../request/rules/approval/policy.ts";
import { afterSetupChange } from "../workspace/set-up/keep-setup.ts";
import { livingOf } from "./living.ts";
import type { Living, Unsatisfiable } from "./rules/living-quorum.ts";
import { leftUnsatisfiable } from "./rules/living-quorum.ts";
import { withoutApprovers } from "./rules/without-approvers.ts";

interface Deps {
  db: Db;
  transaction: InTransaction;
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
  const { transaction, clock } = deps;
  const living = await livingNow(deps, workspaceId);
  return transaction(async (tx): Promise<Removed> => {
    const at = clock();
    if (!(await isFirstDelivery(tx.db, delivery, at))) return { ok: false, because: "seen-before" };
    await lockSetup(tx.db, workspaceId);
    const { version: _, ...before } = await findPolicy(tx.db, workspaceId);
    const rules = before.rules.filter(({ approvers }) => approvers.includes(userId));
    if (rules.length === 0) return { ok: false, because: "not-an-approver" };

    const document = withoutApprovers(before, [userId]);
    // Whoever was named since the look-up counts as nobody, so that a removal at the same moment leaves nobody short.
    const short = leftUnsatisfiable(before, userId, living);
    if (short.length > 0) return { ok: false, because: "too-few-left", rules: short };

    const version = await savePolicyVersion(tx.db, workspaceId, document, by, null, at);
    const { connection } = await findSetup(tx.db, workspaceId);
    const names = rules.map(({ name }) => name);
    await appendAudit(tx.db, {
      workspaceId,
      connectionId: connection?.id ?? "",
      requestId: null,
      at,
      actor: by,
      action: "approver-removed",
      facts: JSON.stringify({ version, userId, rules: names }),
    });
    const news = { kind: "approver-removed", by, userId, rules: names } as const;
    await keepNotice(tx.db, workspaceId, news, at);
    const { removedApprovers } = await findKeptSettings(tx.db, workspaceId);
    const all = new Set([...removedApprovers, userId]);
    await keepSettings(tx.db, workspaceId, { removedApprovers: [...all] });
    await afterSetupChange(tx, workspaceId, "change-policy");
    return { ok: true, version, rules: names };
  });
}

async function livingNow(
  { db, people }: Pick<Deps, "db" | "transaction" | "people">,
  workspaceId: string,
): Promise<Living> {
  const policy = await findPolicy(db, workspaceId);
  const groups = [...everyGroup(policy), ...groupsAskedAbout(policy)];
  return livingOf({ people }, workspaceId, { approvers: everyApprover(policy), groups }, "now");
}
