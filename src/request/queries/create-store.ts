import type { Kysely } from "kysely";
import type { Pins } from "../../authority/pins.ts";
import { NO_PINS } from "../../authority/pins.ts";
import {
  addDestination,
  findDestination,
  findDestinationByDetails,
  findDestinationByServiceId,
  listDestinations,
} from "../../destination/queries.ts";
import { findHome, saveHome } from "../../home/homes.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { saveQuorumWatch, takeQuorumWatch } from "../../policy/quorum-watch.ts";
import { isTagEchoed, listLatestRails } from "../../rail/creating/known-rails.ts";
import {
  findSeenDestination,
  isRailMissing,
  latestRailId,
  listKnownValues,
  listRailsInto,
  listUnregistered,
  listUntoldRails,
  railsSeenBefore,
  rememberRails,
} from "../../rail/creating/seen-rails.ts";
import { findPolicyVersion, findSetup, listPolicyVersions } from "../../workspace/set-up/setups.ts";
import { routeOfSpec } from "../rules/route.ts";
import {
  forgetClick,
  keepClickAlive,
  listLostClicks,
  rememberClick,
  takeLostClick,
} from "./acknowledged-clicks.ts";
import { findLastAudit, hasEntry, lastEntry, listAudit } from "./audit.ts";
import {
  findCurrentConnection,
  findPolicy,
  findWorkspaceName,
  isTokenKept,
  railsReadAt,
  saveRailsReadAt,
  unreadableRails,
} from "./companies.ts";
import { findConnection, forgetUnusedTokens, listConnectionsAt } from "./connections.ts";
import { countRequests } from "./count-requests.ts";
import {
  countRailsInto,
  findOpenRequestAbout,
  findRequestsByRailIds,
  LEFT_NOTHING,
  listAwaitedDestinations,
  listOpenRequests,
  listOverdueRequests,
  toRef,
} from "./find-requests.ts";
import { listVanishedRails } from "./find-vanished.ts";
import {
  findFreeze,
  findFreezeNotice,
  findFreezeTold,
  isAnyFrozen,
  restoredAt,
  saveFreezeNotice,
  saveFreezeTold,
} from "./freezes.ts";
import { findKeptSettings } from "./kept-settings.ts";
import { listLastEntries, listWorkspaces } from "./list-workspaces.ts";
import {
  findMessage,
  listTold,
  replaceMessage,
  saveMessage,
  staleCards,
  staleInstructions,
  withoutMessage,
} from "./messages.ts";
import { endNotices, listNotices, noteToldAlone } from "./notices.ts";
import { countReminders, listDueReminders, noteReminders } from "./reminders.ts";
import { toDraftRow, toEvent, toRequest } from "./rows.ts";
import type { Store } from "./store-port.ts";
import { findPredecessor, isBlank, isHeld } from "./successions.ts";
import { createTransaction } from "./transaction.ts";

/** Forms of one person that are kept at once. */
const DRAFTS_PER_PERSON = 50;

interface StoreOptions {
  draftsPerPerson?: number;
  /** What the environment sets; nothing when absent. */
  pins?: Pins;
  /** Hears of every transaction that has committed and asked for a job that is due. */
  committed?: () => void;
}

