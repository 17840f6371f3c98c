import { csvRow } from "../../platform/text/csv.ts";
import type { AuditEntry } from "../../request/rules/audit.ts";

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
