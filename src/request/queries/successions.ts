import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { WAITING } from "./find-requests.ts";
import type { Predecessor } from "./transaction-port.ts";

/**
 * A connection was opened with a token whose owner nobody could prove, in the place of a former one. The former one holds
 * what waits there until its register is carried over, or people decide against that.
 */

/** Also whatever the former one had succeeded is succeeded by the next one now. */
export async function succeed(
  db: Kysely<Database>,
  workspaceId: string,
  formerId: string,
  nextId: string,
): Promise<void> {
  const ofWorkspace = db
    .updateTable("connections")
    .where("workspace_id", "=", workspaceId)
    .where("id", "<>", nextId);
  await ofWorkspace.set({ succeeded_by: nextId }).where("succeeded_by", "=", formerId).execute();
  await ofWorkspace
    .set({ succeeded_by: nextId, is_holding: true })
    .where("id", "=", formerId)
    .execute();
}

export async function isHeld(
  db: Kysely<Database>,
  workspaceId: string,
  connectionId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("connections as former")
    .innerJoin("connections as current", "current.id", "former.succeeded_by")
    .select("former.id")
    .where("former.workspace_id", "=", workspaceId)
    .where("former.id", "=", connectionId)
    .where("former.is_holding", "=", true)
    .where("current.workspace_id", "=", workspaceId)
    .where("current.is_current", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}

/** What waits there is held no longer; its register can still be carried over. */
export async function endHold(
  db: Kysely<Database>,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  await db
    .updateTable("connections")
    .set({ is_holding: false })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", connectionId)
    .execute();
}

/** The one with the largest register, and of those the newest. Null where the current connection succeeds none. */
export async function findPredecessor(
  db: Kysely<Database>,
  workspaceId: string,
): Promise<Predecessor | null> {
  const row = await db
    .selectFrom("connections as former")
    .innerJoin("connections as current", "current.id", "former.succeeded_by")
    .select(["former.id", "former.base_url", "former.environment"])
    .select(({ selectFrom }) => [
      selectFrom("destinations")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .whereRef("destinations.connection_id", "=", "former.id")
        .where("destinations.retired_at", "is", null)
        .as("destinations"),
      selectFrom("requests")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .whereRef("requests.connection_id", "=", "former.id")
        .where("requests.status", "in", WAITING)
        .as("requests"),
    ])
    .where("former.workspace_id", "=", workspaceId)
    .where("current.workspace_id", "=", workspaceId)
    .where("current.is_current", "=", true)
    .orderBy("destinations", "desc")
    .orderBy("former.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { id, base_url: baseUrl, environment, destinations, requests } = row;
  return {
    connection: { id, baseUrl, environment },
    destinations: Number(destinations),
    requests: Number(requests),
  };
}

/** Whether nothing at all hangs on a connection, so that another company's token inherits nothing by it. */
export async function isBlank(db: Kysely<Database>, connectionId: string): Promise<boolean> {
  const { rows } = await sql<{ isBlank: boolean }>`
    select not exists (select from requests where connection_id = ${connectionId})
      and not exists (select from destinations where connection_id = ${connectionId})
      and not exists (select from drafts where connection_id = ${connectionId})
      and not exists (select from seen_rails where connection_id = ${connectionId})
      and not exists (select from connections where succeeded_by = ${connectionId})
      as "isBlank"`.execute(db);
  return rows[0]?.isBlank ?? false;
}
