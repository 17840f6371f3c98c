import type { Agreement, Authority, Role } from "../../src/authority/authority.ts";
import { AUTHORITY } from "../../src/authority/table.ts";

const BY: Record<Role, string> = {
  member: "any active full member",
  approver: "an active approver of the rule that decides",
  "any-approver": "an active approver of any rule",
  "known-approver": "an approver of any rule, also while Slack is silent",
  administrator:
    "an administrator or owner; until the first set-up is complete the first installer, too",
  auditor:
    "an administrator or owner, or an active auditor whom the policy names; until the first set-up is complete the first installer, too",
  operator: "the operator of Signalbox",
  slack: "whomever Slack lets",
};

const NEEDS: Record<Agreement, string> = {
  nobody: "nobody: at once",
  "one-other": "one approver more",
  "deciding-rule": "the quorum of the rule that decides, then and now",
  "import-rule-too":
    "that, and the quorum of the rule that decides about an import of the same destination",
  "touched-rules":
    "the quorum of the rule that decides, and of each rule that it touches, by its old text",
  "every-rule": "the quorum of each rule in force",
};

function limitsOf(row: Authority): string {
  const limits = [
    row.isHeldByFreeze && "waits while sending is frozen",
    row.endsWithRequester && "void once its requester has left",
    row.isSetAtFirst && "administrators set it at once until the first set-up is complete",
    row.isNotForAdderAlone && "the first use of a destination takes somebody besides its adder",
    row.isNotForOwn && "takes somebody who did not ask for it, and does not use it alone",
    row.keepsRulesSatisfiable && "refused where a rule would be left that nobody can satisfy",
    row.environment === "sets" &&
      "the environment may set it, and tells the approvers; then Slack can only tighten a policy, and change nothing else",
  ].filter((each) => each !== false);
  return limits.length === 0 ? "–" : limits.join("; ");
}

/** `docs/authority.md`, whole. */
export function printAuthority(): string {
  const rows = Object.entries<Authority>(AUTHORITY).map(([deed, row]) => {
    const stopped = row.stoppedBy ? "any approver (deny) or the requester (withdraw)" : "–";
    const cells = [
      `**${deed}**: ${row.does}`,
      BY[row.by],
      NEEDS[row.needs],
      stopped,
      limitsOf(row),
      row.told,
      row.audit.map((each) => `\`${each}\``).join(", ") || "–",
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return `# Who may do what

Printed from the one table that decides, \`src/authority/table.ts\`, by \`npm run authority\`. A test keeps it current. Do
not edit it by hand.

- Nobody counts for what they asked for or proposed, by any of their accounts. Two accounts of one person count once.
- An approval counts if its giver was named when the change was asked for and is named now, by name or as a member of a group
  at both moments, with an active account.
- "Then and now": of the rule frozen in the request and the rule in force the stricter counts, again at the claim. A rule in
  force that asks about a user group which nobody asked about at the request might decide: it counts beside them.
- The first set-up is complete for the policy and the connection once rules and a connection are in force, and for the channel
  once one is chosen, too. Until then the rules' approvers are told what one person sets at once.
- A request can be stopped until the claim, the moment before it is sent or takes effect.
- There is no second factor: an approval is as safe as the Slack session that gives it.

| What | Who may propose or do it | Whose agreement it takes | Who may stop it | Limits | Who is told | Entries in the audit |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}
