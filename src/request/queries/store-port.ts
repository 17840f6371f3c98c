import type { Destination } from "../../destination/rules/destination.ts";
import type { KnownValue } from "../../destination/rules/known-value.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { Rail, RailSpec } from "../../platform/rail-api/rules/rail.ts";
import type { QuorumWatch } from "../../policy/rules/quorum-health.ts";
import type { AuditEntry } from "../rules/audit.ts";
import type { Environment } from "../rules/change.ts";
import type { ChangeRequest, DestinationRequest, RequestEvent } from "../rules/change-request.ts";
import type { SeenRail } from "../rules/outcome/seen-rail.ts";
import type { AcknowledgedClick } from "./acknowledged-clicks.ts";
import type { KeptSettings } from "./kept-settings.ts";
import type { Mark } from "./marker.ts";
import type { Notice } from "./notices.ts";
import type { MessageKind, PostedMessage } from "./posted-message.ts";
import type {
  ConnectionSummary,
  Draft,
  PolicyVersion,
  Predecessor,
  RegisterReader,
  Transaction,
  VanishedRail,
} from "./transaction-port.ts";

export interface DestinationFilter {
  kind?: Destination["kind"];
  /** ISO 8601; those that are neither retired nor contradicted, whether or not their cool-down is over. */
  isNotEnded?: boolean;
}

/** A Rail that delivers into a destination: one of ours, or one made elsewhere that the service has shown. */
export interface RailInto {
  railId: string;
  /** Ours; null when the Rail was made elsewhere. */
  name: string | null;
  /** When the service last showed it; null when it has not since it was created. */
  lastSeenAt: string | null;
}

/** A Rail as it is known, wherever it was made. */
export interface KnownRail {
  railId: string;
  /** Ours; null when the Rail was made elsewhere. */
  name: string | null;
  /** Of the request that it was made for. */
  requestNumber: number | null;
  type: Rail["type"];
  sourceAsset: string;
  destinationAsset: string;
  /** The service's own name for it. */
  destinationName: string;
}

/** The App Home as it stands before one person. */
export interface OpenedHome {
  /** The direct message with them. */
  channelId: string;
  /** Of what was drawn last: Slack takes it for the newest only with this. */
  hash: string | null;
}

export interface DueQuorumWatch extends QuorumWatch {
  workspaceId: string;
  /** Nobody has looked before. */
  isFirst: boolean;
}

/** A request that should have gone on: its place in the order of when. */
export interface Overdue extends RequestRef {
  /** ISO 8601. */
  due: string;
}

/** The last entry of a workspace's audit; null where nothing has happened. */
export interface LastEntry {
  workspaceId: string;
  hash: string | null;
}

/** Which of the workspaces that are served: each for one chore, so that it asks for no more than it needs. */
export type WorkspacesThat =
  | "are-served"
  /** With a Rail service, and a token for it. */
  | "are-connected"
  | "have-open-requests"
  /** Of which, or of whose end, the approvers' channel was not told. */
  | "have-an-untold-freeze"
  | "have-notices";

/** How many requests are of one kind in one state. */
export interface RequestCount {
  kind: string;
  state: string;
  count: number;
}

export interface Store extends RegisterReader {
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;

  findRequest(ref: RequestRef): Promise<ChangeRequest | undefined>;
  findRequestByNumber(workspaceId: string, number: number): Promise<ChangeRequest | undefined>;
  /** Those whose Rail or request has this name, whatever its case; newest first. */
  findRequestsByName(workspaceId: string, name: string): Promise<ChangeRequest[]>;
  /** Those that have not ended, newest first. */
  listOpenRequests(workspaceId: string): Promise<ChangeRequest[]>;
  listRequestsBy(workspaceId: string, userId: string, limit: number): Promise<ChangeRequest[]>;
  /** Requests for the same type, assets and destination that have not ended, or that ended with a Rail; newest first. */
  findSimilarRequests(connectionId: string, spec: RailSpec): Promise<ChangeRequest[]>;
  /** What proves whose a token is: of the Rails that are not ruled out the one that was shown last, or else made last. */
  latestRailId(connectionId: string): Promise<string | undefined>;
  listVanishedRails(connectionId: string): Promise<VanishedRail[]>;
  /** What could be carried over to the current connection; null where it has taken no other one's place. */
  findPredecessor(workspaceId: string): Promise<Predecessor | null>;
  /** Whether the service has ever shown a Rail that is not among these, and that two approvers have not ruled out. */
  isRailMissing(connectionId: string, shown: readonly string[]): Promise<boolean>;
  /** Which of these Rails were known before the request was made: by order, not by clocks. */
  railsSeenBefore(ref: RequestRef, railIds: readonly string[]): Promise<string[]>;
  /**
   * Requests whose next step should have been taken by the time `before`, or is said to be due only after `beyond`, and
   * those that have expired; the earliest step first, from the one after `after`. Nothing else may be going to wake them.
   * What is only held up by a freeze is left out.
   */
  listOverdueRequests(
    due: { before: string; beyond: string },
    after: Overdue | null,
    limit: number,
  ): Promise<Overdue[]>;
  listEvents(ref: RequestRef): Promise<RequestEvent[]>;

