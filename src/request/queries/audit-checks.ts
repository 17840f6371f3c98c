import { sql } from "kysely";
import type { Db } from "../../platform/database/schema.ts";
import type { Mark } from "../marker.ts";
import type { AuditEntry } from "../rules/audit.ts";
import { BEGINNING } from "../rules/audit.ts";
import { AUDIT_ENTRY } from "./audit.ts";

/** The last verification of a workspace's audit. Times are ISO 8601. */
export interface AuditCheck {
  checkedAt: string;
  /** How many were verified. */
  entries: number;
  /** The sequence number of the first entry that differs from the written one; null if none does. */
  brokenAt: number | null;
  /** When the approvers heard of it. */
  toldAt: string | null;
}

export async function findAuditCheck(db: Db, workspaceId: string): Promise<AuditCheck | undefined> {
  const row = await db
    .selectFrom("audit_checks")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return (
    row && {
      checkedAt: row.checked_at.toISOString(),
      entries: row.entries,
      brokenAt: row.broken_at,
      toldAt: row.told_at?.toISOString() ?? null,
    }
  );
}

export async function saveAuditCheck(
  db: Db,
  workspaceId: string,
  { checkedAt, entries, brokenAt, toldAt }: AuditCheck,
): Promise<void> {
  const found = {
    checked_at: new Date(checkedAt),
    entries,
    broken_at: brokenAt,
    told_at: toldAt === null ? null : new Date(toldAt),
  };
  await db
    .insertInto("audit_checks")
    .values({ workspace_id: workspaceId, ...found })
    .onConflict((conflict) => conflict.column("workspace_id").doUpdateSet(found))
    .execute();
}

/** Has it verified at the next occasion. */
export async function makeAuditDue(db: Db, workspaceId: string): Promise<void> {
  await db
    .updateTable("audit_checks")
    .set({ checked_at: new Date(0) })
    .where("workspace_id", "=", workspaceId)
    .execute();
}

export interface Checked {
  id: string;
  /** Not verified since `before`, made due, or with a break that the approvers have not heard of, by what the table says. */
  isDue: boolean;
  notes: string | null;
}

/** Served workspaces in the order of their ids, after `after`. A time to come counts for nothing. */
export async function listChecked(
  db: Db,
  { before, now }: { before: string; now: string },
  after: string | null,
  limit: number,
): Promise<Checked[]> {
  return db
    .selectFrom("workspaces")
    .leftJoin("audit_checks", "audit_checks.workspace_id", "id")
    .leftJoin("row_checks", "row_checks.workspace_id", "id")
    .select(["id", "told as notes"])
    .select(
      sql<boolean>`checked_at is null or checked_at < ${new Date(before)}
        or checked_at > ${new Date(now)} or (broken_at is not null and told_at is null)`.as(
        "isDue",
      ),
    )
    .where("left_at", "is", null)
    .$if(after !== null, (query) => query.where("id", ">", after))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The last entry that was deleted in its time, or is being deleted: the kept entries follow it. */
export async function auditBegin(db: Db, workspaceId: string): Promise<Mark> {
  const row = await db
    .selectFrom(["departures", "retention"])
    .select(["last_audit_sequence as sequence", "last_audit_hash as hash"])
    .where("workspace_id", "=", workspaceId)
    .where((eb) =>
      eb.or([
        eb("audit_deleted_at", "is not", null),
        eb("left_at", "<=", sql<Date>`clock_timestamp() - make_interval(hours => 24 * kept_days)`),
      ]),
    )
    .orderBy("last_audit_sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.hash ? { sequence: row.sequence, hash: row.hash } : BEGINNING;
}

/** In their order, after `after` and up to `last`. */
export async function auditPage(
  db: Db,
  workspaceId: string,
  { after, last }: { after: number; last: number },
  limit: number,
): Promise<AuditEntry[]> {
  return db
    .selectFrom("audit")
    .select(AUDIT_ENTRY)
    .where("workspace_id", "=", workspaceId)
    .where("sequence", ">", after)
    .where("sequence", "<=", last)
    .orderBy("sequence")
    .limit(limit)
    .execute();
}

export interface AuditState {
  check: AuditCheck | undefined;
  /** The next deletion: its last entry, and its time (ISO 8601). */
  ends: { sequence: number; at: string } | undefined;
  /** Whether the role of this process could change what has happened. */
  canBeRewritten: boolean;
}

export async function findAuditEnd(db: Db, workspaceId: string): Promise<AuditState["ends"]> {
  const row = await db
    .selectFrom(["departures", "retention"])
    .select([
      "last_audit_sequence as sequence",
      sql<Date>`left_at + make_interval(hours => 24 * kept_days)`.as("at"),
    ])
    .where("workspace_id", "=", workspaceId)
    .where("audit_deleted_at", "is", null)
    .orderBy("left_at")
    .limit(1)
    .executeTakeFirst();
  return row && { sequence: row.sequence, at: row.at.toISOString() };
}
