import { csvRow } from "../../platform/text/csv.ts";
import type { ReviewItem } from "../../request/rules/approval/review.ts";
import { factsOfReview } from "../../request/rules/approval/review.ts";
import type { AuditEntry } from "../../request/rules/audit.ts";
import type { Rules } from "../policies-in-force.ts";
import type { Dossier } from "./dossier.ts";

/** Tables that hold some of the entries, one a row. */
export const ENTRY_TABLES: Record<string, (entry: AuditEntry) => boolean> = {
  "approver-changes.csv": ({ action }) => SET_UP.has(action),
  "freezes.csv": ({ action }) => FREEZES.has(action),
  "exceptions.csv": ({ action, facts }) =>
    EXCEPTIONS.has(action) ||
    (action === "sending-started" && JSON.parse(facts).attempt > 1) ||
    (action === "reviews-ended" && JSON.parse(facts).items.length > 0),
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const SET_UP = words(
  "set-up-changed policy-set policy-applied pins-applied approver-removed channel-set channel-applied connection-set connection-applied token-rotated token-applied token-removed app-installed app-removed",
);
const REVIEWS = words("reviews-begun reviewed reviews-ended");
const FREEZES = words("frozen resume-agreed resumed");
const EXCEPTIONS = words(
  "released remedy-proposed remedy-agreed linked gave-up quarantined rails-made-elsewhere rails-changed rail-rule-out-proposed rail-ruled-out rail-problem-reported rail-disputed rail-adopted dispute-ended unapproved-instructions-shown audit-exported",
);

export const ENTRY_HEAD = csvRow(["entry", "at", "actor", "action", "request_id", "facts"]);

export const entryRow = ({ sequence, at, actor, action, requestId, facts }: AuditEntry) =>
  csvRow([sequence, at, actor, action, requestId, facts]);

export const REVIEWS_HEAD = csvRow([
  ...["entry", "at", "actor", "review_from", "review_to", "kind", "id", "decision", "reason"],
]);

/** One row for each thing that came up, for each decision, and for each thing that nobody decided about in time. */
export function reviewRows({ sequence, at, actor, action, facts }: AuditEntry): string {
  if (!REVIEWS.has(action)) return "";
  const entry = factsOfReview({ action, facts });
  const [to, reason] = entry.action === "reviewed" ? [null, entry.reason] : [entry.to, null];
  const row = ({ kind, ref }: ReviewItem, decision: string) =>
    csvRow([sequence, at, actor, entry.from, to, kind, ref, decision, reason]);
  const rows =
    entry.action === "reviewed"
      ? entry.items.map((item) => row(item, item.verdict))
      : entry.items.map((item) => row(item, WITHOUT_DECISION[entry.action]));
  return rows.join("");
}

const WITHOUT_DECISION = { "reviews-begun": "came up", "reviews-ended": "NOT DECIDED" };

export const REQUESTS_HEAD = csvRow([
  ...["request", "id", "kind", "name", "requested_by", "requested_at", "policy_version", "rule"],
  ...["approvals_required", "status", "approved_by", "denied_by", "attempts", "rail_id"],
  ...["sha256_of_approved", "first_entry", "last_entry"],
]);

export function requestRow(dossier: Dossier): string {
  const { request, id, kind, name, requestedBy, requestedAt, policy, entries } = dossier;
  return csvRow([
    ...[request, id, kind, name, requestedBy, requestedAt, policy.version, policy.ruleThen.rule],
    ...[policy.ruleThen.approvalsRequired, dossier.statusAtTheEnd, approversOf(dossier).join(" ")],
    dossier.stopped.find(({ action }) => action === "denied")?.actor,
    dossier.claims.filter(({ action }) => action === "sending-started").length,
    ...[dossier.railId, dossier.approvedBytes.sha256, entries[0], entries.at(-1)],
  ]);
}

export const SEGREGATION_HEAD = csvRow([
  ...["request", "requested_by", "approved_by", "approved_own_request", "policy_version"],
  ...["rules_requested_by", "rules_approved_by", "rules_made_by_requester_or_approver"],
]);

/** The requester, the approvers, and the people who made the rules that applied. */
export function segregationRow(dossier: Dossier, rules: Rules | undefined): string {
  const approvers = approversOf(dossier);
  const people = [dossier.requestedBy, ...approvers];
  const makers = [rules?.requestedBy ?? "", ...(rules?.approvedBy ?? [])];
  const both = people.filter((person) => makers.includes(person));
  return csvRow([
    ...[dossier.request, dossier.requestedBy, approvers.join(" ")],
    approvers.includes(dossier.requestedBy) ? "YES" : "no",
    ...[dossier.policy.version, rules?.requestedBy, rules?.approvedBy.join(" ")],
    both.length === 0 ? "no" : `yes: ${[...new Set(both)].join(" ")}`,
  ]);
}

/** The people whose approval had not lapsed at the end. */
function approversOf({ shownAndApproved }: Dossier): string[] {
  const given = new Set<string>();
  for (const { action, actor, facts } of shownAndApproved) {
    if (action === "approval-given") given.add(actor);
    if (action !== "approvals-lapsed") continue;
    for (const by of (facts as { of?: readonly string[] }).of ?? []) given.delete(by);
  }
  return [...given];
}

/** Actors that are no people. */
const NOT_A_PERSON = new Set(["signalbox", "environment", "slack", "operator"]);

/** The people of an export and how much each did. Everything else in it names people by their Slack ids alone. */
export function countingPeople() {
  const people = new Map<string, { requested: number; approved: number; others: number }>();
  return {
    count({ actor, action }: AuditEntry): void {
      if (NOT_A_PERSON.has(actor)) return;
      const person = people.get(actor) ?? { requested: 0, approved: 0, others: 0 };
      if (action === "requested") person.requested += 1;
      else if (action === "approval-given") person.approved += 1;
      else person.others += 1;
      people.set(actor, person);
    },
    table(): string {
      const rows = [...people]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([id, { requested, approved, others }]) =>
          csvRow([id, "", requested, approved, others]),
        );
      return [csvRow(["slack_id", "name", "requested", "approved", "other_entries"]), ...rows].join(
        "",
      );
    },
  };
}
