import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { Review, ReviewFacts } from "../rules/approval/review.ts";
import { factsOfReview, openReview } from "../rules/approval/review.ts";
import type { AuditEntry } from "../rules/audit.ts";
import { appendAudit } from "./audit.ts";

/** A review is kept in the audit alone, whose chain says that nobody has changed it. The index on these entries makes it fast. */

/** Null where no review is open in the workspace, or in the workspace of the connection. */
export async function findReview(
  db: Db,
  of: { workspaceId: string } | { connectionId: string },
): Promise<Review | null> {
  const workspace =
    "workspaceId" in of
      ? sql`${of.workspaceId}`
      : sql`(select workspace_id from connections where id = ${of.connectionId})`;
  const { rows } = await sql<{ action: string; facts: string }>`
    select action, facts from audit
    where workspace_id = ${workspace} and action in ('reviews-begun', 'reviewed', 'reviews-ended')
      and sequence > coalesce((
        select max(sequence) from audit
        where workspace_id = ${workspace} and action = 'reviews-ended'
      ), 0)
    order by sequence`.execute(db);
  return openReview(rows.map(factsOfReview));
}

/** Whether a review has ended in the workspace. */
export async function hasReviewed(db: Db, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit where workspace_id = ${workspaceId} and action = 'reviews-ended' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

type About = Pick<AuditEntry, "workspaceId" | "connectionId" | "actor" | "at">;

const ITEMS = 500;

/** In one entry for every so many things. */
export async function addToReview(
  trx: Transaction<Database>,
  about: About,
  { action, items, ...facts }: ReviewFacts,
): Promise<void> {
  for (let from = 0; from === 0 || from < items.length; from += ITEMS) {
    const part = { ...facts, items: items.slice(from, from + ITEMS) };
    await appendAudit(trx, { ...about, action, facts: JSON.stringify(part) });
  }
}
