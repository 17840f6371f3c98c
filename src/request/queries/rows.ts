import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import type { PaymentDetail } from "../../platform/payment-details/payment-detail.ts";
import type { ApprovalPolicy } from "../rules/approval/approval-policy.ts";
import type { ChangeRequest, State } from "../rules/change-request.ts";
import { railIdOf } from "../rules/change-request.ts";
import { digestOf } from "../rules/digest.ts";
import { rulesOf, subjectOfChange } from "../rules/kind-rules.ts";
import { nextStep } from "../rules/next-step.ts";
import type { MarkedDispute, ReportedProblem, SeenRail } from "../rules/outcome/seen-rail.ts";
import type { RequestEvent } from "../rules/request-event.ts";
import { hasItsRail } from "../rules/status.ts";

/** Our own JSON, written by this file: what comes out is what went in. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

/** Text columns refuse characters that the service may put into an id, such as U+0000, so ids are escaped as in JSON. */
export function toRailKey(railId: string): string {
  return JSON.stringify(railId).slice(1, -1);
}

export function fromRailKey(key: string): string {
  return key.includes("\\") ? fromJson(`"${key}"`) : key;
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
    wrong_answers: JSON.stringify({
      ...request.wrongAnswers,
      ...(request.caseSlips && { [SLIPS]: request.caseSlips }),
    }),
    attempt: request.attempt,
    state: JSON.stringify(request.state),
    rail_id: railKeyOf(request),
    next_step_at: step ? new Date(step.at) : null,
  };
}

/** The one Rail made for a request; `request_rails` knows all that ever were. */
function railKeyOf(request: ChangeRequest): string | null {
  const railId = hasItsRail(request.state) ? railIdOf(request) : undefined;
  return railId === undefined ? null : toRailKey(railId);
}

/** A request is read from these columns; the others are for finding it. */
export const REQUEST_COLUMNS = [
  ...(["id", "workspace_id", "connection_id", "number", "version", "canonical"] as const),
  ...(["digest", "policy", "requested_by", "requested_at", "expires_at", "approvals"] as const),
  ...(["wrong_answers", "attempt", "state"] as const),
] as const;

type RequestRow = Pick<Selectable<Database["requests"]>, (typeof REQUEST_COLUMNS)[number]>;

/** The content comes from the frozen bytes themselves, so that we send what was approved. */
export function toRequest(row: RequestRow): ChangeRequest {
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
    ...toAnswers(row.wrong_answers),
    attempt: row.attempt,
    state: toState(row.state),
  };
}

/** In the same column as the ids of people. */
const SLIPS = "case-slips";

function toAnswers(column: string): Pick<ChangeRequest, "wrongAnswers" | "caseSlips"> {
  const { [SLIPS]: caseSlips, ...wrongAnswers } = fromJson<
    Record<string, number> & { [SLIPS]?: Record<string, number> }
  >(column);
  return { wrongAnswers, ...(caseSlips && { caseSlips }) };
}

/** The part of a request that the owner of a Rail needs. */
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

/** Completes policies that were frozen before there were rules: a day it was then, whatever is usual now. */
const POLICY_BEFORE = {
  rule: null,
  groups: [],
  expiresInHours: 24,
  remindAfterHours: [],
  facts: { isFirstUse: false, requesterGroups: [] },
} satisfies Partial<ApprovalPolicy>;

/** A state saved by a former release says less: what it lacks counts as not known. */
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
const NEEDED_BEFORE = {
  question: "not-shown",
  candidates: [],
  made: null,
} satisfies Partial<State>;
const VOIDED_BEFORE = { made: null } satisfies Partial<State>;
const QUARANTINED_BEFORE = { unnamed: 0, because: "differs", was: null } satisfies Partial<State>;

/** Former releases told the number of Rails as a difference. */
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

export function toSeenRailRow(
  workspaceId: string,
  connectionId: string,
  seen: SeenRail,
  hasAgreed: boolean,
): Insertable<Database["seen_rails"]> {
  return {
    connection_id: connectionId,
    rail_id: toRailKey(seen.railId),
    workspace_id: workspaceId,
    destination_service_id: toNullableKey(seen.destination.serviceId),
    facts: JSON.stringify(seen),
    last_seen_at: new Date(seen.lastSeenAt),
    agreed_at: hasAgreed ? new Date(seen.lastSeenAt) : null,
    source_digest: valueDigest(seen.source.detail),
    destination_digest: valueDigest(seen.destination.detail),
  };
}

/** By which a value is found, in one spelling of it. */
export function valueDigest(detail: PaymentDetail | null): string {
  return digestOf(JSON.stringify(detail && [detail.kind, detail.value]));
}

/** With its dispute where that was read too. */
export function toSeenRail({
  facts,
  dispute = null,
}: Pick<Selectable<Database["seen_rails"]>, "facts"> & { dispute?: string | null }): SeenRail {
  const marked = dispute === null ? undefined : markedIn(fromJson(dispute));
  return { ...fromJson<SeenRail>(facts), ...(marked && { dispute: marked }) };
}

/** Undefined unless an approver has marked it. */
export function markedIn(problem: ReportedProblem | MarkedDispute): MarkedDispute | undefined {
  return "at" in problem ? problem : undefined;
}

/** Whether a member reported a problem, and no approver has marked it as disputed. */
export function isReported(problem: string | null): boolean {
  return problem !== null && markedIn(fromJson(problem)) === undefined;
}

export function toNullableKey(id: string | null): string | null {
  return id === null ? null : toRailKey(id);
}
