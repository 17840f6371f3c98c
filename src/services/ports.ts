import type { AddressNetwork } from "../domain/address.ts";
import type { Standing } from "../domain/approval-policy.ts";
import type { AuditEntry } from "../domain/audit.ts";
import type { Change, Connection, DestinationDetails, Environment } from "../domain/change.ts";
import type { ChangeRequest, DestinationRequest, RequestEvent } from "../domain/change-request.ts";
import type { Destination } from "../domain/destination.ts";
import type { Freeze } from "../domain/freeze.ts";
import type { KnownValue } from "../domain/known-value.ts";
import type { StepName } from "../domain/next-step.ts";
import type { Policy } from "../domain/policy.ts";
import type { PolicyDocument } from "../domain/policy-document.ts";
import type { QuorumWatch } from "../domain/quorum-health.ts";
import type { BankAccount, Rail, RailSpec, Wallet } from "../domain/rail.ts";
import type { Roster } from "../domain/roster.ts";
import type { SeenEnd, SeenRail } from "../domain/seen-rail.ts";

/** What the services need from outside. Each asks for the part it uses by `Pick`. */

export interface RequestRef {
  workspaceId: string;
  requestId: string;
}

export type JobName =
  | StepName
  | "update-approval-card"
  | "raise-alarm"
  | "withdraw-instructions"
  | "remind-approvers"
  | "tell-ending"
  | "void-request"
  | "wake-request";

export interface Job {
  name: JobName;
  request: RequestRef;
  /** ISO 8601; at once when absent. */
  startAfter?: string;
  /** Only where nothing else is going to do it: no such job waits, is under way or was given up a moment ago. */
  isWakeUp?: boolean;
}

/** A job that was tried as often as it may be. It is begun anew at growing pauses, or when someone says so. */
export interface DeadLetter {
  job: JobName;
  request: RequestRef;
  /** ISO 8601: since when it fails. */
  failedAt: string;
  /** For people: free of secrets, and of what the services answered. */
  because: string;
}

/** How the background work of a workspace is doing. */
export interface QueueHealth {
  /** Newest first, one for each job and request. */
  deadLetters(workspaceId: string): Promise<readonly DeadLetter[]>;
  /** Has them all tried again; how many. */
  retryDeadLetters(workspaceId: string): Promise<number>;
  /** Since when, in ISO 8601, the oldest job waits that could be done now; null when none does. */
  oldestWaiting(workspaceId: string): Promise<string | null>;
  /** How many jobs could be done now. */
  waiting(workspaceId: string): Promise<number>;
}

/** A form that a person has filled in and not yet submitted. It becomes the request of the same id. */
export interface Draft {
  id: string;
  workspaceId: string;
  connectionId: string;
  createdBy: string;
  askedIn: string;
  change: Change;
}

/** The version of a message of which nobody knows what was drawn last: below that of any request. */
export const NEVER_DRAWN = -1;

/** Where a message about a request stands in Slack. `version` is the request's version that it shows. */
export interface PostedMessage {
  channelId: string;
  ts: string;
  version: number;
  /** The version of the freeze that it shows. */
  freeze?: number;
  /** ISO 8601: from then on it is to be drawn once more. */
  redrawAt?: string | undefined;
}

/**
 * Four stand nowhere: the versions of `card-tries` and `instructions-tries` count posts whose outcome is not known,
 * `card-update` says until when an update of the card may land of which that is not known, and `outage` that the channel
 * does not take the card.
 * `deletion` is the card that was deleted last, and its version counts them. The last six are direct messages, each to
 * the person whose id follows. The version of what is about an outage that is over, or of a deletion that everyone was
 * told of, is below 0.
 */
export type MessageKind =
  | "approval-card"
  | "card-tries"
  | "card-update"
  | "history"
  | "instructions"
  | "instructions-tries"
  | "alarm"
  | "outage"
  | "deletion"
  | `outage:${string}`
  | `deletion:${string}`
  | `alarm:${string}`
  | `withdrawal:${string}`
  | `reminder:${string}`
  | `ending:${string}`;

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

/** What a rule is told of the company around a request, inside a transaction and outside. */
export interface RegisterReader {
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
  /** Undefined where there never was such a version. */
  findPolicyVersion(workspaceId: string, version: number): Promise<Policy | undefined>;
}

