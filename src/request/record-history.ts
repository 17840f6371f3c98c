import type { Roster } from "../authority/roster.ts";
import type { Tx } from "../platform/queue/transaction.ts";
import { appendAudit } from "./queries/audit.ts";
import type { RowMark } from "./queries/row-macs.ts";
import type { ChangeRequest } from "./rules/change-request.ts";
import type { RequestEvent } from "./rules/request-event.ts";

/** One audit entry for each event, in their order; the last names the codes of the rows that were written. */
export async function recordHistory(
  tx: Tx,
  request: ChangeRequest,
  events: readonly (RequestEvent | { type: "requested"; at: string })[],
  actor: string,
  roster?: Roster,
  marks: readonly RowMark[] = [],
): Promise<void> {
  const entries = events.map((event) => ({
    workspaceId: request.workspaceId,
    connectionId: request.connectionId,
    requestId: request.id,
    at: event.at,
    actor,
    action: event.type,
    facts: JSON.stringify({
      number: request.number,
      digest: request.digest,
      ...event,
      ...(roster && officesAt(event, request, roster)),
    }),
  }));
  const [first, ...more] = entries;
  if (first) await appendAudit(tx.db, [first, ...more], marks);
}

/** The standing of each person who counts for an event, and their groups in the rule, as Slack said then. */
function officesAt(
  event: { type: string; by?: unknown; countedApprovers?: unknown },
  { policy }: ChangeRequest,
  { standings, members }: Roster,
) {
  const isAboutPeople = event.type === "approval-given" || event.type === "sending-started";
  const people = [event.by, event.countedApprovers]
    .flat()
    .filter((each) => typeof each === "string");
  if (!isAboutPeople || people.length === 0) return {};
  const offices = people.map((by) => ({
    by,
    standing: standings.get(by) ?? "not-known",
    groups: policy.groups.filter((group) => members.get(group)?.includes(by)),
  }));
  return { offices };
}
