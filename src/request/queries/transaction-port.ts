import type { Pins } from "../../authority/pins.ts";
import type { Destination } from "../../destination/rules/destination.ts";
import type { Freeze } from "../../freeze/rules/decide-freeze.ts";
import type { QueuedJob } from "../../platform/queue/job.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Policy } from "../rules/approval/policy.ts";
import type { PolicyDocument } from "../rules/approval/policy-document.ts";
import type { AuditEntry } from "../rules/audit.ts";
import type { Change, Connection, DestinationDetails } from "../rules/change.ts";
import type { ChangeRequest, DestinationRequest, RequestEvent } from "../rules/change-request.ts";
import type { JobName } from "../rules/next-step.ts";
import type { Ruling, SeenEnd, SeenRail } from "../rules/outcome/seen-rail.ts";
import type { KeptSettings } from "./kept-settings.ts";
import type { News } from "./notices.ts";

/** A form that a person has filled in and not yet submitted. It becomes the request of the same id. */
export interface Draft {
  id: string;
  workspaceId: string;
  connectionId: string;
  createdBy: string;
  askedIn: string;
  change: Change;
}

/** What people have chosen for a workspace. */
export interface WorkspaceSetup {
  approvalsChannel: string | null;
  /** Since when, ISO 8601, every change of the set-up is asked for; null before the first set-up is whole. */
  setUpAt: string | null;
  /** Of the policy in force; 0 before the first one. */
  policyVersion: number;
  /** False where nobody may approve anything: before the first set-up, and after the app was installed again. */
  hasRules: boolean;
  /** The current one. */
  connection: ConnectionSummary | null;
}

/** A policy that is or was in force. */
export interface PolicyVersion extends Policy {
  /** ISO 8601. */
  since: string;
  /** A Slack user id; null for the environment. */
  by: string | null;
  /** By which it came into force; null where it was set without asking. */
  requestId: string | null;
}

/** A connection without its token. */
export interface ConnectionSummary extends Connection {
  /** As the operator calls it; empty where it was set by the environment. */
  name: string;
  /** Of its token; null where none is kept, as after it was removed. */
  lastFour: string | null;
}

/** What would be carried over to the current connection, from the one whose place it has taken. */
export interface Predecessor {
  connection: Connection;
  destinations: number;
  /** That wait. */
  requests: number;
}

/** What a rule is told of the company around a request, inside a transaction and outside. */
export interface RegisterReader {
  /** What the environment sets, for good: Slack may only tighten it. */
  pins: Pins;
  findDestinationByServiceId(
    connectionId: string,
    serviceId: string,
  ): Promise<Destination | undefined>;
  findDestinationByDetails(
    connectionId: string,
    details: DestinationDetails,
  ): Promise<Destination | undefined>;
  /** The open request about this very destination: to whitelist, import or retire it. */
  findOpenRequestAbout(
    connectionId: string,
    details: DestinationDetails,
  ): Promise<DestinationRequest | undefined>;
  countRailsInto(connectionId: string, serviceId: string): Promise<number>;
  /** The destination with this id as a Rail showed it last; undefined when none has. */
  findSeenDestination(connectionId: string, serviceId: string): Promise<SeenEnd | undefined>;
  /** Those to which one of these Rails was ever known to belong. */
  findRequestsByRailIds(connectionId: string, railIds: readonly string[]): Promise<ChangeRequest[]>;
  /** Within a transaction it stays as it is until that ends. */
  currentFreeze(workspaceId: string): Promise<Freeze>;
  policyInForce(workspaceId: string): Promise<Policy>;
  /** Throws where there is none. */
  currentConnection(workspaceId: string): Promise<Connection>;
  setupOf(workspaceId: string): Promise<WorkspaceSetup>;
  /** Of this workspace, whether or not it is current. */
  findConnection(workspaceId: string, connectionId: string): Promise<ConnectionSummary | undefined>;
  /** False for another token, for none, and where no key opens the one that is kept. */
  isTokenKept(workspaceId: string, connection: Connection, token: string): Promise<boolean>;
  /** Whether nothing at all hangs on a connection, so that nothing could be inherited by it. */
  isConnectionBlank(connectionId: string): Promise<boolean>;
  /** Whether a connection holds what waits there: another one has taken its place whose token nobody has proven. */
  isHeld(workspaceId: string, connectionId: string): Promise<boolean>;
  /** Undefined where there never was such a version. */
  findPolicyVersion(workspaceId: string, version: number): Promise<Policy | undefined>;
}

/** A Rail that the service has shown before, and not in the last whole list. */
export interface VanishedRail {
  rail: SeenRail;
  /** What approvers said of it; null where nobody proposed anything since it was last seen. */
  ruling: Ruling | null;
  /** Of the request that it was made for; null where nobody approved it here. */
  requestNumber: number | null;
}

