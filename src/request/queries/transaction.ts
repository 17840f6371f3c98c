import type { Transaction as KyselyTransaction } from "kysely";
import type { Pins } from "../../authority/pins.ts";
import {
  findDestinationByDetails,
  findDestinationByServiceId,
  insertDestination,
  markDestination,
} from "../../destination/queries.ts";
import type { Database } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import { StoreError } from "../../platform/database/store-error.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { findSeenDestination, noteRails } from "../../rail/creating/seen-rails.ts";
import {
  findPolicyVersion,
  findSetup,
  noteSetUp,
  saveApprovalsChannel,
  savePolicyVersion,
} from "../../workspace/set-up/setups.ts";
import { remindersOf } from "../rules/approval/reminders.ts";
import { appendAudit } from "./audit.ts";
import {
  findCurrentConnection,
  findPolicy,
  isTokenKept,
  lockSetup,
  lockWorkspace,
  replaceUnreadable,
} from "./companies.ts";
import { dropToken, findConnection, keepToken, moveToken } from "./connections.ts";
import {
  countOpenRequests,
  countRailsInto,
  findOpenRequestAbout,
  findRequestsByRailIds,
  keepRailsOf,
  listMindingFreeze,
  listOpenRequests,
  listWaitingRequestsInto,
} from "./find-requests.ts";
import { lockVanishedRail, saveRuling } from "./find-vanished.ts";
import { findFreeze, noteRestored, saveFreeze } from "./freezes.ts";
import { findKeptSettings, keepSettings } from "./kept-settings.ts";
import { forgetDrawn, forgetWaitingCards } from "./messages.ts";
import { keepNotice } from "./notices.ts";
import { toDraft, toEventRow, toRequest, toRequestRow } from "./rows.ts";
import { endHold, isBlank, isHeld, makeConnectionCurrent } from "./successions.ts";
import type { Transaction } from "./transaction-port.ts";

