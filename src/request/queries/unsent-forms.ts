import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Database, Db } from "../../platform/database/schema.ts";
import type { RequestRef } from "../../platform/queue/request-ref.ts";

/** A form that a person has begun. It is sent, and no longer found here, once a request has its id. */
export interface UnsentForm {
  id: string;
  /** JSON that only its screen reads. */
  form: string;
  keptAt: string;
}

export interface Whose {
  workspaceId: string;
  createdBy: string;
}

interface BegunForm extends Whose, Pick<UnsentForm, "id" | "form"> {
  /** The request without which it cannot be sent; null for none. A form that waits for one keeps waiting. */
  waitsFor: string | null;
}

/** `mostKept`: only this many of each person's forms are kept, the newest. */
export async function keepUnsentForm(
  db: Db,
  { id, workspaceId, createdBy, form, waitsFor }: BegunForm,
  at: string,
  mostKept: number,
): Promise<void> {
  const updated = { form, kept_at: new Date(at) };
  await db
    .insertInto("unsent_forms")
    .values({
      id,
      workspace_id: workspaceId,
      created_by: createdBy,
      waits_for: waitsFor,
      ...updated,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "id"])
        .doUpdateSet(({ fn, ref }) => ({
          ...updated,
          waits_for: fn.coalesce(ref("excluded.waits_for"), ref("unsent_forms.waits_for")),
        }))
        .where("unsent_forms.created_by", "=", createdBy),
    )
    .execute();
  await db
    .deleteFrom("unsent_forms")
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("unsent_forms")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("created_by", "=", createdBy)
        .orderBy("kept_at", "desc")
        .offset(mostKept),
    )
    .execute();
}

type Which = { id: string } | { since: string } | { waitsFor: string };

/** This person's newest form: the one with this id, kept since then, or waiting for this request. */
export async function findUnsentForm(
  db: Db,
  { workspaceId, createdBy }: Whose,
  which: Which,
): Promise<UnsentForm | undefined> {
  const row = await db
    .selectFrom("unsent_forms")
    .select(["id", "form", "kept_at"])
    .where("workspace_id", "=", workspaceId)
    .where("created_by", "=", createdBy)
    .where((eb) => isAmong(eb, which))
    .where((eb) => isUnsent(eb, workspaceId))
    .orderBy("kept_at", "desc")
    .executeTakeFirst();
  return row && { id: row.id, form: row.form, keptAt: row.kept_at.toISOString() };
}

/** The people with a form that waits for this request. */
export async function listWhoWaits(
  db: Db,
  { workspaceId, requestId }: RequestRef,
): Promise<string[]> {
  const rows = await db
    .selectFrom("unsent_forms")
    .select("created_by")
    .distinct()
    .where("workspace_id", "=", workspaceId)
    .where((eb) => isAmong(eb, { waitsFor: requestId }))
    .where((eb) => isUnsent(eb, workspaceId))
    .execute();
  return rows.map(({ created_by }) => created_by);
}

const isUnsent = (
  { not, exists, selectFrom }: ExpressionBuilder<Database, "unsent_forms">,
  workspaceId: string,
) =>
  not(
    exists(
      selectFrom("requests")
        .select("requests.id")
        .whereRef("requests.id", "=", "unsent_forms.id")
        .where("requests.workspace_id", "=", workspaceId),
    ),
  );

function isAmong(
  eb: ExpressionBuilder<Database, "unsent_forms">,
  which: Which,
): Expression<SqlBool> {
  if ("id" in which) return eb("id", "=", which.id);
  if ("since" in which) return eb("kept_at", ">=", new Date(which.since));
  return eb("waits_for", "=", which.waitsFor);
}

type Named = Whose & Pick<UnsentForm, "id">;

/** Begins its time anew, under another id if one is given. */
export async function stampUnsentForm(
  db: Db,
  { workspaceId, createdBy, id }: Named,
  at: string,
  newId = id,
): Promise<void> {
  await db
    .updateTable("unsent_forms")
    .set({ id: newId, kept_at: new Date(at) })
    .where("workspace_id", "=", workspaceId)
    .where("created_by", "=", createdBy)
    .where("id", "=", id)
    .execute();
}

export async function forgetUnsentForm(
  db: Db,
  { workspaceId, createdBy, id }: Named,
): Promise<void> {
  await db
    .deleteFrom("unsent_forms")
    .where("workspace_id", "=", workspaceId)
    .where("created_by", "=", createdBy)
    .where("id", "=", id)
    .execute();
}
