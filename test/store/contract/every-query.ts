import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import type { Transaction } from "kysely";
import { expect, it } from "vitest";
import * as homes from "../../../src/home/home-listeners.ts";
import type { Database } from "../../../src/platform/database/schema.ts";
import type { RequestRef } from "../../../src/platform/queue/request-ref.ts";
import type { InTransaction } from "../../../src/platform/queue/transaction.ts";
import * as deliveries from "../../../src/platform/slack/intake/delivery.ts";
import * as watches from "../../../src/policy/watch-quorums.ts";
import type { Mark } from "../../../src/request/marker.ts";
import * as clicks from "../../../src/request/queries/acknowledged-clicks.ts";
import * as audit from "../../../src/request/queries/audit.ts";
import { appendAudit, findLastEntry } from "../../../src/request/queries/audit.ts";
import * as auditChecks from "../../../src/request/queries/audit-checks.ts";
import * as companies from "../../../src/request/queries/companies.ts";
import { findPolicy, saveRailsReadAt } from "../../../src/request/queries/companies.ts";
import * as connections from "../../../src/request/queries/connections.ts";
import * as requestCounts from "../../../src/request/queries/count-requests.ts";
import * as destinations from "../../../src/request/queries/destinations.ts";
import { addDestination } from "../../../src/request/queries/destinations.ts";
import * as disputes from "../../../src/request/queries/disputes.ts";
import type { Draft } from "../../../src/request/queries/drafts.ts";
import * as drafts from "../../../src/request/queries/drafts.ts";
import { saveDraft } from "../../../src/request/queries/drafts.ts";
import * as requestsBy from "../../../src/request/queries/find-requests.ts";
import * as freezes from "../../../src/request/queries/freezes.ts";
import { saveFreeze } from "../../../src/request/queries/freezes.ts";
import * as settings from "../../../src/request/queries/kept-settings.ts";
import * as workspaces from "../../../src/request/queries/list-workspaces.ts";
import * as messages from "../../../src/request/queries/messages.ts";
import { saveMessage } from "../../../src/request/queries/messages.ts";
import * as notices from "../../../src/request/queries/notices.ts";
import * as vanished from "../../../src/request/queries/rails/find-vanished.ts";
import * as knownRails from "../../../src/request/queries/rails/known-rails.ts";
import * as seenRails from "../../../src/request/queries/rails/seen-rails.ts";
import { rememberRails } from "../../../src/request/queries/rails/seen-rails.ts";
import * as watchedRails from "../../../src/request/queries/rails/watched-rails.ts";
import * as reminders from "../../../src/request/queries/reminders.ts";
import * as requests from "../../../src/request/queries/requests.ts";
import { saveRequest } from "../../../src/request/queries/requests.ts";
import * as reviews from "../../../src/request/queries/reviews.ts";
import * as rowMacs from "../../../src/request/queries/row-macs.ts";
import * as setups from "../../../src/request/queries/setups.ts";
import { savePolicyVersion } from "../../../src/request/queries/setups.ts";
import * as staleMessages from "../../../src/request/queries/stale-messages.ts";
import * as successions from "../../../src/request/queries/successions.ts";
import * as unsentForms from "../../../src/request/queries/unsent-forms.ts";
import { keepUnsentForm } from "../../../src/request/queries/unsent-forms.ts";
import * as knownValues from "../../../src/request/queries/values/known-values.ts";
import * as valueIndex from "../../../src/request/queries/values/value-index.ts";
import type { ChangeRequest, State } from "../../../src/request/rules/change-request.ts";
import { detailsOf, paymentDetailOf } from "../../../src/request/rules/destination.ts";
import { evolve } from "../../../src/request/rules/evolve.ts";
import type { SeenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import { seenRail } from "../../../src/request/rules/outcome/seen-rail.ts";
import {
  ANA,
  aChange,
  anOnRampRail,
  anOnRampSpec,
  aWallet,
  aWalletDestination,
  BEN,
  NOW,
  TREASURY,
} from "../../support/builders.ts";
import { createRowsReader } from "../../support/rows-of.ts";
import { saveCurrentConnection } from "../../support/set-up.ts";
import { refOf } from "./requests.ts";
import type { Company, Subject } from "./subject.ts";
import { SEAL } from "./subject.ts";

/** Whatever has an id, as one company knows it. */
interface Ids {
  requestId: string;
  number: number;
  name: string;
  railId: string;
  destinationId: string;
  /** The service's. */
  walletId: string;
  address: string;
  draftId: string;
  requestedBy: string;
  /** A connection that was current before. */
  formerConnectionId: string;
  mark: Mark;
}

/** A company, and ids that are its own or another's. */
interface Asking extends Ids {
  workspaceId: string;
  connectionId: string;
}

const notice = {
  id: "1",
  news: { kind: "rails-unreadable", environment: "sandbox", count: 1 },
  told: [],
} as const;
const ref = ({ workspaceId, requestId }: Asking): RequestRef => ({ workspaceId, requestId });
const wallet = ({ walletId, address }: Asking) => aWallet({ id: walletId, address });
const destination = (asking: Asking) =>
  aWalletDestination({
    workspaceId: asking.workspaceId,
    connectionId: asking.connectionId,
    id: asking.destinationId,
    wallet: wallet(asking),
  });
const details = (asking: Asking) => detailsOf(destination(asking));
const spec = (asking: Asking) =>
  anOnRampSpec({ destination: { asset: "GBPA", wallet: wallet(asking) } });
const FREEZE_NOW = { table: "freezes", id: "now" } as const;
const posted = { channelId: "C_EVIL", ts: "9", version: 9 };
const seen = ({ railId, walletId, address }: Asking): SeenRail => {
  const rail = anOnRampRail({ id: railId });
  if (rail.destination.kind !== "crypto") throw new Error("It is an on-ramp");
  const end = { ...rail.destination.wallet, id: walletId, address };
  const found = seenRail({ ...rail, destination: { ...rail.destination, wallet: end } }, NOW);
  if (!found) throw new Error("It has an id");
  return found;
};
const connectionAt = (id: string) => ({
  id,
  baseUrl: "https://rails.test/api/v1",
  environment: "sandbox" as const,
});
const draft = ({ workspaceId, connectionId, draftId }: Asking): Draft => ({
  id: draftId,
  workspaceId,
  connectionId,
  createdBy: ANA,
  askedIn: TREASURY,
  change: aChange({ name: "Evil" }),
});

const begun = ({ workspaceId, draftId, requestId }: Asking) => ({
  ...{ id: draftId, workspaceId, createdBy: ANA, form: "Evil", waitsFor: requestId },
});

const q = {
  ...audit,
  ...auditChecks,
  ...clicks,
  ...companies,
  ...connections,
  ...disputes,
  ...drafts,
  ...requestsBy,
  ...vanished,
  ...freezes,
  ...requestCounts,
  ...settings,
  ...messages,
  ...staleMessages,
  ...notices,
  ...reminders,
  ...requests,
  ...reviews,
  ...successions,
  ...watchedRails,
  ...destinations,
  ...homes,
  ...watches,
  ...knownRails,
  ...knownValues,
  ...valueIndex,
  ...seenRails,
  ...workspaces,
  ...setups,
  ...unsentForms,
  ...deliveries,
  ...rowMacs,
};
type Query = (db: Transaction<Database>, asking: Asking) => Promise<unknown>;
type QueryName = {
  [Name in keyof typeof q]: (typeof q)[Name] extends (
    db: Transaction<Database>,
    ...others: infer _
  ) => Promise<unknown>
    ? Name
    : never;
}[keyof typeof q];

/** Null where what is asked for is the same for all companies by its nature: each says why. */
const QUERIES: Record<QueryName, Query | null> = {
  findCurrent: (db, { workspaceId }) => q.findCurrent(db, workspaceId),
  forgetDrawn: (db, { workspaceId }) => q.forgetDrawn(db, workspaceId),
  readAccess: (db, { workspaceId, formerConnectionId }) =>
    q.readAccess(db, SEAL, workspaceId, formerConnectionId).catch(() => "thrown"),
  ensureFreeze: (db, { workspaceId }) => q.ensureFreeze(db, workspaceId),
  saveWorkspace: (db, { workspaceId }) => q.saveWorkspace(db, workspaceId, "Evil"),
  changeWorkspace: (db, { workspaceId }) => q.changeWorkspace(db, workspaceId, { name: "Evil" }),
  // A part of saving a request or an adoption.
  keepRailsOf: null,
  // A chore's: it goes through all workspaces.
  forgetUnusedTokens: null,
  findKeptSettings: (db, { workspaceId }) => q.findKeptSettings(db, workspaceId),
  findRequest: (db, asking) => q.findRequest(db, ref(asking)),
  findRequestByNumber: (db, { workspaceId, number }) =>
    q.findRequestByNumber(db, workspaceId, number),
  listRequestNames: (db, { workspaceId }) => q.listRequestNames(db, workspaceId),
  ownerRows: (db, { connectionId, railId }) => q.ownerRows(db, connectionId, [railId]),
  findRequestsByRailIds: (db, { connectionId, railId }) =>
    q.findRequestsByRailIds(db, connectionId, [railId]),
  findRequestsByIds: (db, { workspaceId, requestId }) =>
    q.findRequestsByIds(db, workspaceId, [requestId]),
  listOpenRequests: (db, { workspaceId }) => q.listOpenRequests(db, workspaceId),
  listRequests: (db, { workspaceId }) => q.listRequests(db, workspaceId),
  listRequestsBy: (db, { workspaceId, requestedBy }) =>
    q.listRequestsBy(db, workspaceId, requestedBy, 10),
  findSimilarRequest: (db, asking) => q.findSimilarRequest(db, asking.connectionId, spec(asking)),
  findLatestRailId: (db, { connectionId }) => q.findLatestRailId(db, connectionId),
  findSeenRail: (db, { connectionId, railId }) => q.findSeenRail(db, connectionId, railId),
  findConnectionOf: (db, { workspaceId, railId }) => q.findConnectionOf(db, workspaceId, railId),
  findDispute: (db, { connectionId, railId }) => q.findDispute(db, connectionId, railId),
  isDisputedAnywhere: (db, { workspaceId, railId }) =>
    q.isDisputedAnywhere(db, workspaceId, railId),
  findProblem: (db, { connectionId, railId }) => q.findProblem(db, connectionId, railId),
  listVanishedRails: (db, { connectionId }) => q.listVanishedRails(db, connectionId),
  isRailMissing: (db, { connectionId, railId }) =>
    q.isRailMissing(db, connectionId, new Set([railId])),
  listRailsSeenBefore: (db, asking) => q.listRailsSeenBefore(db, ref(asking), [asking.railId]),
  countMissingCards: (db, { workspaceId }) => q.countMissingCards(db, workspaceId),
  hasRailInto: (db, { connectionId, walletId }) => q.hasRailInto(db, connectionId, walletId),
  // Work that is due, of whomever: each job is done with the workspace that it names.
  listOverdueRequests: null,
  listStaleCards: null,
  listUnraisedAlarms: null,
  listStaleInstructions: null,
  listDueReminders: null,
  listTold: (db, asking) => q.listTold(db, ref(asking), "alarm"),
  countReminders: (db, asking) => q.countReminders(db, ref(asking)),
  noteReminders: (db, asking) =>
    q.noteReminders(db, ref(asking), { before: 0, after: 9, next: null }),
  listEvents: (db, asking) => q.listEvents(db, ref(asking)),
  saveDraft: (db, asking) => q.saveDraft(db, draft(asking), NOW, 50),
  keepUnsentForm: (db, asking) => q.keepUnsentForm(db, begun(asking), NOW, 50),
  findUnsentForm: (db, asking) => q.findUnsentForm(db, begun(asking), { id: asking.draftId }),
  stampUnsentForm: (db, asking) => q.stampUnsentForm(db, begun(asking), NOW),
  forgetUnsentForm: (db, asking) => q.forgetUnsentForm(db, begun(asking)),
  listWhoWaits: (db, asking) => q.listWhoWaits(db, ref(asking)),
  listConnectionsAt: (db, { workspaceId }) =>
    q.listConnectionsAt(db, workspaceId, "https://rails.test/api/v1", "sandbox"),
  findDestination: (db, { workspaceId, destinationId }) =>
    q.findDestination(db, workspaceId, destinationId),
  findDestinationRow: (db, { workspaceId, destinationId }) =>
    q.findDestinationRow(db, workspaceId, destinationId),
  findDestinationByServiceId: (db, { connectionId, walletId }) =>
    q.findDestinationByServiceId(db, connectionId, walletId),
  findDestinationByDetails: (db, asking) =>
    q.findDestinationByDetails(db, asking.connectionId, details(asking)),
  listDestinationsOfValue: (db, asking) =>
    q.listDestinationsOfValue(db, asking.connectionId, paymentDetailOf(details(asking))),
  findOpenRequestAbout: (db, asking) =>
    q.findOpenRequestAbout(db, asking.connectionId, details(asking)),
  listAwaitedDestinations: (db, { connectionId }) => q.listAwaitedDestinations(db, connectionId),
  listDestinations: (db, { connectionId }) => q.listDestinations(db, connectionId, {}),
  addDestination: (db, asking) =>
    q.addDestination(db, { ...destination(asking), id: randomUUID() }),
  rememberRails: (db, asking) =>
    q.rememberRails(db, asking.workspaceId, asking.connectionId, [seen(asking)]),
  listRailsInto: (db, asking) => q.listRailsInto(db, asking.connectionId, destination(asking)),
  countAllRailsInto: (db, asking) =>
    q.countAllRailsInto(db, asking.connectionId, destination(asking)),
  findOpenRequestOn: (db, { connectionId, railId }) =>
    q.findOpenRequestOn(db, connectionId, `adopt-rail ${railId}`),
  listWatchedRails: (db, { connectionId }) => q.listWatchedRails(db, connectionId),
  beginWatch: (db, { connectionId, railId }) => q.beginWatch(db, connectionId, railId),
  saveWatchedRail: (db, asking) =>
    q.saveWatchedRail(db, asking.connectionId, null, { rail: seen(asking), isMissing: true }),
  listUnregistered: (db, { connectionId }) => q.listUnregistered(db, connectionId),
  valueFacts: (db, asking) => q.valueFacts(db, asking.connectionId, details(asking)),
  listKnownValues: (db, { connectionId, address: value }) =>
    q.listKnownValues(db, connectionId, { kind: "address", value }),
  indexValues: (db, { connectionId }) => q.indexValues(db, connectionId),
  findNearDigests: (db, { connectionId, address: value }) =>
    q.findNearDigests(db, connectionId, { kind: "address", value }),
  findSeenDestination: (db, { connectionId, walletId }) =>
    q.findSeenDestination(db, connectionId, walletId),
  findRailsReadAt: (db, { connectionId }) => q.findRailsReadAt(db, connectionId),
  saveRailsReadAt: (db, { connectionId }) => q.saveRailsReadAt(db, connectionId, NOW),
  listUntoldRails: (db, { connectionId }) => q.listUntoldRails(db, connectionId, "0"),
  countUnreadableRails: (db, { connectionId }) => q.countUnreadableRails(db, connectionId),
  findFreeze: (db, { workspaceId }) => q.findFreeze(db, workspaceId),
  peekAtFreeze: (db, { workspaceId }) => q.peekAtFreeze(db, workspaceId),
  findRestoredAt: (db, { workspaceId }) => q.findRestoredAt(db, workspaceId),
  findFreezeNotice: (db, { workspaceId }) => q.findFreezeNotice(db, workspaceId),
  saveFreezeNotice: (db, { workspaceId }) => q.saveFreezeNotice(db, workspaceId, posted),
  findFreezeTold: (db, { workspaceId }) => q.findFreezeTold(db, workspaceId),
  saveFreezeTold: (db, { workspaceId }) => q.saveFreezeTold(db, workspaceId, { U_EVIL: 1 }),
  findLastEntry: (db, { workspaceId }) => q.findLastEntry(db, workspaceId),
  isLastWord: async (db, { workspaceId, mark }) =>
    q.isLastWord(
      db,
      workspaceId,
      { ...FREEZE_NOW, version: 1, key: "", mac: "", sequence: mark.sequence },
      await q.trustIn(db, SEAL, workspaceId, []),
    ),
  trustIn: (db, { workspaceId }) =>
    q.trustIn(db, SEAL, workspaceId, [{ ...FREEZE_NOW, columns: {} }]),
  lastMarks: (db, { workspaceId }) => q.lastMarks(db, workspaceId, [FREEZE_NOW]),
  findStrayMark: (db, { workspaceId }) => q.findStrayMark(db, workspaceId),
  marksBetween: (db, { workspaceId, mark }) => q.marksBetween(db, workspaceId, 1, mark.sequence),
  hasEntry: (db, { workspaceId, mark }) => q.hasEntry(db, workspaceId, mark),
  // For the chores: what is done for each is done with its own id.
  listWorkspaces: null,
  listLastEntries: null,
  listChecked: null,
  findAuditCheck: (db, { workspaceId }) => q.findAuditCheck(db, workspaceId),
  saveAuditCheck: (db, { workspaceId }) =>
    q.saveAuditCheck(db, workspaceId, { checkedAt: NOW, entries: 1, brokenAt: 1, toldAt: null }),
  makeAuditDue: (db, { workspaceId }) => q.makeAuditDue(db, workspaceId),
  auditBegin: (db, { workspaceId }) => q.auditBegin(db, workspaceId),
  auditPage: (db, { workspaceId, mark }) =>
    q.auditPage(db, workspaceId, { after: 0, last: mark.sequence }, 10),
  findAuditEnd: (db, { workspaceId }) => q.findAuditEnd(db, workspaceId),
  // Figures of the whole process, for whoever runs it.
  countRequests: null,
  isAnyFrozen: null,
  findWorkspaceName: (db, { workspaceId }) => q.findWorkspaceName(db, workspaceId),
  findPolicy: (db, { workspaceId }) => q.findPolicy(db, workspaceId),
  findInForce: (db, { workspaceId }) => q.findInForce(db, workspaceId),
  findCurrentConnection: (db, { workspaceId }) => q.findCurrentConnection(db, workspaceId),
  listKnownRails: (db, { connectionId }) => q.listKnownRails(db, connectionId, 10),
  isTagEchoed: (db, { connectionId }) => q.isTagEchoed(db, connectionId),
  findHome: (db, { workspaceId, requestedBy }) => q.findHome(db, workspaceId, requestedBy),
  saveHome: (db, { workspaceId, requestedBy }) =>
    q.saveHome(db, workspaceId, requestedBy, { channelId: "D_EVIL", hash: "evil" }),
  // Whichever workspace is due: what is done then is done with the workspace that it names.
  takeQuorumWatch: null,
  saveQuorumWatch: (db, { workspaceId }) =>
    q.saveQuorumWatch(db, workspaceId, { found: "evil", warnedAt: NOW, dueAt: NOW }),
  findApprovalsChannel: (db, { workspaceId }) => q.findApprovalsChannel(db, workspaceId),
  findSetup: (db, { workspaceId }) => q.findSetup(db, workspaceId),
  isTokenKept: (db, { workspaceId, formerConnectionId }) =>
    q.isTokenKept(db, SEAL, workspaceId, connectionAt(formerConnectionId), "sealed"),
  isConnectionBlank: (db, { connectionId }) => q.isConnectionBlank(db, connectionId),
  isHeld: (db, { workspaceId, formerConnectionId }) =>
    q.isHeld(db, workspaceId, formerConnectionId),
  findPredecessor: (db, { workspaceId }) => q.findPredecessor(db, workspaceId),
  findConnection: (db, { workspaceId, formerConnectionId }) =>
    q.findConnection(db, workspaceId, formerConnectionId),
  findPolicyVersion: (db, { workspaceId }) => q.findPolicyVersion(db, workspaceId, 2),
  listPolicyVersions: (db, { workspaceId }) => q.listPolicyVersions(db, workspaceId, 9, 9),
  findMessage: (db, asking) => q.findMessage(db, ref(asking), "approval-card"),
  saveMessage: (db, asking) => q.saveMessage(db, ref(asking), "approval-card", posted),
  replaceMessage: (db, asking) => q.replaceMessage(db, ref(asking), "history", posted, undefined),
  // Slack numbers deliveries for all workspaces together.
  isFirstDelivery: null,
  saveClick: null,
  keepClickAlive: null,
  forgetClick: null,
  takeLostClick: null,
  listLostClicks: null,
  forgetBefore: null,
  listNotices: (db, { workspaceId }) => q.listNotices(db, workspaceId),
  noteToldAlone: (db, { workspaceId }) => q.noteToldAlone(db, workspaceId, [notice], "U_EVIL"),
  endNotices: (db, { workspaceId }) => q.endNotices(db, workspaceId, [notice]),
  findReview: (db, { workspaceId }) => q.findReview(db, { workspaceId }),
  hasReviewed: (db, { workspaceId }) => q.hasReviewed(db, workspaceId),
  addToReview: (db, { workspaceId, connectionId }) =>
    q.addToReview(
      db,
      { workspaceId, connectionId, actor: ANA, at: NOW },
      { action: "reviewed", from: NOW, reason: "Evil", items: [] },
    ),
  listActors: (db, { workspaceId }) => q.listActors(db, workspaceId, ["requested"]),
  findFirstAudit: (db, { workspaceId }) => q.findFirstAudit(db, workspaceId, "withdrawn", 0),
  findLastAudit: (db, { workspaceId }) => q.findLastAudit(db, workspaceId, "withdrawn"),
  keepSettings: (db, { workspaceId }) =>
    q.keepSettings(db, workspaceId, { removedApprovers: ["U0EVIL0001"] }),
  // They lock rows and answer nothing.
  lockWorkspace: (db, { workspaceId }) => q.lockWorkspace(db, workspaceId),
  lockRegister: (db, { workspaceId }) => q.lockRegister(db, workspaceId),
  lockSetup: (db, { workspaceId }) => q.lockSetup(db, workspaceId),
  lockRequest: (db, asking) => q.lockRequest(db, ref(asking)),
  lockStored: (db, asking) => q.lockStored(db, ref(asking)),
  lockProblem: (db, { workspaceId, connectionId, railId }) =>
    q.lockProblem(db, { workspaceId, connectionId, railId }),
  saveProblem: (db, { connectionId, railId }) => q.saveProblem(db, connectionId, railId, null),
  forgetInstructions: (db, { connectionId, railId }) =>
    q.forgetInstructions(db, connectionId, railId),
  lockVanishedRail: (db, { connectionId, railId }) => q.lockVanishedRail(db, connectionId, railId),
  saveRuling: (db, { connectionId, railId }) =>
    q.saveRuling(db, connectionId, railId, {
      proposedBy: "U_EVIL",
      proposedAt: NOW,
      agreed: null,
    }),
  lockFreeze: (db, { workspaceId }) => q.lockFreeze(db, workspaceId),
  saveFreeze: (db, { workspaceId }) => q.saveFreeze(db, workspaceId, { version: 9, frozen: null }),
  noteRestored: (db, { workspaceId }) => q.noteRestored(db, workspaceId, NOW),
  listMindingFreeze: (db, { workspaceId }) => q.listMindingFreeze(db, workspaceId),
  countOpenRequests: (db, { workspaceId, requestedBy }) =>
    q.countOpenRequests(db, workspaceId, requestedBy),
  nextRequestNumber: (db, { workspaceId }) => q.nextRequestNumber(db, workspaceId),
  // Below: they throw.
  insertRequest: null,
  saveRequest: null,
  appendAudit: null,
  keepNotice: null,
  noteRails: (db, asking) => q.noteRails(db, asking.connectionId, [seen(asking).railId], NOW),
  replaceUnreadable: (db, { connectionId }) => q.replaceUnreadable(db, connectionId, 0),
  findDraft: (db, { workspaceId, draftId }) => q.findDraft(db, workspaceId, draftId),
  listWaitingRequestsInto: (db, { connectionId, walletId }) =>
    q.listWaitingRequestsInto(db, connectionId, walletId),
  insertDestination: null,
  markDestination: (db, { connectionId, destinationId }) =>
    q.markDestination(db, connectionId, destinationId, "retired", NOW),
  endHold: (db, { workspaceId }) => q.endHold(db, workspaceId),
  savePolicyVersion: (db, { workspaceId }) =>
    q.savePolicyVersion(db, workspaceId, { rules: [], coolDownHours: 0 }, "U_EVIL", null, NOW),
  saveApprovalsChannel: (db, { workspaceId }) => q.saveApprovalsChannel(db, workspaceId, "C_EVIL"),
  makeConnectionCurrent: (db, { workspaceId, formerConnectionId }) =>
    q.makeConnectionCurrent(db, workspaceId, formerConnectionId, true).catch(() => "thrown"),
  keepToken: (db, { workspaceId, formerConnectionId: id }) =>
    q
      .keepToken(
        db,
        SEAL,
        workspaceId,
        { ...connectionAt(id), name: "evil", lastFour: "evil" },
        "sealed",
        NOW,
      )
      .catch(() => undefined),
  moveToken: (db, { workspaceId, connectionId, formerConnectionId }) =>
    q.moveToken(db, SEAL, workspaceId, formerConnectionId, connectionId).catch(() => "thrown"),
  tokenMark: (db, { workspaceId, formerConnectionId }) =>
    q.tokenMark(db, workspaceId, formerConnectionId),
  dropToken: (db, { workspaceId, formerConnectionId }) =>
    q.dropToken(db, workspaceId, formerConnectionId),
  noteSetUp: (db, { workspaceId }) => q.noteSetUp(db, workspaceId, NOW),
  forgetCard: (db, asking) => q.forgetCard(db, ref(asking)),
  forgetWaitingCards: (db, { workspaceId }) => q.forgetWaitingCards(db, workspaceId),
};

/** Their queries are tried elsewhere, or name no company. `platform` knows no Rail and no request. */
const ELSEWHERE = [
  // Whether the database answers, and which one it is.
  ...["app.ts", "wiring/serve-web.ts", "freeze/restored-database.ts"],
  // Every service that asks them is tried.
  ...["rail/creating/post-rail.ts", "rail/creating/walk-ground.ts"],
  ...["request/sign-rows.ts", "workspace/connection/setup-link.ts"],
  // Asked by chores for all workspaces, and by `/rail audit`, which the wall around screens tries.
  ...["evidence/check-rows.ts", "evidence/export/read-requests.ts", "evidence/export/period.ts"],
  ...["evidence/heads.ts", "evidence/policies-in-force.ts", "evidence/watch-notes.ts"],
  // About Slack's installations, which have their own contract.
  ...["workspace/install/departures.ts", "workspace/install/install-states.ts"],
  ...["workspace/install/slack-installations.ts", "workspace/install/workspaces.ts"],
];

const SRC = new URL("../../../src/", import.meta.url);
const ASKS = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;

/** The files of `src` that ask the database and export something that is not in `q`. */
async function untriedFiles(): Promise<string[]> {
  const tried = new Set<unknown>(Object.values(q));
  const files = globSync("**/*.ts", { cwd: SRC }).filter(
    (file) =>
      !/^(?:platform|sandbox)\//.test(file) && ASKS.test(readFileSync(new URL(file, SRC), "utf8")),
  );
  const found = files.map(async (file) => {
    const exported = Object.values(await import(new URL(file, SRC).href));
    return exported.every((each) => tried.has(each)) ? [] : [file];
  });
  return (await Promise.all(found)).flat().sort();
}

/**
 * Every query that there is, asked with one company's ids in another company's name: it answers as it would if nobody
 * had such ids, and changes nothing of whose they are. A query that is missing here does not compile; a new file with
 * queries is found.
 */
export function everyQueryContract(on: () => Subject): void {
  it("no query in a file that is not tried", async () => {
    expect(await untriedFiles()).toEqual(ELSEWHERE.toSorted());
  });

  const run = Object.entries(QUERIES).flatMap(([name, query]) =>
    query
      ? [{ name, ask: (asking: Asking) => on().transaction((tx) => query(tx.db, asking)) }]
      : [],
  );

  it.each(run)("$name", async ({ ask }) => {
    const { company } = on();
    const acme = await furnished(on(), await company());
    const [one, another] = [await company(), await company()];
    const reader = await createRowsReader(on().database.db);
    const rows = () => reader.of(acme.workspaceId);
    const before = await rows();

    const withTheirs = await ask({ ...acme, ...idsOf(one) });
    const withNobodys = await ask({ ...acme, ...NOBODYS, ...idsOf(another) });

    expect(inNoName(withTheirs, one)).toEqual(inNoName(withNobodys, another));
    expect(await rows()).toEqual(before);
  });
}

/** An answer without what only tells one company from another. */
const inNoName = (answer: unknown, { workspaceId, connection }: Company) =>
  JSON.stringify(answer)
    ?.replaceAll(`"${connection.id}"`, '"theirs"')
    .replaceAll(`"${workspaceId}"`, '"theirs"')
    .replace(/Company \d+/, "Company")
    .replaceAll(/"since":"[^"]+"/g, "");

const idsOf = ({ workspaceId, connection }: Company) => ({
  workspaceId,
  connectionId: connection.id,
});

const NOBODYS: Ids = {
  requestId: randomUUID(),
  number: 999_999,
  name: "Nobody's",
  railId: "rail_nobodys",
  destinationId: randomUUID(),
  walletId: "wa_nobodys",
  address: "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T",
  draftId: randomUUID(),
  requestedBy: "U0NOBODY01",
  formerConnectionId: "con_nobodys",
  mark: { sequence: 1, hash: "0".repeat(64) },
};

const DONE = (railId: string): State => ({ status: "done", since: NOW, railId, issued: null });

/** A company that has one of everything. */
async function furnished(subject: Subject, company: Company): Promise<Asking> {
  const { db, transaction } = subject;
  const unique = randomUUID();
  const ids = {
    ...idsOf(company),
    name: `Payroll ${unique}`,
    railId: `rail_${unique}`,
    walletId: `wa_${unique}`,
    address: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
    draftId: randomUUID(),
    destinationId: randomUUID(),
    requestedBy: ANA,
    formerConnectionId: `con_${unique}`,
  };
  const before = { ...ids, requestId: "", number: 0, mark: NOBODYS.mark };
  const former = { ...company.connection, id: ids.formerConnectionId };
  for (const connection of [former, company.connection]) {
    await saveCurrentConnection(db, SEAL, ids.workspaceId, connection, "a token", NOW);
  }
  await addDestination(db, destination(before));
  const request = await subject.ask(company, { name: ids.name, spec: spec(before) });
  await subject.ask(company, { spec: spec(before), state: DONE(ids.railId) });
  await withdrawnOnce(transaction, request);
  await saveMessage(db, refOf(request), "approval-card", { channelId: "C", ts: "1", version: 0 });
  await saveDraft(db, draft(before), NOW, 50);
  await keepUnsentForm(db, begun(before), NOW, 50);
  await rememberRails(db, ids.workspaceId, ids.connectionId, [seen(before)]);
  await saveRailsReadAt(db, ids.connectionId, NOW);
  await transaction(async (tx) => {
    const frozen = { since: NOW, by: BEN, reason: "Odd", cause: "person", agreed: [] } as const;
    await saveFreeze(tx.db, ids.workspaceId, { version: 1, frozen });
    const { version, ...document } = await findPolicy(tx.db, ids.workspaceId);
    await savePolicyVersion(
      tx.db,
      ids.workspaceId,
      { ...document, coolDownHours: version },
      BEN,
      null,
      NOW,
    );
    await appendAudit(tx.db, {
      workspaceId: ids.workspaceId,
      connectionId: ids.connectionId,
      requestId: request.id,
      at: NOW,
      actor: BEN,
      action: "withdrawn",
      facts: "{}",
    });
  });
  const mark = await findLastEntry(db, ids.workspaceId);
  if (!mark) throw new Error("Something has happened");
  return { ...ids, requestId: request.id, number: request.number, mark };
}

/** Something has happened to it, and it is open all the same. */
async function withdrawnOnce(transaction: InTransaction, request: ChangeRequest): Promise<void> {
  const event = { type: "withdrawn", at: NOW, by: BEN } as const;
  const after = { ...evolve(request, event), state: request.state };
  await transaction((tx) => saveRequest(tx.db, request, after, [event]));
}
