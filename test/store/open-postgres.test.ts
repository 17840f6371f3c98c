import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "../../src/store/open-embedded.ts";
import { openPostgres } from "../../src/store/open-postgres.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";

describe.runIf(hasPostgres)("PostgreSQL that closes a connection", () => {
  let server: TestDatabase;
  let database: OpenDatabase;
  const heard: Error[] = [];

  beforeEach(async () => {
    heard.length = 0;
    server = await createDatabase();
    database = openPostgres(server.url, (error) => heard.push(error));
  });
  afterEach(async () => {
    await database.close();
    await server.drop();
  });

  it("fails the transaction that ran over it, and nothing else", async () => {
    const { db } = database;
    const lost = db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      // Between two statements: an error that nobody listens for would end the process here.
      await expect.poll(() => heard.length).toBeGreaterThan(0);
      await sql`select 1`.execute(trx);
    });

    await expect(lost).rejects.toThrow();
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it("is survived while nothing runs", async () => {
    const { db } = database;
    await sql`select 1`.execute(db);
    const other = openPostgres(server.url, () => {});
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
    await other.close();
    await expect.poll(() => heard.length).toBeGreaterThan(0);

    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });
});