  /** Newest first, from this version down. */
  listPolicyVersions(workspaceId: string, from: number, limit: number): Promise<PolicyVersion[]>;

  keptSettings(workspaceId: string): Promise<KeptSettings>;
  saveDraft(draft: Draft, at: string): Promise<void>;
  /** Every connection of the workspace to this address, the current one first, then the newest. */
  listConnectionsAt(
    workspaceId: string,
    baseUrl: string,
    environment: Environment,
  ): Promise<ConnectionSummary[]>;
  findDestination(workspaceId: string, destinationId: string): Promise<Destination | undefined>;
  listDestinations(connectionId: string, filter: DestinationFilter): Promise<Destination[]>;
  /** Open requests to whitelist or import a destination, newest first. */
  listAwaitedDestinations(connectionId: string): Promise<DestinationRequest[]>;
  /** Does nothing when a destination in use has this service id already. */
  addDestination(destination: Destination): Promise<void>;
  listRailsInto(connectionId: string, destination: Destination): Promise<RailInto[]>;
  /** Everything that a value can be taken for: the register, the ends of Rails seen, what is asked for. */
  listKnownValues(connectionId: string): Promise<KnownValue[]>;

  /** Keeps what the service showed of these Rails. */
  rememberRails(
    workspaceId: string,
    connectionId: string,
    rails: readonly SeenRail[],
  ): Promise<void>;
  /** The Rails that became known last, newest first: the service is not asked. */
  listLatestRails(connectionId: string, limit: number): Promise<KnownRail[]>;
  /** Whether the service has shown the tag of Rails that were made here; null where it has shown none of them yet. */
  isTagEchoed(connectionId: string): Promise<boolean | null>;
  /** Rails that no request ever had, and that nobody was told of. */
  listUntoldRails(connectionId: string): Promise<SeenRail[]>;
  /** Rails seen whose destination is not in the register. */
  listUnregistered(connectionId: string): Promise<SeenRail[]>;
  /** The list of all Rails was last read to its end at this time; null when it never was. */
  railsReadAt(connectionId: string): Promise<string | null>;
  saveRailsReadAt(connectionId: string, at: string): Promise<void>;
  /** How many Rails of that list have no id, and no text by which people could tell them apart. */
  unreadableRails(connectionId: string): Promise<number>;

  /** Their ids, in order, from the one after `after`. */
  listWorkspaces(that: WorkspacesThat, after: string | null, limit: number): Promise<string[]>;
  /** Of all workspaces, in the order of their ids, from the one after `after`. */
  listLastEntries(after: string | null, limit: number): Promise<LastEntry[]>;
  /** Undefined for whoever has never opened it. */
  findHome(workspaceId: string, userId: string): Promise<OpenedHome | undefined>;
  saveHome(workspaceId: string, userId: string, home: OpenedHome): Promise<void>;
  /** The workspace whose approvers are to be counted first; nobody else takes it before `until`. */
  takeQuorumWatch(now: string, until: string): Promise<DueQuorumWatch | undefined>;
  saveQuorumWatch(workspaceId: string, watch: QuorumWatch & { dueAt: string }): Promise<void>;
  workspaceName(workspaceId: string): Promise<string>;
  /** Those of all workspaces, without the kinds and states of which there is none. */
  countRequests(): Promise<RequestCount[]>;
  /** Whether sending is frozen in one workspace or another. */
  isAnyFrozen(): Promise<boolean>;
  /** Where a freeze was told of, with the version told; undefined where none ever was. */
  /** When a restored database was last noticed, in ISO 8601; null where none was. */
  restoredAt(workspaceId: string): Promise<string | null>;
  findFreezeNotice(workspaceId: string): Promise<PostedMessage | undefined>;
  saveFreezeNotice(workspaceId: string, notice: PostedMessage): Promise<void>;
  /** Of each person who was told of a freeze or its end by direct message: the version with which the last one began. */
  findFreezeTold(workspaceId: string): Promise<Readonly<Record<string, number>>>;
  saveFreezeTold(workspaceId: string, told: Readonly<Record<string, number>>): Promise<void>;
  /** The last entry of the audit; undefined where nothing has happened. */
  lastEntry(workspaceId: string): Promise<Mark | undefined>;
  hasEntry(workspaceId: string, entry: Mark): Promise<boolean>;

