import type { Kysely, Transaction } from "kysely";
import type { Freeze } from "../domain/freeze.ts";
import type { PostedMessage } from "../services/ports.ts";
import type { Database } from "./schema.ts";

/** Whether a workspace may send, and how much of its past is known. */

export async function findFreeze(
  db: Kysely<Database>,
  workspaceId: string,
  lock?: "share" | "update",
): Promise<Freeze> {
  const { version, frozen } = await db
    .selectFrom("freezes")
    .select(["version", "frozen"])
    .where("workspace_id", "=", workspaceId)
    .$if(lock === "share", (query) => query.forShare())
    .$if(lock === "update", (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return { version, frozen: frozen === null ? null : JSON.parse(frozen) };
}

export async function saveFreeze(
  trx: Transaction<Database>,
  workspaceId: string,
  { version, frozen }: Freeze,
): Promise<void> {
  await trx
    .updateTable("freezes")
    .set({ version, frozen: frozen === null ? null : JSON.stringify(frozen) })
    .where("workspace_id", "=", workspaceId)
    .execute();
}

/** Undefined where nothing was ever said. */
export async function findFreezeNotice(
  db: Kysely<Database>,
  workspaceId: string,
): Promise<PostedMessage | undefined> {
  const row = await db
    .selectFrom("freezes")
    .select(["notice_version as version", "notice_channel_id as channelId", "notice_ts as ts"])
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  const { version, channelId, ts } = row;
  return channelId === null || ts === null ? undefined : { version, channelId, ts };
}

export async function saveFreezeNotice(
  db: Kysely<Database>,
  workspaceId: string,
  { version, channelId, ts }: PostedMessage,
): Promise<void> {
  await db
    .updateTable("freezes")
    .set({ notice_version: version, notice_channel_id: channelId, notice_ts: ts })
    .where("workspace_id", "=", workspaceId)
    .execute();
}

export async function countEntries(db: Kysely<Database>, workspaceId: string): Promise<number> {
  const { kept, lost } = await db
    .selectFrom("workspaces")
    .select(["last_audit_sequence as kept", "lost_entries as lost"])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return kept + lost;
}

export async function addLostEntries(
  trx: Transaction<Database>,
  workspaceId: string,
  lost: number,
): Promise<void> {
  await trx
    .updateTable("workspaces")
    .set((eb) => ({ lost_entries: eb("lost_entries", "+", lost) }))
    .where("id", "=", workspaceId)
    .execute();
}
