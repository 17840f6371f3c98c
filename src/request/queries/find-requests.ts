import { sql } from "kysely";
import { CHANGE_KINDS, NEW_DESTINATION_KINDS } from "../../authority/kinds.ts";
import { AUTHORITY } from "../../authority/table.ts";
import type { Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { DestinationDetails } from "../rules/change.ts";
import type { ChangeRequest, DestinationRequest } from "../rules/change-request.ts";
import { isDestinationRequest, railIdsOf } from "../rules/change-request.ts";
import { detailsKey } from "../rules/destination.ts";
import { OPEN, statusesThat, UNSETTLED } from "../rules/status.ts";
import { REQUEST_COLUMNS, toRailKey, toRequest } from "./rows.ts";

/** A request whose next step is late: its place in the order of due times. */
export interface Overdue extends RequestRef {
  /** ISO 8601. */
  due: string;
}

export const requests = (db: Db) => db.selectFrom("requests").select(REQUEST_COLUMNS);

export const LEFT_NOTHING = statusesThat(({ leftNothing }) => leftNothing === true);
export const WAITING = statusesThat(({ phase }) => phase === "waiting");
export const MINDING_FREEZE = statusesThat(({ mindsFreeze }) => mindsFreeze === true);
const RELEASED = statusesThat(({ isReleased }) => isReleased === true);
const NEVER_FROZEN = CHANGE_KINDS.filter((kind) => !AUTHORITY[kind].isHeldByFreeze);

/** The open request about this very destination: to whitelist, import or retire it. */
export async function findOpenRequestAbout(
  db: Db,
  connectionId: string,
  details: DestinationDetails,
): Promise<DestinationRequest | undefined> {
  const request = await findOpenRequestOn(db, connectionId, detailsKey(details));
  return request && isDestinationRequest(request) ? request : undefined;
}

/** The open request with this route, as its kind spells it. */
export async function findOpenRequestOn(
  db: Db,
  connectionId: string,
  route: string,
): Promise<ChangeRequest | undefined> {
  const row = await requests(db)
    .where("connection_id", "=", connectionId)
    .where("route", "=", route)
    .where("status", "in", UNSETTLED)
    .limit(1)
    .executeTakeFirst();
  return row && toRequest(row);
}

/** Open requests to whitelist or import a destination, newest first. */
export async function listAwaitedDestinations(
  db: Db,
  connectionId: string,
): Promise<DestinationRequest[]> {
  const rows = await requests(db)
    .where("connection_id", "=", connectionId)
    .where("kind", "in", NEW_DESTINATION_KINDS)
    .where("status", "in", UNSETTLED)
    .orderBy("number", "desc")
    .execute();
  return rows.map(toRequest).filter(isDestinationRequest);
}

/** Requests for Rails into this destination for which nothing was sent yet. */
export async function listWaitingRequestsInto(
  db: Db,
  connectionId: string,
  serviceId: string,
): Promise<RequestRef[]> {
  const rows = await db
    .selectFrom("requests")
    .select(["id", "workspace_id"])
    .where("connection_id", "=", connectionId)
    .where("destination_service_id", "=", toRailKey(serviceId))
    .where("kind", "in", ["create-rail", "adopt-rail"])
    .where("status", "in", WAITING)
    .execute();
  return rows.map(toRef);
}

export async function listOpenRequests(db: Db, workspaceId: string): Promise<ChangeRequest[]> {
  const rows = await requests(db)
    .where("workspace_id", "=", workspaceId)
    .where("status", "in", OPEN)
    .orderBy("number", "desc")
    .execute();
  return rows.map(toRequest);
}

export async function listMindingFreeze(db: Db, workspaceId: string): Promise<ChangeRequest[]> {
  const rows = await requests(db)
    .where("workspace_id", "=", workspaceId)
    .where("status", "in", MINDING_FREEZE)
    .orderBy("number")
    .execute();
  return rows.map(toRequest);
}

/** Requests to which one of these Rails was ever known to belong; for a request that was quarantined, each of its Rails. */
export async function findRequestsByRailIds(
  db: Db,
  connectionId: string,
  railIds: readonly string[],
): Promise<ChangeRequest[]> {
  if (railIds.length === 0) return [];
  const keys = railIds.map(toRailKey);
  const rows = await requests(db)
    .where("connection_id", "=", connectionId)
    .where((eb) =>
      eb.or([
        eb("rail_id", "in", keys),
        // As an array: beside "or", a subquery makes PostgreSQL read all requests.
        sql<boolean>`id = any(array(${eb
          .selectFrom("request_rails")
          .select("request_id")
          .where("connection_id", "=", connectionId)
          .where("rail_id", "in", keys)}))`,
      ]),
    )
    .orderBy("number")
    .execute();
  return rows.map(toRequest);
}

/** The requests of a workspace, in no order. */
export async function findRequestsByIds(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<ChangeRequest[]> {
  if (ids.length === 0) return [];
  const rows = await requests(db)
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", ids)
    .execute();
  return rows.map(toRequest);
}

/** Remembers for good the Rails of a request: those of its state, or one that it adopts. */
export async function keepRailsOf(
  trx: Db,
  request: ChangeRequest,
  railIds = railIdsOf(request),
): Promise<void> {
  const { id, connectionId, workspaceId } = request;
  if (railIds.length === 0) return;
  await trx
    .insertInto("request_rails")
    .values(
      railIds.map((railId) => ({
        request_id: id,
        rail_id: toRailKey(railId),
        connection_id: connectionId,
        workspace_id: workspaceId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * In the order of their due times, without requests that only a freeze holds up, and without workspaces that removed
 * the app. Only an expiry may be later than `beyond`: people set it.
 */
export async function listOverdueRequests(
  db: Db,
  { before, beyond }: { before: string; beyond: string },
  after: Overdue | null,
  limit: number,
): Promise<Overdue[]> {
  const rows = await db
    .selectFrom("requests")
    .leftJoin("freezes", "freezes.workspace_id", "requests.workspace_id")
    .select(["id", "requests.workspace_id", "next_step_at"])
    .where("requests.workspace_id", "not in", workspacesWithoutApp(db))
    .where((eb) =>
      eb.or([
        eb("next_step_at", "<", new Date(before)),
        eb.and([eb("next_step_at", ">", new Date(beyond)), eb("status", "!=", "pending")]),
        eb.and([eb("expires_at", "<", new Date(before)), eb("status", "in", RELEASED)]),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb("frozen", "is", null),
        eb("status", "not in", RELEASED),
        eb("kind", "in", NEVER_FROZEN),
        eb("expires_at", "<", new Date(before)),
      ]),
    )
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple("next_step_at", "id"),
          ">",
          eb.tuple(new Date(after?.due ?? 0), after?.requestId ?? ""),
        ),
      ),
    )
    .orderBy("next_step_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...toRef(row),
    due: (row.next_step_at ?? new Date(0)).toISOString(),
  }));
}

/** The app is gone: nothing can be done for these requests, and nothing shown. */
export function workspacesWithoutApp(db: Db) {
  return db.selectFrom("workspaces").select("workspaces.id").where("left_at", "is not", null);
}

export function toRef({ id, workspace_id }: { id: string; workspace_id: string }): RequestRef {
  return { workspaceId: workspace_id, requestId: id };
}
