import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inTurnOf } from "../../../src/platform/database/fair-turns.ts";
import type { OpenDatabase } from "../../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../../src/platform/database/open-postgres.ts";
import type { Address } from "../../support/address.ts";
import { openAddress } from "../../support/address.ts";
import type { TestDatabase } from "../../support/postgres.ts";
import { createDatabase, hasPostgres } from "../../support/postgres.ts";

const ANSWERS_WITHIN_MS = 500;
/** Kysely's own, under which one process migrates at a time. */
const MIGRATION_LOCK = "3853314791062309107";

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

describe.runIf(hasPostgres)("a statement that is sent again", () => {
  let server: TestDatabase;
  let database: OpenDatabase;

  beforeEach(async () => {
    server = await createDatabase();
    database = openPostgres(server.url, () => {});
    await sql`create table noted (what int)`.execute(database.db);
  });
  afterEach(async () => {
    await database.close();
    await server.drop();
  });

  it("is planned once by its connection, though it multiplies", async () => {
    const { db } = database;
    for (const each of [1, 2])
      await sql`select what * 2 from noted where what = ${each}`.execute(db);

    const { rows } = await sql`
      select statement from pg_prepared_statements where name <> ${""}`.execute(db);
    expect(rows).toContainEqual({ statement: "select what * 2 from noted where what = $1" });
  });

  it("finds the column that a later release has added, where it asks for all", async () => {
    const { db } = database;
    const all = db as unknown as Kysely<{ noted: { what: number } }>;
    const insert = () =>
      all.insertInto("noted").values({ what: 1 }).returningAll().executeTakeFirst();
    const select = () =>
      all.selectFrom("noted").selectAll("noted").where("what", "=", 1).executeTakeFirst();
    await insert();
    await select();

    await sql`alter table noted add column place serial`.execute(db);

    expect(await insert()).toEqual({ what: 1, place: 2 });
    expect(await select()).toEqual({ what: 1, place: 1 });
  });
});

describe.runIf(hasPostgres)("a machine of PostgreSQL's that is gone without a word", () => {
  let server: TestDatabase;
  let address: Address;
  let database: OpenDatabase;

  beforeEach(async () => {
    server = await createDatabase();
    const url = new URL(server.url);
    address = await openAddress(Number(url.port));
    url.port = String(address.port);
    database = openPostgres(url.href, () => {}, { answersWithinMs: ANSWERS_WITHIN_MS });
  });
  afterEach(async () => {
    await database.close();
    await address.stop();
    await server.drop();
  });

  it("fails what was asked of it, and whoever asks next is led on", async () => {
    const { db } = database;
    await sql`select 1`.execute(db);
    address.fallSilent();

    await expect(sql`select 1`.execute(db)).rejects.toThrow("timeout");
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it("fails a transaction, of which nothing is done", async () => {
    const { db } = database;
    await sql`create table noted (what text)`.execute(db);
    const lost = db.transaction().execute(async (trx) => {
      await sql`insert into noted values ('lost')`.execute(trx);
      address.fallSilent();
      await sql`insert into noted values ('lost too')`.execute(trx);
    });

    await expect(lost).rejects.toThrow("timeout");
    expect((await sql`select * from noted`.execute(db)).rows).toEqual([]);
  });

  it("does not hurry what brings the tables up to date", async () => {
    const other = openPostgres(server.url, () => {});
    const migrating = await other.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
      const waiting = database.migrate();
      await pause(2 * ANSWERS_WITHIN_MS);
      return { waiting };
    });

    expect(await migrating.waiting).not.toEqual([]);
    await other.close();
  });
});

describe.runIf(hasPostgres)("a workspace whose statements all wait", () => {
  it("leaves the others a connection", async () => {
    const server = await createDatabase();
    const { db, close } = openPostgres(server.url, () => {});
    const other = openPostgres(server.url, () => {});
    const crowd = await other.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(trx);
      const waiting = Array.from({ length: 20 }, () =>
        inTurnOf("crowd", () => sql`select pg_advisory_xact_lock(1)`.execute(db)),
      );

      const answer = await inTurnOf("other", () => sql`select 1 as one`.execute(db));

      expect(answer.rows).toEqual([{ one: 1 }]);
      return { waiting };
    });
    await Promise.all(crowd.waiting);
    await close();
    await other.close();
    await server.drop();
  });
});

describe.runIf(hasPostgres)("a process of ours that is gone in the middle of a transaction", () => {
  it("keeps what it had locked for half a minute at most", async () => {
    const server = await createDatabase();
    const { db, close } = openPostgres(server.url, () => {});
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(db);
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: "30s" }]);
    const { rows: waits } = await sql`show lock_timeout`.execute(db);
    expect(waits).toEqual([{ lock_timeout: "14s" }]);
    await close();
    await server.drop();
  });
});
