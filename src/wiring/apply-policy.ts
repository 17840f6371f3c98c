import type { Logger } from "pino";
import type { Tx } from "../platform/queue/transaction.ts";
import { withoutApprovers } from "../policy/rules/living-quorum.ts";
import { findPolicy, isSamePolicy } from "../request/queries/companies.ts";
import {
  findKeptSettings,
  keepSettings,
  type SettingsChange,
} from "../request/queries/kept-settings.ts";
import { savePolicyVersion } from "../request/queries/setups.ts";
import { whyUnsatisfiable } from "../request/rules/approval/approval-policy.ts";
import { everyApprover } from "../request/rules/approval/policy.ts";
import type { PolicyDocument } from "../request/rules/approval/policy-document.ts";
import { afterSetupChange } from "../workspace/set-up/setup-kind.ts";

/** One change by the environment: for the audit, and for the approvers if it replaces something. */
export interface Applied {
  action:
    | "policy-applied"
    | "channel-applied"
    | "connection-applied"
    | "token-applied"
    | "pins-applied";
  facts: Record<string, unknown>;
  tell: SettingsChange | null;
}

export interface Moment {
  /** The id of the workspace. */
  id: string;
  at: string;
}

/**
 * Puts the environment's policy in force, whatever the one before says: this repairs a rule that nobody can satisfy
 * any more. Approvers removed in Slack are left out; a removal that the environment follows is forgotten. Throws, in
 * words for the operator, if too few people are left.
 */
export async function applyPolicy(
  tx: Tx,
  logger: Pick<Logger, "warn">,
  { id, at }: Moment,
  wanted: PolicyDocument,
): Promise<Applied | undefined> {
  const { removedApprovers } = await findKeptSettings(tx.db, id);
  const named = everyApprover(wanted);
  const leftOut = removedApprovers.filter((each) => named.includes(each));
  const returning = removedApprovers.filter((each) => !named.includes(each));
  const { version: from, ...before } = await findPolicy(tx.db, id);
  // The environment names no auditors: those whom people named stay.
  const document = withoutApprovers({ ...wanted, auditors: before.auditors }, leftOut);
  if (leftOut.length > 0) {
    stopIfTooFew(document, leftOut);
    logger.warn({ workspaceId: id, leftOut }, LEFT_OUT);
  }
  await keepSettings(tx.db, id, { removedApprovers: leftOut });

  const isSame = from > 0 && isSamePolicy(before, document);
  const to = isSame ? from : await savePolicyVersion(tx.db, id, document, null, null, at);
  if (!isSame) await afterSetupChange(tx, id, "change-policy");
  if (isSame && leftOut.length === 0 && returning.length === 0) return undefined;
  return {
    action: "policy-applied",
    facts: { from, version: to, document, leftOut, mayReturn: returning },
    tell: from > 0 ? { is: "policy", at, from, to, leftOut, mayReturn: returning } : null,
  };
}

const LEFT_OUT =
  "The environment names approvers who were removed in Slack: the policy applies without them";

function stopIfTooFew({ rules }: Pick<PolicyDocument, "rules">, leftOut: readonly string[]): void {
  for (const rule of rules) {
    const why = whyUnsatisfiable(rule);
    if (why === undefined) continue;
    throw new Error(
      [
        `The environment names ${leftOut.join(", ")} as approvers, who were removed in Slack and are left out. Rule “${rule.name}” has too few people then: ${why}`,
        "  Name others, or require fewer. To bring them back, start once with settings that leave them out, and then with them.",
      ].join("\n"),
    );
  }
}
