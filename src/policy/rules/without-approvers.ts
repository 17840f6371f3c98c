import type { PolicyDocument } from "../../request/rules/approval/policy-document.ts";

/** The same rules without these people. A rule that names nobody any more stays: nothing it is for can be approved. */
export function withoutApprovers(
  { rules, coolDownHours }: PolicyDocument,
  userIds: readonly string[],
): PolicyDocument {
  const kept = rules.map((rule) => ({
    ...rule,
    approvers: rule.approvers.filter((each) => !userIds.includes(each)),
    ...(rule.quiet && { quiet: rule.quiet.filter((each) => !userIds.includes(each)) }),
  }));
  return { rules: kept, coolDownHours };
}
