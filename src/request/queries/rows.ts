import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import { USUAL_EXPIRY_HOURS } from "../rules/approval/policy.ts";
import type { AuditEntry } from "../rules/audit.ts";
import type { ChangeRequest, RequestEvent, State } from "../rules/change-request.ts";
import { railIdOf } from "../rules/change-request.ts";
import type { Destination } from "../rules/destination.ts";
import { destinationFacts, serviceIdOf } from "../rules/destination.ts";
import { rulesOf } from "../rules/kind-rules.ts";
import { nextStep } from "../rules/next-step.ts";
import type { SeenRail } from "../rules/outcome/seen-rail.ts";
import { hasItsRail } from "../rules/status.ts";
import { subjectOfChange } from "../rules/subject.ts";

/** Our own JSON, written by this file: what comes out is what went in. */
function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** The service may put into an id what a column of text refuses, such as U+0000: escaped as in JSON, it is kept. */
export function toRailKey(railId: string): string {
  return JSON.stringify(railId).slice(1, -1);
}

export function fromRailKey(key: string): string {
  return fromJson(`"${key}"`);
}

export function toRequestRow(request: ChangeRequest): Insertable<Database["requests"]> {
  const { change } = request.content;
  const step = nextStep(request);
  return {
    id: request.id,
    workspace_id: request.workspaceId,
    connection_id: request.connectionId,
    number: request.number,
    version: request.version,
    kind: change.kind,
    status: request.state.status,
    name: change.name.toLowerCase(),
    route: rulesOf(change).route(change),
    destination_service_id: toNullableKey(subjectOfChange(change)?.serviceId ?? null),
    canonical: request.canonical,
    digest: request.digest,
    policy: JSON.stringify(request.policy),
    requested_by: request.requestedBy,
    requested_at: new Date(request.requestedAt),
    expires_at: new Date(request.expiresAt),
    approvals: JSON.stringify(request.approvals),
    wrong_answers: JSON.stringify(request.wrongAnswers),
    attempt: request.attempt,
    state: JSON.stringify(request.state),
    rail_id: railKeyOf(request),
    next_step_at: step ? new Date(step.at) : null,
  };
}

/** The one Rail that was made for a request; `request_rails` knows of all that ever were. */
function railKeyOf(request: ChangeRequest): string | null {
  const railId = hasItsRail(request.state) ? railIdOf(request) : undefined;
  return railId === undefined ? null : toRailKey(railId);
}

/** The content is read from the frozen bytes themselves, so that what is sent is what was approved. */
export function toRequest(row: Selectable<Database["requests"]>): ChangeRequest {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    connectionId: row.connection_id,
    number: row.number,
    version: row.version,
    content: fromJson(row.canonical),
    canonical: row.canonical,
    digest: row.digest,
    policy: { ...POLICY_BEFORE, ...fromJson<ApprovalPolicy>(row.policy) },
    requestedBy: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    approvals: fromJson(row.approvals),
    wrongAnswers: fromJson(row.wrong_answers),
    attempt: row.attempt,
    state: toState(row.state),
  };
}

/** What is asked of the request to which a Rail belongs. */
export function toOwner({
  number,
  canonical,
  state,
}: Pick<Selectable<Database["requests"]>, "number" | "canonical" | "state">): Pick<
  ChangeRequest,
  "number" | "content" | "state"
> {
  return { number, content: fromJson(canonical), state: toState(state) };
}

/** Policies that were frozen before there were rules. */
const POLICY_BEFORE = {
  rule: null,
  groups: [],
  expiresInHours: USUAL_EXPIRY_HOURS,
  remindAfterHours: [],
  facts: { isFirstUse: false, requesterGroups: [] },
} satisfies Partial<ApprovalPolicy>;

/** States that were saved before they said all of it are those of which nothing more was known. */
function toState(json: string): State {
  const state = fromJson<State>(json);
  switch (state.status) {
    case "approved":
      return { ...APPROVED_BEFORE, ...state };
    case "unknown":
      return { ...UNKNOWN_BEFORE, ...state };
    case "needs-a-person":
      return { ...NEEDED_BEFORE, ...state };
    case "voided":
      return { ...VOIDED_BEFORE, ...state };
    case "quarantined":
      return { ...QUARANTINED_BEFORE, ...quarantinedBefore(state), ...state };
    default:
      return state;
  }
}

const APPROVED_BEFORE = { because: null } satisfies Partial<State>;
const UNKNOWN_BEFORE = { failedLooks: 0, trouble: null } satisfies Partial<State>;
const VOIDED_BEFORE = { made: null } satisfies Partial<State>;
const QUARANTINED_BEFORE = { unnamed: 0, because: "differs", was: null } satisfies Partial<State>;

