import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import { StoreError } from "../../platform/database/store-error.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";
import type { RailSpec } from "../../platform/rail-api/rules/rail.ts";
import { inPages } from "../each-workspace.ts";
import { remindersOf } from "../rules/approval/awaited.ts";
import type { ChangeRequest } from "../rules/change-request.ts";
import { destinationIdOf, routeOfSpec } from "../rules/destination.ts";
import { rulesOf } from "../rules/kind-rules.ts";
import { isLikeAdopted } from "../rules/outcome/adopted.ts";
import type { RequestEvent } from "../rules/request-event.ts";
import { lockWorkspace } from "./audit.ts";
import { keepRailsOf, LEFT_NOTHING, requests } from "./find-requests.ts";
import type { SignedRow } from "./row-macs.ts";
import { requestRow } from "./row-macs.ts";
import { toEvent, toEventRow, toRailKey, toRequest, toRequestRow } from "./rows.ts";

export async function findRequest(
  db: Db,
  { workspaceId, requestId }: RequestRef,
): Promise<ChangeRequest | undefined> {
  const row = await requests(db)
    .where("id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return row && toRequest(row);
}

/** The request, locked until the transaction ends. */
export async function lockRequest(
  trx: Transaction<Database>,
  ref: RequestRef,
): Promise<ChangeRequest | undefined> {
  return (await lockStored(trx, ref))?.request;
}

/** As `lockRequest`, with its row as its code covers it. */
export async function lockStored(
  trx: Transaction<Database>,
  { workspaceId, requestId }: RequestRef,
): Promise<{ request: ChangeRequest; row: SignedRow } | undefined> {
  const row = await trx
    .selectFrom("requests")
    .selectAll()
    .where("id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .forUpdate()
    .executeTakeFirst();
  return row && { request: toRequest(row), row: requestRow(row) };
}

export async function findRequestByNumber(
  db: Db,
  workspaceId: string,
  number: number,
): Promise<ChangeRequest | undefined> {
  const row = await requests(db)
    .where("workspace_id", "=", workspaceId)
    .where("number", "=", number)
    .executeTakeFirst();
  return row && toRequest(row);
}

/** The names of all requests in lower case, newest first; without those to end a dispute, which have their Rail's name. */
export async function listRequestNames(
  db: Db,
  workspaceId: string,
): Promise<{ requestId: string; name: string }[]> {
  return db
    .selectFrom("requests")
    .select(["id as requestId", "name"])
    .where("workspace_id", "=", workspaceId)
    .where("kind", "!=", "end-dispute")
    .orderBy("number", "desc")
    .execute();
}

/** Few enough that nobody else's click waits for them. */
const PAGE = 500;

/** Newest first, page by page. */
export async function listRequests(db: Db, workspaceId: string): Promise<ChangeRequest[]> {
  const page = async (last: ChangeRequest | null) => {
    const rows = await requests(db)
      .where("workspace_id", "=", workspaceId)
      .$if(last !== null, (query) => query.where("number", "<", last?.number ?? 0))
      .orderBy("number", "desc")
      .limit(PAGE)
      .execute();
    return rows.map(toRequest);
  };
  const all: ChangeRequest[] = [];
  for await (const each of inPages(page)) all.push(each);
  return all;
}

export async function listRequestsBy(
  db: Db,
  workspaceId: string,
  userId: string,
  limit: number,
): Promise<ChangeRequest[]> {
  const rows = await requests(db)
    .where("workspace_id", "=", workspaceId)
    .where("requested_by", "=", userId)
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  return rows.map(toRequest);
}

/**
 * The newest request for the same type, assets and destination that is open or may have made a Rail: also one that nobody
 * has found, unless its attempt was refused or nothing was ever attempted. An adoption of a like Rail counts too.
 */
export async function findSimilarRequest(
  db: Db,
  connectionId: string,
  spec: RailSpec,
): Promise<ChangeRequest | undefined> {
  const adoptions = await requests(db)
    .where("connection_id", "=", connectionId)
    .where("destination_service_id", "=", toRailKey(destinationIdOf(spec)))
    .where("kind", "=", "adopt-rail")
    .execute();
  const routes = adoptions.flatMap((each) => {
    const { change } = toRequest(each).content;
    const isLike = change.kind === "adopt-rail" && isLikeAdopted(change, spec);
    return isLike ? rulesOf(change).route(change) : [];
  });
  const row = await requests(db)
    .where("connection_id", "=", connectionId)
    .where("route", "in", [routeOfSpec(spec), ...routes])
    .where((eb) =>
      eb.or([
        eb("status", "not in", [...LEFT_NOTHING, "voided"]),
        eb("attempt", ">", eb.case().when("status", "=", "failed").then(1).else(0).end()),
        eb.and([eb("status", "=", "voided"), sql<boolean>`state::json->>'made' is not null`]),
      ]),
    )
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toRequest(row);
}

export async function listEvents(
  db: Db,
  { workspaceId, requestId }: RequestRef,
): Promise<RequestEvent[]> {
  const rows = await db
    .selectFrom("request_events")
    .select("event")
    .where("request_id", "=", requestId)
    .where("workspace_id", "=", workspaceId)
    .orderBy("version")
    .execute();
  return rows.map(toEvent);
}

/** Locks the workspace until the transaction ends, so that nobody else gets the number; nor does a second call. */
export async function nextRequestNumber(
  trx: Transaction<Database>,
  workspaceId: string,
): Promise<number> {
  const workspace = await lockWorkspace(trx, workspaceId);
  workspace.lastRequestNumber += 1;
  return workspace.lastRequestNumber;
}

/** Uses up its number. Throws when a request of this id exists. */
export async function insertRequest(
  trx: Transaction<Database>,
  request: ChangeRequest,
): Promise<void> {
  const [first] = remindersOf(request);
  const remind_at = first === undefined ? null : new Date(first);
  await Promise.all([
    trx
      .insertInto("requests")
      .values({ ...toRequestRow(request), remind_at })
      .execute(),
    trx
      .updateTable("workspaces")
      .set({ last_request_number: request.number })
      .where("id", "=", request.workspaceId)
      .where("last_request_number", "<", request.number)
      .execute(),
    keepRailsOf(trx, request),
  ]);
}

/** Throws a `StoreError` `conflict` when the stored version is not `before.version`. */
export async function saveRequest(
  trx: Transaction<Database>,
  before: ChangeRequest,
  after: ChangeRequest,
  events: readonly RequestEvent[],
): Promise<void> {
  const first = after.version - events.length + 1;
  const [saved, ...others] = await Promise.allSettled([
    trx
      .updateTable("requests")
      .set(toRequestRow(after))
      .where("id", "=", before.id)
      .where("workspace_id", "=", before.workspaceId)
      .where("version", "=", before.version)
      .executeTakeFirst(),
    events.length > 0 &&
      trx
        .insertInto("request_events")
        .values(events.map((event, index) => toEventRow(after, event, first + index)))
        .execute(),
    keepRailsOf(trx, after),
  ]);
  // The events of another version fail as well, and say less.
  if (saved.status === "fulfilled" && Number(saved.value.numUpdatedRows) !== 1) {
    throw new StoreError("conflict", "The request was changed by someone else meanwhile");
  }
  for (const each of [saved, ...others]) if (each.status === "rejected") throw each.reason;
}