export function createTransaction(
  trx: KyselyTransaction<Database>,
  enqueue: Enqueue,
  seal: Seal,
  pins: Pins,
): Transaction {
  return {
    pins,

    async isFirstDelivery(key, at) {
      const inserted = await trx
        .insertInto("deliveries")
        .values({ key, received_at: new Date(at) })
        .onConflict((conflict) => conflict.doNothing())
        .returning("key")
        .executeTakeFirst();
      return inserted !== undefined;
    },

    lockWorkspace: (workspaceId) => lockWorkspace(trx, workspaceId),
    lockSetup: (workspaceId) => lockSetup(trx, workspaceId),

    async lockRequest({ workspaceId, requestId }) {
      const row = await trx
        .selectFrom("requests")
        .selectAll()
        .where("id", "=", requestId)
        .where("workspace_id", "=", workspaceId)
        .forUpdate()
        .executeTakeFirst();
      return row && toRequest(row);
    },

    lockFreeze: (workspaceId) => findFreeze(trx, workspaceId, "update"),
    saveFreeze: (workspaceId, freeze) => saveFreeze(trx, workspaceId, freeze),
    async noteRestored(workspaceId, at) {
      await noteRestored(trx, workspaceId, at);
      await forgetDrawn(trx, workspaceId);
    },
    listMindingFreeze: (workspaceId) => listMindingFreeze(trx, workspaceId),

    listOpenRequests: (workspaceId) => listOpenRequests(trx, workspaceId),
    countOpenRequests: (workspaceId, by) => countOpenRequests(trx, workspaceId, by),

    lockVanishedRail: (connectionId, railId) => lockVanishedRail(trx, connectionId, railId),
    saveRuling: (connectionId, railId, ruling) => saveRuling(trx, connectionId, railId, ruling),

    async nextRequestNumber(workspaceId) {
      const { last_request_number } = await trx
        .updateTable("workspaces")
        .set((eb) => ({ last_request_number: eb("last_request_number", "+", 1) }))
        .where("id", "=", workspaceId)
        .returning("last_request_number")
        .executeTakeFirstOrThrow();
      return last_request_number;
    },

    async insertRequest(request, events) {
      const [first] = remindersOf(request);
      const remind_at = first === undefined ? null : new Date(first);
      await trx
        .insertInto("requests")
        .values({ ...toRequestRow(request), remind_at })
        .execute();
      await insertEvents(trx, request, events);
      await keepRailsOf(trx, request);
    },

    async saveRequest(before, after, events) {
      const { numUpdatedRows } = await trx
        .updateTable("requests")
        .set(toRequestRow(after))
        .where("id", "=", before.id)
        .where("workspace_id", "=", before.workspaceId)
        .where("version", "=", before.version)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== 1) {
        throw new StoreError("conflict", "The request was changed by someone else meanwhile");
      }
      await insertEvents(trx, after, events);
      await keepRailsOf(trx, after);
    },

    async appendAudit(entry) {
      await appendAudit(trx, entry);
    },
    keepNotice: (workspaceId, news, since) => keepNotice(trx, workspaceId, news, since),
    noteRails: (connectionId, railIds, at) => noteRails(trx, connectionId, railIds, at),
    replaceUnreadable: (connectionId, count) => replaceUnreadable(trx, connectionId, count),

    async lockDraft(workspaceId, draftId) {
      const row = await trx
        .selectFrom("drafts")
        .selectAll()
        .where("id", "=", draftId)
        .where("workspace_id", "=", workspaceId)
        .forUpdate()
        .executeTakeFirst();
      return row && toDraft(row);
    },

    findDestinationByServiceId: (connectionId, id) =>
      findDestinationByServiceId(trx, connectionId, id),
    findDestinationByDetails: (connectionId, details) =>
      findDestinationByDetails(trx, connectionId, details),
    findOpenRequestAbout: (connectionId, details) =>
      findOpenRequestAbout(trx, connectionId, details),
    listWaitingRequestsInto: (connectionId, id) => listWaitingRequestsInto(trx, connectionId, id),
    countRailsInto: (connectionId, id) => countRailsInto(trx, connectionId, id),
    findSeenDestination: (connectionId, id) => findSeenDestination(trx, connectionId, id),
    insertDestination: (destination) => insertDestination(trx, destination),
    markDestination: (connectionId, id, mark, at) =>
      markDestination(trx, connectionId, id, mark, at),
    findRequestsByRailIds: (connectionId, railIds) =>
      findRequestsByRailIds(trx, connectionId, railIds),
    currentFreeze: (workspaceId) => findFreeze(trx, workspaceId, "share"),
    policyInForce: (workspaceId) => findPolicy(trx, workspaceId),
    currentConnection: (workspaceId) => findCurrentConnection(trx, workspaceId),
    setupOf: (workspaceId) => findSetup(trx, workspaceId),
    findConnection: (workspaceId, id) => findConnection(trx, workspaceId, id),
    findPolicyVersion: (workspaceId, version) => findPolicyVersion(trx, workspaceId, version),
    savePolicyVersion: (workspaceId, document, by, requestId, at) =>
      savePolicyVersion(trx, workspaceId, document, by, requestId, at),
    keepToken: (workspaceId, connection, token, at) =>
      keepToken(trx, seal, workspaceId, connection, token, at),
    keptSettings: (workspaceId) => findKeptSettings(trx, workspaceId),
    keepSettings: (workspaceId, kept) => keepSettings(trx, workspaceId, kept),
    saveApprovalsChannel: (workspaceId, channelId) =>
      saveApprovalsChannel(trx, workspaceId, channelId),
    makeConnectionCurrent: (workspaceId, id, isHolding = false) =>
      makeConnectionCurrent(trx, workspaceId, id, isHolding),
    moveToken: (workspaceId, from, to) => moveToken(trx, seal, workspaceId, from, to),
    isTokenKept: (workspaceId, connection, token) =>
      isTokenKept(trx, seal, workspaceId, connection, token),
    isConnectionBlank: (connectionId) => isBlank(trx, connectionId),
    isHeld: (workspaceId, connectionId) => isHeld(trx, workspaceId, connectionId),
    endHold: (workspaceId) => endHold(trx, workspaceId),
    dropToken: (workspaceId, id) => dropToken(trx, workspaceId, id),
    noteSetUp: (workspaceId, at) => noteSetUp(trx, workspaceId, at),
    forgetWaitingCards: (workspaceId) => forgetWaitingCards(trx, workspaceId),
    enqueue: (job) => enqueue(trx, job),
  };
}

async function insertEvents(
  trx: KyselyTransaction<Database>,
  request: Parameters<Transaction["insertRequest"]>[0],
  events: Parameters<Transaction["insertRequest"]>[1],
): Promise<void> {
  if (events.length === 0) return;
  const first = request.version - events.length + 1;
  await trx
    .insertInto("request_events")
    .values(events.map((event, index) => toEventRow(request, event, first + index)))
    .execute();
}
