import type { AuditEntry } from "../../request/rules/audit.ts";
import type { ChangeRequest } from "../../request/rules/change-request.ts";
import { railIdOf } from "../../request/rules/change-request.ts";
import { evolve } from "../../request/rules/evolve.ts";
import type { RequestEvent } from "../../request/rules/request-event.ts";

/** The entry of the audit, with its facts read. */
interface Happened extends Pick<AuditEntry, "sequence" | "at" | "actor" | "action"> {
  facts: { readonly [name: string]: unknown };
}

/**
 * All that is known of one request at the end of a period, from its frozen content and its entries. Only the rule comes from
 * the row: `isAsWritten` says whether that row has the code that the audit names.
 */
export function dossierOf(
  request: ChangeRequest,
  isAsWritten: boolean,
  entries: readonly AuditEntry[],
) {
  const history = entries.map(happened);
  const atEnd = atTheEnd(request, history);
  const of = (...actions: readonly string[]) =>
    history.filter(({ action }) => actions.includes(action));
  const { change, connection, askedIn, policyVersion, requestedBy } = request.content;
  return {
    request: `R-${request.number}`,
    id: request.id,
    kind: change.kind,
    name: change.name,
    requestedBy,
    requestedAt: of("requested")[0]?.at ?? request.requestedAt,
    askedIn,
    connection,
    approvedBytes: { file: "approved.json", sha256: request.digest },
    policy: { version: policyVersion, ruleThen: request.policy },
    isRowAsWritten: isAsWritten,
    statusAtTheEnd: atEnd.state.status,
    railId: railIdOf(atEnd) ?? null,
    shownAndApproved: of("approval-given", "approvals-lapsed", "wrong-answer"),
    stopped: of("denied", "withdrawn", "expired", "voided"),
    claims: of("sending-started", "not-sent", "blocked"),
    outcomes: of(
      "created",
      "refused",
      "outcome-unknown",
      "in-force",
      "set-up-changed",
      "rail-adopted",
      "dispute-ended",
      "gave-up",
    ),
    peopleDecided: of("remedy-proposed", "remedy-agreed", "released", "linked"),
    readBack: of("verified", "quarantined", "not-found-yet", "scanned-clean", "proven"),
    instructions: of("instructions-posted", "instructions-undeliverable"),
    entries: history.map(({ sequence }) => sequence),
    history,
  };
}

export type Dossier = ReturnType<typeof dossierOf>;

function happened({ sequence, at, actor, action, facts }: AuditEntry): Happened {
  return { sequence, at, actor, action, facts: JSON.parse(facts) };
}

const atFirst = (request: ChangeRequest): ChangeRequest => ({
  ...request,
  version: 0,
  approvals: [],
  wrongAnswers: {},
  attempt: 0,
  state: { status: "pending" },
});

function atTheEnd(request: ChangeRequest, history: readonly Happened[]): ChangeRequest {
  return history
    .filter(({ action }) => action !== "requested")
    .reduce((now, { facts }) => evolve(now, facts as RequestEvent), atFirst(request));
}
