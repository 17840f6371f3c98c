import type { Authority } from "./authority.ts";
import { ASKED, AT_ONCE, entries, REMEDY, REQUEST, SENT } from "./row-shapes.ts";

/*
 * One row for each thing that can change. Every decision of the app asks this table through `judge.ts` and `quorum.ts`;
 * `docs/authority.md` is printed from it. A model checker fails once any condition of any row is taken away.
 */
export const AUTHORITY = {
  "create-rail": {
    ...REQUEST,
    does: "create a Rail",
    isNotForAdderAlone: true,
    audit: [
      ...SENT,
      ...entries("created not-found-yet verified quarantined"),
      ...entries(
        "instructions-undeliverable instructions-posted rails-made-elsewhere rails-changed",
      ),
    ],
  },
  "whitelist-destination": {
    ...REQUEST,
    does: "whitelist a wallet or bank account",
    audit: [...SENT, "in-force", "proven", "quarantined"],
  },
  "import-destination": {
    ...REQUEST,
    does: "register a destination that the Rail service knows already",
    audit: [...ASKED, "in-force", "proven", "quarantined"],
  },
  "retire-destination": {
    ...REQUEST,
    does: "remove a destination from the register",
    endsWithRequester: false,
    isHeldByFreeze: false,
    audit: [...ASKED, "in-force"],
  },
  "adopt-rail": {
    ...REQUEST,
    does: "adopt a Rail that was created outside Signalbox",
    isNotForAdderAlone: true,
    audit: [...ASKED, "rail-adopted"],
  },
  "end-dispute": {
    ...REQUEST,
    does: "end the dispute about a Rail, so that its deposit instructions are shown again",
    needs: "every-rule",
    audit: [...ASKED, "dispute-ended"],
  },
  "change-policy": {
    ...REQUEST,
    does: "change the policy",
    needs: "touched-rules",
    isSetAtFirst: true,
    keepsRulesSatisfiable: true,
    environment: "sets",
    audit: [...ASKED, "set-up-changed", "policy-set", "policy-applied", "pins-applied"],
  },
  "change-channel": {
    ...REQUEST,
    does: "choose another approvals channel",
    by: "administrator",
    isSetAtFirst: true,
    environment: "sets",
    audit: [...ASKED, "set-up-changed", "channel-set", "channel-applied"],
  },
  "change-connection": {
    ...REQUEST,
    does: "connect another Rail service or company",
    by: "administrator",
    isSetAtFirst: true,
    environment: "sets",
    audit: [...ASKED, "set-up-changed", "connection-set", "connection-applied"],
  },
  "carry-over": {
    ...REQUEST,
    does: "carry the register over to a token whose owner is not proven",
    by: "administrator",
    needs: "every-rule",
    audit: [...ASKED, "set-up-changed"],
  },
  "replace-token": {
    ...AT_ONCE,
    does: "replace the token by another one of the same company, proven by a Rail that both see",
    by: "administrator",
    environment: "sets",
    told: "the administrator",
    audit: ["token-rotated", "token-applied"],
  },
  "remove-token": {
    ...AT_ONCE,
    does: "remove the token",
    by: "administrator",
    told: "the administrator; blocked requests say so on their cards",
    audit: ["token-removed"],
  },
  "remove-approver": {
    ...AT_ONCE,
    does: "remove an approver from every rule",
    by: "administrator",
    keepsRulesSatisfiable: true,
    told: "the approvals channel",
    audit: ["approver-removed"],
  },
  freeze: {
    ...AT_ONCE,
    does: "stop all sending",
    by: "known-approver",
    told: "the approvals channel, or each approver where it cannot be reached",
    audit: ["frozen"],
  },
  resume: {
    ...AT_ONCE,
    does: "agree that sending resumes",
    by: "any-approver",
    needs: "every-rule",
    told: "the approvals channel, or each approver where it cannot be reached",
    audit: ["resume-agreed", "resumed", "rows-signed"],
  },
  "enter-id": {
    ...REMEDY,
    does: "bind the id that a person read at the Rail service to a destination, as an approver of either rule",
    needs: "import-rule-too",
    isHeldByFreeze: true,
    audit: ["remedy-proposed", "remedy-agreed", "in-force"],
  },
  "release-attempt": {
    ...REMEDY,
    does: "allow one more attempt after an unknown outcome",
    audit: ["remedy-proposed", "released"],
  },
  close: {
    ...REMEDY,
    does: "close a request that needs a person",
    audit: ["remedy-proposed", "voided"],
  },
  "link-rail": {
    ...REMEDY,
    does: "name the Rail that a request made; it is compared before it counts",
    needs: "nobody",
    audit: ["linked"],
  },
  "rule-out-rail": {
    ...REMEDY,
    does: "rule out a Rail that the service no longer shows",
    by: "any-approver",
    told: "the approvals channel",
    audit: ["rail-rule-out-proposed", "rail-ruled-out"],
  },
  "ask-requester": {
    ...AT_ONCE,
    does: "ask the requester of a pending request a question",
    by: "any-approver",
    told: "the requester by direct message, and the thread under the card",
    audit: ["question-asked"],
  },
  "report-problem": {
    ...AT_ONCE,
    does: "report a problem with a Rail",
    by: "member",
    told: "the approvals channel",
    audit: ["rail-problem-reported"],
  },
  "dispute-rail": {
    ...AT_ONCE,
    does: "mark a Rail with a reported problem as disputed: its deposit instructions are withheld",
    by: "any-approver",
    told: "the approvals channel",
    audit: ["rail-disputed"],
  },
  review: {
    ...AT_ONCE,
    does: "decide in a review whether a Rail, destination or approver stays",
    by: "any-approver",
    isNotForOwn: true,
    told: "the approvals channel when it begins; the administrators of what was not decided in time",
    audit: ["reviews-begun", "reviewed", "reviews-ended"],
  },
  "open-unapproved": {
    ...AT_ONCE,
    does: "see the deposit instructions of a Rail that nobody approved, with a reason",
    by: "member",
    told: "nobody",
    audit: ["unapproved-instructions-shown"],
  },
  "look-after": {
    ...AT_ONCE,
    does: "see the state of everything, and have failed work tried again",
    by: "any-approver",
    told: "nobody",
    audit: [],
  },
  look: {
    ...AT_ONCE,
    does: "see Rails, destinations, requests and the policy, and check payment details",
    by: "member",
    told: "nobody",
    audit: [],
  },
  "export-audit": {
    ...AT_ONCE,
    does: "export the audit with everything that it proves",
    by: "auditor",
    told: "nobody; the export is an entry of the audit",
    audit: ["audit-exported"],
  },
  "open-set-up": {
    ...AT_ONCE,
    does: "see how the set-up stands, and have the token tried",
    by: "administrator",
    told: "nobody",
    audit: [],
  },
  install: {
    ...AT_ONCE,
    does: "install the app, or install it again",
    by: "slack",
    told: "the installer",
    audit: ["app-installed"],
  },
  "remove-app": {
    ...AT_ONCE,
    does: "remove the app: its tokens go at once, and what waits ends",
    by: "slack",
    told: "nobody: Slack no longer takes messages",
    audit: ["app-removed", "voided"],
  },
  "delete-data": {
    ...AT_ONCE,
    does: "delete the data of a workspace that has left, after the time that the owner of the database set",
    by: "operator",
    told: "nobody",
    audit: [],
  },
} as const satisfies Record<string, Authority>;

/** A thing that can change. Kinds of change have the names that they have on the wire. */
export type Deed = keyof typeof AUTHORITY;

/** Whether the environment may do it. */
export function maySetInEnvironment(deed: Deed): boolean {
  const row: Authority = AUTHORITY[deed];
  return row.environment === "sets";
}