/** One transaction: what is done in it is saved together or not at all. Never wait for the network inside. */
export interface Transaction extends RegisterReader {
  /** False when this delivery from Slack has been dealt with before. */
  isFirstDelivery(key: string): Promise<boolean>;
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
  /** Nobody knows any more what the cards and the instructions of a workspace show. */
  forgetDrawn(workspaceId: string): Promise<void>;
  /** Everything of a workspace that a freeze holds up. */
  listMindingFreeze(workspaceId: string): Promise<ChangeRequest[]>;
  /** Those that have not ended, newest first. */
  listOpenRequests(workspaceId: string): Promise<ChangeRequest[]>;
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
  ): Promise<number>;
  saveApprovalsChannel(workspaceId: string, channelId: string): Promise<void>;
  /** Keeps a sealed token with its connection, which becomes neither current nor stops being so. */
  keepToken(
    workspaceId: string,
    connection: ConnectionSummary & { lastFour: string },
    sealed: string,
  ): Promise<void>;
  /** Throws where the workspace has no such connection. */
  makeConnectionCurrent(workspaceId: string, connectionId: string): Promise<void>;
  /** In the place of the token that is there; `from` stays without one. Throws where they are not of one address. */
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
  enqueue(job: Job): Promise<void>;
}

export type DestinationMark = "retired" | "proven" | "contradicted";

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

/** An entry of a workspace's audit. */
export type Mark = Pick<AuditEntry, "sequence" | "hash">;

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
  | "have-an-untold-freeze";

/**
 * The last audit entries of a workspace, kept outside the database: a database that does not know one of them was
 * restored to an earlier moment. Both throw where they cannot be read or written.
 */
export interface Marker {
  /** One, as a rule: several while it is replaced, and where several processes share the place. */
  read(workspaceId: string): Promise<readonly Mark[]>;
  /** Once `by` is kept, and not before, those it stands for are dropped. */
  replace(workspaceId: string, former: readonly Mark[], by: Mark): Promise<void>;
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
  /** Of the Rails that are known, the one that the service has shown last, or else that was made last. */
  latestRailId(connectionId: string): Promise<string | undefined>;
  /** Whether the service has ever shown a Rail that is not among these. */
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

  saveDraft(draft: Draft): Promise<void>;
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
  /** Rails seen whose destination is not in the register. */
  listUnregistered(connectionId: string): Promise<SeenRail[]>;
  /** The list of all Rails was last read to its end at this time; null when it never was. */
  railsReadAt(connectionId: string): Promise<string | null>;
  saveRailsReadAt(connectionId: string, at: string): Promise<void>;

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
  isFirstDelivery(key: string): Promise<boolean>;
  /** Deliveries and drafts that nothing will come back to, and tokens that were entered for what was never asked for. */
  forgetBefore(time: string): Promise<void>;
  listAudit(workspaceId: string): Promise<AuditEntry[]>;
  /** The newest entry of this action; undefined where there is none. */
  findLastAudit(workspaceId: string, action: string): Promise<AuditEntry | undefined>;
}

/** The codes that are offered. The document does not list what the service takes, so the operator does. */
export interface Catalogue {
  fiatAssets: readonly string[];
  stablecoins: readonly string[];
  networks: readonly AddressNetwork[];
}

/** One page of `GET /rails`, and how many Rails the service counted in all when it made the page. */
export interface RailPage {
  rails: Rail[];
  total: number;
}

export interface WhitelistedBankAccount {
  id: string | null;
  bankAccount: BankAccount | null;
  answer: unknown;
}

/** The five operations of `rail-interface.md`, section "Endpoints". All throw `RailApiError`. */
export interface RailApi {
  /** `POST /rails`. Sent at most once; what a failure means is the error's `outcome`. */
  createRail(spec: RailSpec, metadata: readonly string[]): Promise<Rail>;

  /** `GET /rails/{rail}`. */
  getRail(id: string): Promise<Rail>;

  /** `GET /rails`, page by page. Ends only after the last page: one bad Rail or page fails the walk. */
  listRails(): AsyncIterable<RailPage>;

  /** `POST /wallets`. Sent at most once. */
  whitelistWallet(wallet: { name: string; network: string; address: string }): Promise<Wallet>;

