/** The role that may propose something, or do it at once if nobody has to agree. */
export type Role =
  /** Any active full member of the workspace: no guest, bot or person of another organisation. */
  | "member"
  /** An active approver named by the rule that decides, when it was asked for and now. */
  | "approver"
  /** An active approver named by any rule in force. */
  | "any-approver"
  /** The same, also while Slack is silent: its last answer is enough, unless a deactivation or removal is known. */
  | "known-approver"
  /** An active administrator or owner of the workspace; before the first set-up is complete also its first installer. */
  | "administrator"
  /** The same, or an active member whom the policy in force names as an auditor. An auditor only reads. */
  | "auditor"
  /** The people who set the environment of the process, or own the database. */
  | "operator"
  /** Anybody whom Slack permits. Signalbox only hears of it. */
  | "slack";

/** The agreement that a thing takes. People who asked for it or proposed it never count. */
export type Agreement =
  | "nobody"
  /** One more approver. */
  | "one-other"
  /** The quorum of the rule that decides: the stricter of when it was asked for and now. */
  | "deciding-rule"
  /** That, and the quorum of the rule that decides about an import of the same destination. */
  | "import-rule-too"
  /** The quorum of the rule that decides, and of each rule that a new policy adds to, alters or removes, by its old text. */
  | "touched-rules"
  /** The quorum of each rule in force. */
  | "every-rule";

export interface Authority {
  /** Continues a sentence after *may*. */
  does: string;
  by: Role;
  needs: Agreement;
  /** May stop it until the claim; the requester may withdraw it. Null: there is no time to stop it. */
  stoppedBy: "known-approver" | null;
  /** It is void once Slack says for certain that its requester has left. */
  endsWithRequester: boolean;
  isHeldByFreeze: boolean;
  /** Administrators do it at once until the first set-up is complete: nobody can agree yet. */
  isSetAtFirst: boolean;
  /** The first use of a destination needs somebody besides the one person who added it. */
  isNotForAdderAlone: boolean;
  /** Takes somebody who did not ask for the thing that it is about, and does not use it alone. */
  isNotForOwn: boolean;
  /** Refused where it would leave a rule that nobody can satisfy. */
  keepsRulesSatisfiable: boolean;
  /** Whether the environment may set it; then people in Slack can tighten it, never loosen it. */
  environment: "sets" | "never";
  told: string;
  /** Its entries in the audit. */
  audit: readonly string[];
}
