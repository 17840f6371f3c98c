import type { Transaction, Updateable } from "kysely";
import { sql } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { Freeze } from "../rules/freeze.ts";
import type { PostedMessage } from "./messages.ts";
import { forgetDrawn } from "./messages.ts";

const freezeOf = (db: Db, workspaceId: string) =>
  db.selectFrom("freezes").where("workspace_id", "=", workspaceId);

async function updateFreeze(
  db: Db,
  workspaceId: string,
  columns: Updateable<Database["freezes"]>,
): Promise<void> {
  await db.updateTable("freezes").set(columns).where("workspace_id", "=", workspaceId).execute();
}

/** A transaction locks it until its end. */
export function findFreeze(db: Db, workspaceId: string): Promise<Freeze> {
  return readFreeze(db, workspaceId, db.isTransaction ? "share" : undefined);
}

/** As it is at this moment, without a lock. */
export function peekAtFreeze(db: Db, workspaceId: string): Promise<Freeze> {
  return readFreeze(db, workspaceId);
}

/** A simultaneous claim waits, or came before. */
export function lockFreeze(trx: Transaction<Database>, workspaceId: string): Promise<Freeze> {
  return readFreeze(trx, workspaceId, "update");
}

async function readFreeze(db: Db, workspaceId: string, lock?: "share" | "update"): Promise<Freeze> {
  const { version, frozen } = await freezeOf(db, workspaceId)
    .select(["version", "frozen"])
    .$if(lock === "share", (query) => query.forShare())
    .$if(lock === "update", (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return { version, frozen: frozen === null ? null : JSON.parse(frozen) };
}

/** When a restored database was last noticed, in ISO 8601; null if never. */
export async function findRestoredAt(db: Db, workspaceId: string): Promise<string | null> {
  const row = await freezeOf(db, workspaceId).select("restored_at").executeTakeFirstOrThrow();
  return row.restored_at?.toISOString() ?? null;
}

/**
 * The database is older: nobody knows any more what was claimed, or what the cards and instructions show. Every request in it
 * was made before, also by a clock that has been set back since; and no walk over the list counts any more.
 */
export async function noteRestored(db: Db, workspaceId: string, at: string): Promise<void> {
  await sql`
    update freezes set restored_at = greatest(
      ${new Date(at)}, (select max(requested_at) from requests where workspace_id = ${workspaceId}))
    where workspace_id = ${workspaceId}`.execute(db);
  await db
    .updateTable("connections")
    .set({ whole_walk: null })
    .where("workspace_id", "=", workspaceId)
    .execute();
  await forgetDrawn(db, workspaceId);
}

export async function isAnyFrozen(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("freezes")
    .select("version")
    .where("frozen", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveFreeze(
  trx: Transaction<Database>,
  workspaceId: string,
  { version, frozen }: Freeze,
): Promise<void> {
  await updateFreeze(trx, workspaceId, {
    version,
    frozen: frozen === null ? null : JSON.stringify(frozen),
  });
}

/** Undefined if nothing was ever announced. */
export async function findFreezeNotice(
  db: Db,
  workspaceId: string,
): Promise<PostedMessage | undefined> {
  const row = await freezeOf(db, workspaceId)
    .select(["notice_version as version", "notice_channel_id as channelId", "notice_ts as ts"])
    .executeTakeFirstOrThrow();
  const { version, channelId, ts } = row;
  return channelId === null || ts === null ? undefined : { version, channelId, ts };
}

export async function saveFreezeNotice(
  db: Db,
  workspaceId: string,
  { version, channelId, ts }: PostedMessage,
): Promise<void> {
  await updateFreeze(db, workspaceId, {
    notice_version: version,
    notice_channel_id: channelId,
    notice_ts: ts,
  });
}

/** The people who got a direct message about a freeze or its end, each with the version that began it. */
export async function findFreezeTold(
  db: Db,
  workspaceId: string,
): Promise<Readonly<Record<string, number>>> {
  const { told } = await freezeOf(db, workspaceId).select("told").executeTakeFirstOrThrow();
  return JSON.parse(told);
}

export async function saveFreezeTold(
  db: Db,
  workspaceId: string,
  told: Readonly<Record<string, number>>,
): Promise<void> {
  await updateFreeze(db, workspaceId, { told: JSON.stringify(told) });
}