/** One transaction: what is done in it is saved together or not at all. Never wait for the network inside. */
export interface Transaction extends RegisterReader {
  /** False when this delivery from Slack has been dealt with before. */
  isFirstDelivery(key: string, at: string): Promise<boolean>;
  /** Until the transaction ends, so that of two who add the same destination at once the second sees the first. */
  lockWorkspace(workspaceId: string): Promise<void>;
  /**
   * Until the transaction ends, so that of two who change the set-up at once the second sees the first. Whoever claims at
   * the same time waits, or has claimed before: they hold the freeze.
   */
  lockSetup(workspaceId: string): Promise<void>;
  /** The request, locked until the transaction ends. */
  lockRequest(ref: RequestRef): Promise<ChangeRequest | undefined>;
  /** The freeze, locked until the transaction ends: whoever claims at the same time waits, or has claimed before. */
  lockFreeze(workspaceId: string): Promise<Freeze>;
  saveFreeze(workspaceId: string, freeze: Freeze): Promise<void>;
  /** The database is an older one: nobody knows any more what was claimed, nor what the cards and instructions show. */
  noteRestored(workspaceId: string, at: string): Promise<void>;
  /** Everything of a workspace that a freeze holds up. */
  listMindingFreeze(workspaceId: string): Promise<ChangeRequest[]>;
  /** Those that have not ended, newest first. */
  listOpenRequests(workspaceId: string): Promise<ChangeRequest[]>;
  /** As it is until the transaction ends; undefined for a Rail that the last whole list shows. */
  lockVanishedRail(connectionId: string, railId: string): Promise<VanishedRail | undefined>;
  saveRuling(connectionId: string, railId: string, ruling: Ruling): Promise<void>;
  /** All that have not ended, and those of them that this person asked for. */
  countOpenRequests(workspaceId: string, by: string): Promise<{ mine: number; all: number }>;
  nextRequestNumber(workspaceId: string): Promise<number>;
  /** Throws when a request of this id exists. */
  insertRequest(request: ChangeRequest, events: readonly RequestEvent[]): Promise<void>;
  /** Throws a `StoreError` `conflict` when the stored version is not `before.version`. */
  saveRequest(
    before: ChangeRequest,
    after: ChangeRequest,
    events: readonly RequestEvent[],
  ): Promise<void>;
  appendAudit(entry: Omit<AuditEntry, "sequence" | "previousHash" | "hash">): Promise<void>;
  /** The approvers are told. */
  keepNotice(workspaceId: string, news: News, since: string): Promise<void>;
  /** Returns those of these Rails that were not noted before. */
  noteRails(connectionId: string, railIds: readonly string[], at: string): Promise<string[]>;
  /** Keeps how many Rails of the last whole list cannot be read, and returns how many it was before. */
  replaceUnreadable(connectionId: string, count: number): Promise<number>;
  /** The draft, locked until the transaction ends, so that submitting it twice makes one request. */
  lockDraft(workspaceId: string, draftId: string): Promise<Draft | undefined>;
  /**
   * Keeps the next version of the policy and returns its number. `by`: a Slack user id, or null for the environment;
   * `requestId`: of the request by which it comes into force. The workspace is locked.
   */
  savePolicyVersion(
    workspaceId: string,
    document: PolicyDocument,
    by: string | null,
    requestId: string | null,
    at: string,
  ): Promise<number>;
  saveApprovalsChannel(workspaceId: string, channelId: string): Promise<void>;
  keptSettings(workspaceId: string): Promise<KeptSettings>;
  /** What is left out stays as it is. The workspace is locked. */
  keepSettings(workspaceId: string, kept: Partial<KeptSettings>): Promise<void>;
  /** Seals a token for its connection, which becomes neither current nor stops being so. */
  keepToken(
    workspaceId: string,
    connection: ConnectionSummary & { lastFour: string },
    token: string,
    at: string,
  ): Promise<void>;
  /** `isHolding`: the connection before holds what waits there. Throws where the workspace has no such connection. */
  makeConnectionCurrent(
    workspaceId: string,
    connectionId: string,
    isHolding?: boolean,
  ): Promise<void>;
  /** Nothing is held any longer. */
  endHold(workspaceId: string): Promise<void>;
  /** In the place of the token that is there; `from` stays without one. Throws where they are not of one address, and `cannot-unseal`. */
  moveToken(workspaceId: string, from: string, to: string): Promise<void>;
  /** The connection stays, without its token. */
  dropToken(workspaceId: string, connectionId: string): Promise<void>;
  /** Notes once, at this time, that policy, channel and connection are all there; does nothing while they are not. */
  noteSetUp(workspaceId: string, at: string): Promise<void>;
  /** Nobody knows any more what the cards show of what still waits, so that the sweep has them drawn anew. */
  forgetWaitingCards(workspaceId: string): Promise<void>;
  /** Requests for Rails into this destination to which nothing was sent yet. */
  listWaitingRequestsInto(connectionId: string, serviceId: string): Promise<RequestRef[]>;
  /** Beside a retired one with the same id of the service; throws where one in use has it. */
  insertDestination(destination: Destination): Promise<void>;
  /** The first time stands: a mark is never moved or taken away. */
  markDestination(
    connectionId: string,
    destinationId: string,
    mark: DestinationMark,
    at: string,
  ): Promise<void>;
  /** The only way to enqueue a job: it becomes visible with the state that it follows from. */
  enqueue(job: QueuedJob<JobName>): Promise<void>;
}

export type DestinationMark = "retired" | "proven" | "contradicted";