/** Every query of the app, on either engine. */
export function createStore(
  db: Kysely<Database>,
  enqueue: Enqueue,
  seal: Seal,
  { draftsPerPerson = DRAFTS_PER_PERSON, pins = NO_PINS, committed }: StoreOptions = {},
): Store {
  const requests = () => db.selectFrom("requests").selectAll();

  return {
    pins,

    async transaction(work) {
      let isDue = false;
      const noting: Enqueue = async (trx, job) => {
        await enqueue(trx, job);
        isDue ||= job.startAfter === undefined;
      };
      const result = await db
        .transaction()
        .execute((trx) => work(createTransaction(trx, noting, seal, pins)));
      if (isDue) committed?.();
      return result;
    },

    async findRequest({ workspaceId, requestId }) {
      const row = await requests()
        .where("id", "=", requestId)
        .where("workspace_id", "=", workspaceId)
        .executeTakeFirst();
      return row && toRequest(row);
    },

    async findRequestByNumber(workspaceId, number) {
      const row = await requests()
        .where("workspace_id", "=", workspaceId)
        .where("number", "=", number)
        .executeTakeFirst();
      return row && toRequest(row);
    },

    async findRequestsByName(workspaceId, name) {
      const rows = await requests()
        .where("workspace_id", "=", workspaceId)
        .where("name", "=", name.toLowerCase())
        .orderBy("number", "desc")
        .execute();
      return rows.map(toRequest);
    },

    findRequestsByRailIds: (connectionId, railIds) =>
      findRequestsByRailIds(db, connectionId, railIds),

    listOpenRequests: (workspaceId) => listOpenRequests(db, workspaceId),

    async listRequestsBy(workspaceId, userId, limit) {
      const rows = await requests()
        .where("workspace_id", "=", workspaceId)
        .where("requested_by", "=", userId)
        .orderBy("number", "desc")
        .limit(limit)
        .execute();
      return rows.map(toRequest);
    },

    async findSimilarRequests(connectionId, spec) {
      const rows = await requests()
        .where("connection_id", "=", connectionId)
        .where("route", "=", routeOfSpec(spec))
        .where("status", "not in", LEFT_NOTHING)
        .orderBy("number", "desc")
        .execute();
      return rows.map(toRequest).filter(({ state }) => state.status !== "voided" || state.made);
    },

    latestRailId: (connectionId) => latestRailId(db, connectionId),
    listVanishedRails: (connectionId) => listVanishedRails(db, connectionId),
    isRailMissing: (connectionId, shown) => isRailMissing(db, connectionId, shown),
    railsSeenBefore: (ref, railIds) => railsSeenBefore(db, ref, railIds),

    countRailsInto: (connectionId, serviceId) => countRailsInto(db, connectionId, serviceId),

    listOverdueRequests: (due, after, limit) => listOverdueRequests(db, due, after, limit),

    async listEvents({ workspaceId, requestId }) {
      const rows = await db
        .selectFrom("request_events")
        .select("event")
        .where("request_id", "=", requestId)
        .where("workspace_id", "=", workspaceId)
        .orderBy("version")
        .execute();
      return rows.map(toEvent);
    },

    keptSettings: (workspaceId) => findKeptSettings(db, workspaceId),

    async saveDraft(draft, at) {
      const row = toDraftRow(draft, new Date(at));
      await db
        .insertInto("drafts")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column("id")
            .doUpdateSet({ change: row.change, updated_at: row.updated_at })
            .where("drafts.created_by", "=", draft.createdBy)
            .where("drafts.workspace_id", "=", draft.workspaceId),
        )
        .execute();
      await db
        .deleteFrom("drafts")
        .where("id", "in", (eb) =>
          eb
            .selectFrom("drafts")
            .select("id")
            .where("workspace_id", "=", draft.workspaceId)
            .where("created_by", "=", draft.createdBy)
            .orderBy("updated_at", "desc")
            .offset(draftsPerPerson),
        )
        .execute();
    },

    listConnectionsAt: (workspaceId, baseUrl, environment) =>
      listConnectionsAt(db, workspaceId, baseUrl, environment),
    findDestination: (workspaceId, id) => findDestination(db, workspaceId, id),
    findDestinationByServiceId: (connectionId, id) =>
      findDestinationByServiceId(db, connectionId, id),
    findDestinationByDetails: (connectionId, details) =>
      findDestinationByDetails(db, connectionId, details),
    findOpenRequestAbout: (connectionId, details) =>
      findOpenRequestAbout(db, connectionId, details),
    listAwaitedDestinations: (connectionId) => listAwaitedDestinations(db, connectionId),
    listDestinations: (connectionId, filter) => listDestinations(db, connectionId, filter),
    addDestination: (destination) => addDestination(db, destination),

    rememberRails: (workspaceId, connectionId, rails) =>
      rememberRails(db, workspaceId, connectionId, rails),
    listRailsInto: (connectionId, into) => listRailsInto(db, connectionId, into),
    listLatestRails: (connectionId, limit) => listLatestRails(db, connectionId, limit),
    isTagEchoed: (connectionId) => isTagEchoed(db, connectionId),
    listUnregistered: (connectionId) => listUnregistered(db, connectionId),
    listKnownValues: (connectionId) => listKnownValues(db, connectionId),
    findSeenDestination: (connectionId, id) => findSeenDestination(db, connectionId, id),
    railsReadAt: (connectionId) => railsReadAt(db, connectionId),
    saveRailsReadAt: (connectionId, at) => saveRailsReadAt(db, connectionId, at),
    listUntoldRails: (connectionId) => listUntoldRails(db, connectionId),
    unreadableRails: (connectionId) => unreadableRails(db, connectionId),

    currentFreeze: (workspaceId) => findFreeze(db, workspaceId),
    restoredAt: (workspaceId) => restoredAt(db, workspaceId),
    findFreezeNotice: (workspaceId) => findFreezeNotice(db, workspaceId),
    saveFreezeNotice: (workspaceId, notice) => saveFreezeNotice(db, workspaceId, notice),
    findFreezeTold: (workspaceId) => findFreezeTold(db, workspaceId),
    saveFreezeTold: (workspaceId, told) => saveFreezeTold(db, workspaceId, told),
    lastEntry: (workspaceId) => lastEntry(db, workspaceId),
    hasEntry: (workspaceId, entry) => hasEntry(db, workspaceId, entry),
    countRequests: () => countRequests(db),
    isAnyFrozen: () => isAnyFrozen(db),
    listWorkspaces: (that, after, limit) => listWorkspaces(db, that, after, limit),
    listLastEntries: (after, limit) => listLastEntries(db, after, limit),
    findHome: (workspaceId, userId) => findHome(db, workspaceId, userId),
    saveHome: (workspaceId, userId, home) => saveHome(db, workspaceId, userId, home),
    takeQuorumWatch: (now, until) => takeQuorumWatch(db, now, until),
    saveQuorumWatch: (workspaceId, watch) => saveQuorumWatch(db, workspaceId, watch),
    workspaceName: (workspaceId) => findWorkspaceName(db, workspaceId),
    policyInForce: (workspaceId) => findPolicy(db, workspaceId),
    currentConnection: (workspaceId) => findCurrentConnection(db, workspaceId),
    setupOf: (workspaceId) => findSetup(db, workspaceId),
    findConnection: (workspaceId, id) => findConnection(db, workspaceId, id),
    isTokenKept: (workspaceId, connection, token) =>
      isTokenKept(db, seal, workspaceId, connection, token),
    isConnectionBlank: (connectionId) => isBlank(db, connectionId),
    isHeld: (workspaceId, connectionId) => isHeld(db, workspaceId, connectionId),
    findPredecessor: (workspaceId) => findPredecessor(db, workspaceId),
    findPolicyVersion: (workspaceId, version) => findPolicyVersion(db, workspaceId, version),
    listPolicyVersions: (workspaceId, from, limit) =>
      listPolicyVersions(db, workspaceId, from, limit),

    findMessage: (ref, kind) => findMessage(db, ref, kind),
    listTold: (ref, about) => listTold(db, ref, about),
    saveMessage: (ref, kind, message) => saveMessage(db, ref, kind, message),
    replaceMessage: (ref, kind, message, before) => replaceMessage(db, ref, kind, message, before),

    async listStaleCards(now, limit, after = null) {
      const rows = await staleCards(db, now, limit, after).execute();
      return rows.map(toRef);
    },

    async listUnraisedAlarms(limit, after = null) {
      const rows = await withoutMessage(db, "alarm", limit, after)
        .where("requests.status", "in", ["quarantined", "needs-a-person"])
        .execute();
      return rows.map(toRef);
    },

    async listStaleInstructions(limit, after = null) {
      const rows = await staleInstructions(db, limit, after).execute();
      return rows.map(toRef);
    },

    countReminders: (ref) => countReminders(db, ref),
    noteReminders: (ref, reminders) => noteReminders(db, ref, reminders),
    listDueReminders: (before, limit) => listDueReminders(db, before, limit),

    async isFirstDelivery(key, at) {
      return db
        .transaction()
        .execute((trx) => createTransaction(trx, enqueue, seal, pins).isFirstDelivery(key, at));
    },

    rememberClick: (click, now) => rememberClick(db, click, now),
    keepClickAlive: (delivery, now) => keepClickAlive(db, delivery, now),
    forgetClick: (delivery) => forgetClick(db, delivery),
    takeLostClick: (delivery, now) => takeLostClick(db, delivery, now),
    listLostClicks: (before, limit) => listLostClicks(db, before, limit),

    async forgetBefore(time) {
      await db.deleteFrom("deliveries").where("received_at", "<", new Date(time)).execute();
      await db.deleteFrom("drafts").where("updated_at", "<", new Date(time)).execute();
      await forgetUnusedTokens(db, time);
    },

    listAudit: (workspaceId) => listAudit(db, workspaceId),
    listNotices: (workspaceId) => listNotices(db, workspaceId),
    noteToldAlone: (workspaceId, notices, userId) =>
      noteToldAlone(db, workspaceId, notices, userId),
    endNotices: (workspaceId, notices) => endNotices(db, workspaceId, notices),
    findLastAudit: (workspaceId, action) => findLastAudit(db, workspaceId, action),
  };
}
