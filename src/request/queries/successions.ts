import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { Connection } from "../rules/change.ts";
import { WAITING } from "./find-requests.ts";

/** The former connection, and what the current one would take over. */
export interface Predecessor {
  connection: Connection;
  destinations: number;
  /** Only waiting ones. */
  requests: number;
}

/**
 * The connection that a workspace uses. A connection opened with a token of unproven owner succeeds the one before.
 * That one holds its waiting requests until its register is carried over, or people decide against that.
 */

/** The former connection keeps what belongs to it; `isHolding`: it holds its waiting requests. */
export async function makeConnectionCurrent(
  db: Db,
  workspaceId: string,
  connectionId: string,
  isHolding = false,
): Promise<void> {
  await db
    .updateTable("connections")
    .set({ is_current: false, ...(isHolding && { succeeded_by: connectionId, is_holding: true }) })
    .where("workspace_id", "=", workspaceId)
    .where("id", "<>", connectionId)
    .where("is_current", "=", true)
    .execute();
  await db
    .updateTable("connections")
    .set({ is_current: true, succeeded_by: null, is_holding: false })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", connectionId)
    .returning("id")
    .executeTakeFirstOrThrow();
}

/**
 * With `formers`: all connections that the current one has replaced, with the number of steps. The steps are followed
 * anew each time: returning to one of them leaves the earlier ones with that one.
 */
const withFormers = (db: Db, workspaceId: string) =>
  db.withRecursive("formers(id, is_holding, steps)", (recursive) =>
    recursive
      .selectFrom("connections as former")
      .innerJoin("connections as current", "current.id", "former.succeeded_by")
      .select(["former.id", "former.is_holding", sql<number>`1`.as("steps")])
      .where("former.workspace_id", "=", workspaceId)
      .where("current.workspace_id", "=", workspaceId)
      .where("current.is_current", "=", true)
      .unionAll(
        recursive
          .selectFrom("connections as former")
          .innerJoin("formers", "formers.id", "former.succeeded_by")
          .select(["former.id", "former.is_holding", sql<number>`formers.steps + 1`.as("steps")])
          .where("former.workspace_id", "=", workspaceId),
      ),
  );

export async function isHeld(db: Db, workspaceId: string, connectionId: string): Promise<boolean> {
  const row = await withFormers(db, workspaceId)
    .selectFrom("formers")
    .select("id")
    .where("id", "=", connectionId)
    .where("is_holding", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Releases the requests that wait behind the current connection; a register there can still be carried over. */
export async function endHold(db: Db, workspaceId: string): Promise<void> {
  await withFormers(db, workspaceId)
    .updateTable("connections")
    .set({ is_holding: false })
    .where("id", "in", (eb) => eb.selectFrom("formers").select("id"))
    .execute();
}

/** The nearest one with something to carry over; null if none has. */
export async function findPredecessor(db: Db, workspaceId: string): Promise<Predecessor | null> {
  const rows = await withFormers(db, workspaceId)
    .selectFrom("formers")
    .innerJoin("connections", "connections.id", "formers.id")
    .select(["connections.id", "base_url", "environment"])
    .select(({ selectFrom }) => [
      selectFrom("destinations")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .whereRef("destinations.connection_id", "=", "formers.id")
        .where("destinations.retired_at", "is", null)
        .as("destinations"),
      selectFrom("requests")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .whereRef("requests.connection_id", "=", "formers.id")
        .where("requests.status", "in", WAITING)
        // This kind of request is about connections, and is no reason to keep one.
        .where("requests.kind", "<>", "change-connection")
        .as("requests"),
    ])
    .orderBy("steps")
    .execute();
  const found = rows
    .map(({ id, base_url: baseUrl, environment, destinations, requests }) => ({
      connection: { id, baseUrl, environment },
      destinations: Number(destinations),
      requests: Number(requests),
    }))
    .find(({ destinations, requests }) => destinations + requests > 0);
  return found ?? null;
}

/** Whether nothing at all depends on a connection, so that another company's token inherits nothing. */
export async function isConnectionBlank(db: Db, connectionId: string): Promise<boolean> {
  const { rows } = await sql<{ isBlank: boolean }>`
    select not exists (select from requests where connection_id = ${connectionId})
      and not exists (select from destinations where connection_id = ${connectionId})
      and not exists (select from drafts where connection_id = ${connectionId})
      and not exists (select from seen_rails where connection_id = ${connectionId})
      and not exists (select from connections where succeeded_by = ${connectionId})
      as "isBlank"`.execute(db);
  return rows[0]?.isBlank ?? false;
}
