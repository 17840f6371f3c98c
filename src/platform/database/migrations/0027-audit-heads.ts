import { type Kysely, sql } from "kysely";

/** Signed heads of the audit. Code of the former release ignores them and goes on working beside them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table audit_heads (
    workspace_id text not null references workspaces,
    signed_at timestamptz not null,
    sequence integer not null,
    hash text not null,
    note text not null,
    freeze_version integer not null,
    told_at timestamptz,
    time_stamp text,
    primary key (workspace_id, signed_at)
  )`.execute(db);
}
