import type { Roster } from "../authority/roster.ts";
import type { Click } from "../platform/slack/intake/delivery.ts";
import { isFirstDelivery } from "../platform/slack/intake/delivery.ts";
import type { Context } from "../request/context.ts";
import { appendAudit } from "../request/queries/audit.ts";
import { findPolicy, lockSetup } from "../request/queries/companies.ts";
import { findKeptSettings, keepSettings } from "../request/queries/kept-settings.ts";
import { keepNotice } from "../request/queries/notices.ts";
import { findSetup, savePolicyVersion } from "../request/queries/setups.ts";
import { everyApprover, everyGroup, groupsAskedAbout } from "../request/rules/approval/policy.ts";
import { setupRows, trustInSetup } from "../request/sign-rows.ts";
import { afterSetupChange } from "../workspace/set-up/setup-kind.ts";
import { livingOf } from "./living.ts";
import type { Unsatisfiable } from "./rules/living-quorum.ts";
import { leftUnsatisfiable, withoutApprovers } from "./rules/living-quorum.ts";

export interface Removal extends Click {
  /** The approver, a Slack user id. */
  userId: string;
}

export type Removed =
  | { ok: true; version: number; rules: readonly string[] }
  | { ok: false; because: "seen-before" }
  | { ok: false; because: "not-an-approver" }
  /** Rules that nobody could satisfy any more, by Slack's word on who counts. */
  | { ok: false; because: "too-few-left"; rules: readonly Unsatisfiable[] };

/**
 * Removes a person from every rule at once, without approval, since that only asks for more. Their approvals lapse at
 * the claim. Refused if nobody could then satisfy a rule: one administrator must not silence the approvers. Throws a
 * `StoreError` `row-changed` if the set-up is not as Signalbox wrote it.
 */
export async function removeApprover(
  context: Pick<Context, "db" | "transaction" | "seal" | "people" | "clock">,
  { workspaceId, by, userId, delivery }: Removal,
): Promise<Removed> {
  const { transaction, seal, clock } = context;
  const living = await livingNow(context, workspaceId);
  return transaction(async (tx): Promise<Removed> => {
    const at = clock();
    if (!(await isFirstDelivery(tx.db, delivery, at))) return { ok: false, because: "seen-before" };
    await lockSetup(tx.db, workspaceId);
    const trust = await trustInSetup(tx.db, seal, workspaceId);
    const { version: _, ...before } = await findPolicy(tx.db, workspaceId);
    const rules = before.rules.filter(({ approvers }) => approvers.includes(userId));
    if (rules.length === 0) return { ok: false, because: "not-an-approver" };

    const document = withoutApprovers(before, [userId]);
    // A person named since the look-up does not count, so a simultaneous removal leaves nobody short.
    const short = leftUnsatisfiable(before, userId, living);
    if (short.length > 0) return { ok: false, because: "too-few-left", rules: short };

    const version = await savePolicyVersion(tx.db, workspaceId, document, by, null, at);
    const { connection } = await findSetup(tx.db, workspaceId);
    const names = rules.map(({ name }) => name);
    const entry = {
      workspaceId,
      connectionId: connection?.id ?? "",
      requestId: null,
      at,
      actor: by,
      action: "approver-removed",
      facts: JSON.stringify({ version, userId, rules: names }),
    };
    await appendAudit(tx.db, entry, trust.sign(await setupRows(tx.db, workspaceId)));
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
  { db, people }: Pick<Context, "db" | "people">,
  workspaceId: string,
): Promise<Roster> {
  const policy = await findPolicy(db, workspaceId);
  const groups = [...everyGroup(policy), ...groupsAskedAbout(policy)];
  return livingOf({ people }, workspaceId, { approvers: everyApprover(policy), groups }, "now");
}