  findMessage(ref: RequestRef, kind: MessageKind): Promise<PostedMessage | undefined>;
  /** The direct messages of this kind, each with the person whom it was sent to. */
  listTold(
    ref: RequestRef,
    about: "outage" | "alarm",
  ): Promise<readonly (PostedMessage & { userId: string })[]>;
  saveMessage(ref: RequestRef, kind: MessageKind, message: PostedMessage): Promise<void>;
  /** Saves it only where `before` is still what is known, undefined for nothing; whether it did. */
  replaceMessage(
    ref: RequestRef,
    kind: MessageKind,
    message: PostedMessage,
    before: PostedMessage | undefined,
  ): Promise<boolean>;
  /**
   * Cards that show an older version than the request has, those to be drawn once more by now, and those in the place of a
   * deleted one that people were not told of: newest first, from the one after `after`.
   */
  listStaleCards(now: string, limit: number, after?: RequestRef | null): Promise<RequestRef[]>;
  /** Requests that nobody has been called to, in quarantine or in need of a person; in the same order. */
  listUnraisedAlarms(limit: number, after?: RequestRef | null): Promise<RequestRef[]>;
  /**
   * Quarantined requests whose instructions may still say how to pay, and those that are done and of whose instructions
   * nobody knows what they say; in the same order.
   */
  listStaleInstructions(limit: number, after?: RequestRef | null): Promise<RequestRef[]>;

  /** How many reminders of a request were begun. */
  countReminders(ref: RequestRef): Promise<number>;
  /** `next`: when the one after is due; null for none. False where it does not wait any more, or another run was faster. */
  noteReminders(
    ref: RequestRef,
    reminders: { before: number; after: number; next: string | null },
  ): Promise<boolean>;
  /** Requests that wait and whose reminder was due before, the oldest first. */
  listDueReminders(before: string, limit: number): Promise<RequestRef[]>;

  /** False when this delivery from Slack has been dealt with before; for listeners that change nothing else. */
  isFirstDelivery(key: string, at: string): Promise<boolean>;
  /** A click that is acknowledged before it is saved; false where it is remembered already. */
  rememberClick(click: AcknowledgedClick, now: string): Promise<boolean>;
  keepClickAlive(delivery: string, now: string): Promise<void>;
  forgetClick(delivery: string): Promise<void>;
  /** Whether its effect was saved; if not, it never will be. */
  takeLostClick(delivery: string, now: string): Promise<{ wasSaved: boolean }>;
  /** Those on which no process has worked since `before`, the oldest first. */
  listLostClicks(before: string, limit: number): Promise<AcknowledgedClick[]>;
  /** Deliveries and drafts that nothing will come back to, and tokens that were entered for what was never asked for. */
  forgetBefore(time: string): Promise<void>;
  listAudit(workspaceId: string): Promise<AuditEntry[]>;
  /** Oldest first. */
  listNotices(workspaceId: string): Promise<Notice[]>;
  /** They were told to this person alone. */
  noteToldAlone(workspaceId: string, notices: readonly Notice[], userId: string): Promise<void>;
  /** They were told in the approvals channel. */
  endNotices(workspaceId: string, notices: readonly Notice[]): Promise<void>;
  /** The newest entry of this action; undefined where there is none. */
  findLastAudit(workspaceId: string, action: string): Promise<AuditEntry | undefined>;
}