/** How many Rails there are was once told as a difference. */
function quarantinedBefore({
  because,
  railIds,
  unnamed = 0,
  differences,
}: Extract<State, { status: "quarantined" }>): Partial<State> {
  const isCount = differences.some(({ expected }) => expected === "one Rail for this request");
  if (because !== undefined || !isCount) return {};
  return { because: railIds.length + unnamed > 1 ? "several" : "uncalled-for" };
}
const NEEDED_BEFORE = {
  question: "not-shown",
  candidates: [],
  made: null,
} satisfies Partial<State>;

export function toEventRow(
  request: ChangeRequest,
  event: RequestEvent,
  version: number,
): Insertable<Database["request_events"]> {
  return {
    request_id: request.id,
    workspace_id: request.workspaceId,
    connection_id: request.connectionId,
    version,
    type: event.type,
    at: new Date(event.at),
    event: JSON.stringify(event),
  };
}

export function toEvent(row: Pick<Selectable<Database["request_events"]>, "event">): RequestEvent {
  const event = fromJson<RequestEvent>(row.event);
  return event.type === "not-sent" ? { ...NOT_SENT_BEFORE, ...event } : event;
}

const NOT_SENT_BEFORE = { because: null } satisfies Partial<RequestEvent>;

export function toDestinationRow(destination: Destination): Insertable<Database["destinations"]> {
  const { name, network, value } = destinationFacts(destination);
  return {
    id: destination.id,
    workspace_id: destination.workspaceId,
    connection_id: destination.connectionId,
    kind: destination.kind,
    service_id: toRailKey(serviceIdOf(destination)),
    name,
    network,
    value,
    added_by: destination.addedBy,
    approved_by: JSON.stringify(destination.approvedBy),
    added_at: new Date(destination.addedAt),
    usable_from: new Date(destination.usableFrom),
    retired_at: toDate(destination.retiredAt),
    proven_at: toDate(destination.provenAt),
    contradicted_at: toDate(destination.contradictedAt),
    request_id: destination.requestId,
  };
}

export function toDestination(row: Selectable<Database["destinations"]>): Destination {
  const common = {
    id: row.id,
    workspaceId: row.workspace_id,
    connectionId: row.connection_id,
    addedBy: row.added_by,
    approvedBy: fromJson<string[]>(row.approved_by),
    addedAt: row.added_at.toISOString(),
    usableFrom: row.usable_from.toISOString(),
    retiredAt: row.retired_at?.toISOString() ?? null,
    provenAt: row.proven_at?.toISOString() ?? null,
    contradictedAt: row.contradicted_at?.toISOString() ?? null,
    requestId: row.request_id,
  };
  const { name, value } = row;
  const id = fromRailKey(row.service_id);
  return row.kind === "wallet"
    ? {
        ...common,
        kind: "wallet",
        wallet: { id, name, network: row.network ?? "", address: value },
      }
    : { ...common, kind: "bank-account", bankAccount: { id, name, iban: value } };
}

export function toSeenRailRow(
  workspaceId: string,
  connectionId: string,
  seen: SeenRail,
): Insertable<Database["seen_rails"]> {
  return {
    connection_id: connectionId,
    rail_id: toRailKey(seen.railId),
    workspace_id: workspaceId,
    destination_service_id: toNullableKey(seen.destination.serviceId),
    facts: JSON.stringify(seen),
    last_seen_at: new Date(seen.lastSeenAt),
  };
}

export function toSeenRail({ facts }: Pick<Selectable<Database["seen_rails"]>, "facts">): SeenRail {
  return fromJson(facts);
}

export function toNullableKey(id: string | null): string | null {
  return id === null ? null : toRailKey(id);
}

function toDate(iso: string | null): Date | null {
  return iso === null ? null : new Date(iso);
}

export function toAuditRow(entry: AuditEntry): Insertable<Database["audit"]> {
  return {
    workspace_id: entry.workspaceId,
    sequence: entry.sequence,
    at: entry.at,
    actor: entry.actor,
    action: entry.action,
    connection_id: entry.connectionId,
    request_id: entry.requestId,
    facts: entry.facts,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  };
}

export function toAuditEntry(row: Selectable<Database["audit"]>): AuditEntry {
  return {
    workspaceId: row.workspace_id,
    sequence: row.sequence,
    at: row.at,
    actor: row.actor,
    action: row.action,
    connectionId: row.connection_id,
    requestId: row.request_id,
    facts: row.facts,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}
