import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { Seal } from "../../platform/database/seal.ts";
import type { Connection, Environment } from "../rules/change.ts";
import { railTokenOf } from "./companies.ts";
import { WAITING } from "./find-requests.ts";

/** A connection without its token. */
export interface ConnectionSummary extends Connection {
  /** The operator's name for it; empty if the environment set it. */
  name: string;
  /** The end of its token; null if none is kept, for example after its removal. */
  lastFour: string | null;
}

export async function findConnection(
  db: Db,
  workspaceId: string,
  connectionId: string,
): Promise<ConnectionSummary | undefined> {
  const row = await connections(db, workspaceId).where("id", "=", connectionId).executeTakeFirst();
  return row && toSummary(row);
}

export async function findCurrent(db: Db, workspaceId: string): Promise<ConnectionSummary | null> {
  const row = await current(db, workspaceId).executeTakeFirst();
  return row ? toSummary(row) : null;
}

/** The row of the connection that a workspace uses. */
export const current = (db: Db, workspaceId: string) =>
  connections(db, workspaceId).where("is_current", "=", true);

/** The current one first, then the newest. */
export async function listConnectionsAt(
  db: Db,
  workspaceId: string,
  baseUrl: string,
  environment: Environment,
): Promise<ConnectionSummary[]> {
  const rows = await connections(db, workspaceId)
    .where("base_url", "=", baseUrl)
    .where("environment", "=", environment)
    .orderBy("is_current", "desc")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(toSummary);
}

function connections(db: Db, workspaceId: string) {
  return db
    .selectFrom("connections")
    .select(["id", "base_url as baseUrl", "environment", "name", "sealed_token", "last_four"])
    .where("workspace_id", "=", workspaceId);
}

/** A token kept by an early release has no known end, but exists. */
export function toSummary({
  sealed_token,
  last_four,
  ...connection
}: Connection & { name: string; sealed_token: string; last_four: string | null }) {
  return { ...connection, lastFour: sealed_token === "" ? null : (last_four ?? "") };
}

/** Throws for a connection of another workspace. */
export async function keepToken(
  db: Db,
  seal: Seal,
  workspaceId: string,
  { id, baseUrl, environment, name, lastFour }: ConnectionSummary & { lastFour: string },
  token: string,
  at: string,
): Promise<void> {
  const sealed_token = seal.seal(token, railTokenOf(workspaceId, { id, baseUrl }));
  const kept = { name, sealed_token, last_four: lastFour };
  await db
    .insertInto("connections")
    .values({
      id,
      workspace_id: workspaceId,
      base_url: baseUrl,
      environment,
      is_current: false,
      created_at: new Date(at),
      rails_read_at: null,
      ...kept,
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet(kept)
        .where("connections.workspace_id", "=", workspaceId)
        .where("connections.base_url", "=", baseUrl),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** A token is sealed for its connection, so we open it for one and seal it for the other. */
export async function moveToken(
  db: Db,
  seal: Seal,
  workspaceId: string,
  from: string,
  to: string,
): Promise<void> {
  const giving = await connections(db, workspaceId)
    .where("id", "=", from)
    .executeTakeFirstOrThrow();
  const { baseUrl, environment, name, last_four } = giving;
  const place = { id: from, baseUrl };
  const token = seal.open(giving.sealed_token, railTokenOf(workspaceId, place));
  const sealed_token = seal.seal(token, railTokenOf(workspaceId, { ...place, id: to }));
  await db
    .updateTable("connections")
    .set({ name, sealed_token, last_four })
    .where("id", "=", to)
    .where("workspace_id", "=", workspaceId)
    .where("base_url", "=", baseUrl)
    .where("environment", "=", environment)
    .returning("id")
    .executeTakeFirstOrThrow();
  await dropToken(db, workspaceId, from);
}

/** Another text after every change of the token. The sealed token is never the same twice, and says nothing about it. */
export async function tokenMark(
  db: Db,
  workspaceId: string,
  connectionId: string,
): Promise<string> {
  const row = await db
    .selectFrom("connections")
    .select("sealed_token")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", connectionId)
    .executeTakeFirst();
  return createHash("sha256")
    .update(row?.sealed_token ?? "")
    .digest("hex");
}

export async function dropToken(db: Db, workspaceId: string, connectionId: string): Promise<void> {
  await db
    .updateTable("connections")
    .set({ sealed_token: "", last_four: null })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", connectionId)
    .execute();
}

/**
 * Deletes tokens entered before this time, if nobody requested the change of the connection or the connection was
 * never used. While such a change waits in a workspace, all of its tokens stay.
 */
export async function forgetUnusedTokens(db: Db, before: string): Promise<void> {
  await sql`
    update connections set sealed_token = '', last_four = null
    where not is_current and sealed_token <> '' and created_at < ${new Date(before)}
      and not exists (select from requests where connection_id = connections.id)
      and not exists (select from seen_rails where connection_id = connections.id)
      and not exists (
        select from requests where workspace_id = connections.workspace_id
          and kind = 'change-connection' and status in (${sql.join(WAITING)})
      )`.execute(db);
}