  /** `POST /bank-accounts`. Sent at most once; the answer is not documented, so all of it may be missing. */
  whitelistBankAccount(account: { name: string; iban: string }): Promise<WhitelistedBankAccount>;
}

/** The client for one connection, with that connection's own token. */
export type RailApis = (workspaceId: string, connectionId: string) => Promise<RailApi>;

/** How many requests are of one kind in one state. */
export interface RequestCount {
  kind: string;
  state: string;
  count: number;
}

/** Text and Block Kit, as one message. */
export interface Message {
  text: string;
  blocks: readonly unknown[];
}

/**
 * What a conversation is to us. Approvals and instructions stand in `ours` only: the bot is a member, and no other
 * organisation reads along. A private channel that the bot is not in looks like one that does not exist.
 */
export type Place =
  | "ours"
  | "not-a-member"
  | "not-found"
  | "archived"
  | "shared"
  | "direct-message"
  | "not-known";

/** A picture to show in messages. `altText`, of at most 1,000 characters, says in words all that it shows. */
export interface Picture {
  filename: string;
  png: Uint8Array;
  altText: string;
}

export interface LastLook {
  /** Done when the message's turn has come, right before it leaves. What this throws is thrown, and nothing is sent. */
  lastLook?: () => Promise<void>;
}

/** Where messages of ours go and stand. All throw `MessengerError`. */
export interface Messenger {
  /** With `threadTs`, as a reply under the message that stands there. */
  post(
    workspaceId: string,
    channelId: string,
    message: Message,
    how?: LastLook & { threadTs?: string },
  ): Promise<{ channelId: string; ts: string }>;
  update(
    workspaceId: string,
    at: { channelId: string; ts: string },
    message: Message,
    how?: LastLook,
  ): Promise<void>;
  /**
   * Slack's id of the file, which nobody sees until a message of ours shows it, and then whoever sees the message. For a
   * moment Slack may refuse messages with it: `blocks-refused`.
   */
  uploadImage(workspaceId: string, picture: Picture): Promise<string>;
  /** A courtesy, which never throws for Slack's sake: undefined where the message is gone, or Slack does not say. */
  linkTo(workspaceId: string, at: { channelId: string; ts: string }): Promise<string | undefined>;
  /** Never throws: a look-up that fails is `not-known`. */
  placeOf(workspaceId: string, channelId: string): Promise<Place>;
  /** Whether a message of ours still stands there. Never throws: a look-up that fails is `not-known`. */
  presenceOf(
    workspaceId: string,
    at: { channelId: string; ts: string },
  ): Promise<"there" | "gone" | "not-known">;
  /**
   * Says something to one person alone: in a conversation, or by direct message where Slack refuses that; nowhere a second
   * time where Slack may have taken it. A courtesy, which never throws for Slack's sake: nothing may rest on it.
   */
  whisper(
    workspaceId: string,
    to: { channelId: string; userId: string },
    message: Message,
  ): Promise<void>;
  /** The conversation with one person. */
  directMessageWith(workspaceId: string, userId: string): Promise<string>;
}

/** What goes to Slack one after the other: so many at once, then one every so many milliseconds. */
export interface Lane {
  name: string;
  everyMs: number;
  atOnce: number;
}

/** Turns in a workspace's lanes, the same for all processes. */
export interface Pace {
  /** Takes the next turn, which comes in `waitMs`; or leaves it where that would be more than `atMostMs`. */
  take(
    workspaceId: string,
    lane: Lane,
    atMostMs: number,
  ): Promise<{ isTaken: boolean; waitMs: number }>;
  /** There is no turn for so many milliseconds. */
  stall(workspaceId: string, lane: Lane, ms: number): Promise<void>;
}

/** What Slack says of people and user groups. Never throws: of what it does not say nothing is known. */
export interface People {
  standingOf(workspaceId: string, userId: string): Promise<Standing>;
  /** Looked up at the same time, while Slack waits for an acknowledgement: what takes too long is not known. */
  whoIs(
    workspaceId: string,
    userIds: readonly string[],
    groupIds: readonly string[],
  ): Promise<Roster>;
}

/** ISO 8601 in UTC. */
export type Clock = () => string;
