import type { Db } from "../../platform/database/schema.ts";
import type { Change } from "../rules/change.ts";
import { canonicalJson, digestOf } from "../rules/digest.ts";
import { forgetUnusedTokens } from "./connections.ts";

/** A form that a person has filled in and not yet submitted. It becomes the request of the same id. */
export interface Draft {
  id: string;
  workspaceId: string;
  connectionId: string;
  createdBy: string;
  askedIn: string;
  change: Change;
}

/** A draft in exactly the state in which a person saw it. */
export interface ShownDraft {
  draftId: string;
  digest: string;
}

/** Tells one state of a draft from another. */
export function draftDigest({ change }: Pick<Draft, "change">): string {
  return digestOf(canonicalJson(change));
}

/** Returns its digest. `draftsPerPerson`: only this many of their drafts are kept, the newest. */
export async function saveDraft(
  db: Db,
  draft: Draft,
  at: string,
  draftsPerPerson: number,
): Promise<string> {
  const updated = { change: JSON.stringify(draft.change), updated_at: new Date(at) };
  await db
    .insertInto("drafts")
    .values({
      id: draft.id,
      workspace_id: draft.workspaceId,
      connection_id: draft.connectionId,
      created_by: draft.createdBy,
      asked_in: draft.askedIn,
      ...updated,
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet(updated)
        .where("drafts.created_by", "=", draft.createdBy)
        .where("drafts.workspace_id", "=", draft.workspaceId),
    )
    .execute();
  await db
    .deleteFrom("drafts")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("drafts")
        .select("id")
        .where("workspace_id", "=", draft.workspaceId)
        .where("created_by", "=", draft.createdBy)
        .orderBy("updated_at", "desc")
        .offset(draftsPerPerson),
    )
    .execute();
  return draftDigest(draft);
}

/** Locked until a transaction ends, so that submitting it twice makes one request. */
export async function findDraft(
  db: Db,
  workspaceId: string,
  draftId: string,
): Promise<Draft | undefined> {
  const row = await db
    .selectFrom("drafts")
    .select([
      "id",
      "workspace_id as workspaceId",
      "connection_id as connectionId",
      "created_by as createdBy",
      "asked_in as askedIn",
      "change",
    ])
    .where("id", "=", draftId)
    .where("workspace_id", "=", workspaceId)
    .$if(db.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { ...row, change: JSON.parse(row.change) };
}

/** How much longer a form is kept that waits for a request. */
const WAITS_DAYS = 30;

/** Deliveries and drafts that nobody will come back to, and tokens entered for changes that were never requested. */
export async function forgetBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom("deliveries").where("received_at", "<", new Date(time)).execute();
  await db.deleteFrom("drafts").where("updated_at", "<", new Date(time)).execute();
  const longAgo = new Date(Date.parse(time) - WAITS_DAYS * 86_400_000);
  await db
    .deleteFrom("unsent_forms")
    .where("kept_at", "<", new Date(time))
    .where((eb) => eb.or([eb("waits_for", "is", null), eb("kept_at", "<", longAgo)]))
    .execute();
  await forgetUnusedTokens(db, time);
}
