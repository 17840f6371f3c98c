import { sql } from "kysely";
import type { RequestRef } from "../../src/platform/queue/request-ref.ts";
import type { TestStore } from "../support/store.ts";

/** Puts one request back to where it stands now, with what it has posted; the audit goes on. */
export async function backupOf(
  { db }: TestStore,
  { requestId }: RequestRef,
): Promise<() => Promise<void>> {
  const row = await db
    .selectFrom("requests")
    .selectAll()
    .where("id", "=", requestId)
    .executeTakeFirstOrThrow();
  return async () => {
    await db.updateTable("requests").set(row).where("id", "=", requestId).execute();
    await db.deleteFrom("messages").where("request_id", "=", requestId).execute();
    await db
      .deleteFrom("request_events")
      .where("request_id", "=", requestId)
      .where("version", ">", row.version)
      .execute();
  };
}

/** Keeps every row of every table, to be put back as a backup would be. One of the same name takes its place. */
export async function backup({ db }: TestStore, name: string): Promise<() => Promise<void>> {
  const tables = (await db.introspection.getTables())
    .filter(({ schema, name }) => schema === "public" && !name.startsWith("kysely_"))
    .map((each) => each.name);
  await sql`drop schema if exists ${sql.id(name)} cascade`.execute(db);
  await sql`create schema ${sql.id(name)}`.execute(db);
  for (const table of tables) {
    await sql`create table ${sql.id(name, table)} as table ${sql.id("public", table)}`.execute(db);
  }
  return () =>
    db.connection().execute(async (one) => {
      await sql`set session_replication_role = replica`.execute(one);
      for (const table of tables) {
        await sql`delete from ${sql.id("public", table)}`.execute(one);
        await sql`insert into ${sql.id("public", table)} overriding system value
          select * from ${sql.id(name, table)}`.execute(one);
      }
      await sql`set session_replication_role = default`.execute(one);
    });
}
