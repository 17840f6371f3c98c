import type { Kysely } from "kysely";
import { routeOf } from "../domain/route.ts";
import type { MessageKind, RequestRef, Store } from "../services/ports.ts";
import { findCurrentConnection, findCurrentPolicy, findWorkspaceName } from "./companies.ts";
import {
  addDestination,
  findDestination,
  findDestinationByServiceId,
  listDestinations,
} from "./destinations.ts";
import { fromRailKey, toAuditEntry, toDraftRow, toEvent, toRailKey, toRequest } from "./rows.ts";
import type { Database } from "./schema.ts";
import type { Enqueue } from "./transaction.ts";
import { createTransaction } from "./transaction.ts";

const ENDED = ["denied", "withdrawn", "expired", "failed"];
const ENDED_OR_DONE = [...ENDED, "done"];

/** Every query of the app, on either engine. */
export function createStore(db: Kysely<Database>, enqueue: Enqueue): Store {
  const requests = () => db.selectFrom("requests").selectAll();

  return {
    transaction: (work) => db.transaction().execute((trx) => work(createTransaction(trx, enqueue))),

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

    async findRequestsByRailIds(connectionId, railIds) {
      if (railIds.length === 0) return [];
      const rows = await requests()
        .where("connection_id", "=", connectionId)
        .where("rail_id", "in", railIds.map(toRailKey))
        .execute();
      return rows.map(toRequest);
    },

    async listOpenRequests(workspaceId) {
      const rows = await requests()
        .where("workspace_id", "=", workspaceId)
        .where("status", "not in", ENDED_OR_DONE)
        .orderBy("number", "desc")
        .execute();
      return rows.map(toRequest);
    },

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
        .where("route", "=", routeOf(spec))
        .where("status", "not in", ENDED)
        .orderBy("number", "desc")
        .execute();
      return rows.map(toRequest);
    },

    async latestRailId(connectionId) {
      const row = await db
        .selectFrom("requests")
        .select("rail_id")
        .where("connection_id", "=", connectionId)
        .where("rail_id", "is not", null)
        .orderBy("number", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && row.rail_id !== null ? fromRailKey(row.rail_id) : undefined;
    },

    async countRailsInto(destination) {
      const serviceId =
        destination.kind === "wallet" ? destination.wallet.id : destination.bankAccount.id;
      const { count } = await db
        .selectFrom("requests")
        .select((eb) => eb.fn.countAll().as("count"))
        .where("connection_id", "=", destination.connectionId)
        .where("destination_service_id", "=", serviceId)
        .where("rail_id", "is not", null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async listOverdueRequests(before, limit) {
      const rows = await db
        .selectFrom("requests")
        .select(["id", "workspace_id"])
        .where("next_step_at", "<", new Date(before))
        .orderBy("next_step_at")
        .limit(limit)
        .execute();
      return rows.map(toRef);
    },

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

    async saveDraft(draft) {
      const row = toDraftRow(draft, new Date());
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
    },

    findDestination: (workspaceId, id) => findDestination(db, workspaceId, id),
    findDestinationByServiceId: (connectionId, id) =>
      findDestinationByServiceId(db, connectionId, id),
    listDestinations: (connectionId, filter) => listDestinations(db, connectionId, filter),
    addDestination: (destination) => addDestination(db, destination),

    workspaceName: (workspaceId) => findWorkspaceName(db, workspaceId),
    currentPolicy: (workspaceId) => findCurrentPolicy(db, workspaceId),
    currentConnection: (workspaceId) => findCurrentConnection(db, workspaceId),

    async findMessage({ workspaceId, requestId }, kind) {
      const row = await db
        .selectFrom("messages")
        .select(["channel_id", "ts", "version"])
        .where("request_id", "=", requestId)
        .where("workspace_id", "=", workspaceId)
        .where("kind", "=", kind)
        .executeTakeFirst();
      return row && { channelId: row.channel_id, ts: row.ts, version: row.version };
    },

    async saveMessage({ workspaceId, requestId }, kind, { channelId, ts, version }) {
      await db
        .insertInto("messages")
        .columns([
          "request_id",
          "workspace_id",
          "connection_id",
          "kind",
          "channel_id",
          "ts",
          "version",
        ])
        .expression((eb) =>
          eb
            .selectFrom("requests")
            .select((row) => [
              "id",
              "workspace_id",
              "connection_id",
              row.val(kind).as("kind"),
              row.val(channelId).as("channel_id"),
              row.val(ts).as("ts"),
              row.cast<number>(row.val(version), "integer").as("version"),
            ])
            .where("id", "=", requestId)
            .where("workspace_id", "=", workspaceId),
        )
        .onConflict((conflict) =>
          conflict
            .columns(["request_id", "kind"])
            .doUpdateSet({ channel_id: channelId, ts, version }),
        )
        .execute();
    },

    async listStaleCards(limit) {
      const rows = await withoutMessage(db, "approval-card", limit).execute();
      return rows.map(toRef);
    },

    async listUnraisedAlarms(limit) {
      const rows = await withoutMessage(db, "alarm", limit)
        .where("requests.status", "in", ["quarantined", "needs-a-person"])
        .execute();
      return rows.map(toRef);
    },

    async isFirstDelivery(key) {
      return db
        .transaction()
        .execute((trx) => createTransaction(trx, enqueue).isFirstDelivery(key));
    },

    async forgetBefore(time) {
      await db.deleteFrom("deliveries").where("received_at", "<", new Date(time)).execute();
      await db.deleteFrom("drafts").where("updated_at", "<", new Date(time)).execute();
    },

    async listAudit(workspaceId) {
      const rows = await db
        .selectFrom("audit")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .orderBy("sequence")
        .execute();
      return rows.map(toAuditEntry);
    },
  };
}

/** Requests whose message of this kind is not there, or shows an older version than they have; newest first. */
function withoutMessage(db: Kysely<Database>, kind: MessageKind, limit: number) {
  return db
    .selectFrom("requests")
    .leftJoin("messages", (join) =>
      join.onRef("messages.request_id", "=", "requests.id").on("messages.kind", "=", kind),
    )
    .select(["requests.id", "requests.workspace_id"])
    .where((eb) =>
      eb.or([
        eb("messages.version", "is", null),
        eb("messages.version", "<", eb.ref("requests.version")),
      ]),
    )
    .orderBy("requests.number", "desc")
    .limit(limit);
}

function toRef({ id, workspace_id }: { id: string; workspace_id: string }): RequestRef {
  return { workspaceId: workspace_id, requestId: id };
}
