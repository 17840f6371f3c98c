import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction, overOneConnection } from "../../../src/platform/database/at-once.ts";
import { openPostgres } from "../../../src/platform/database/open-postgres.ts";
import type { Db } from "../../../src/platform/database/schema.ts";
import { openTemporary } from "../../support/embedded.ts";
import { createDatabase, hasPostgres } from "../../support/postgres.ts";

const ENGINES = [
  { engine: "the embedded engine", open: () => openTemporary("empty") },
  { engine: "PostgreSQL", open: openOwn },
];

async function openOwn() {
  const { url, drop } = await createDatabase();
  const { db, close } = openPostgres(url, () => {});
  return {
    db,
    async close() {
      await close();
      await drop();
    },
  };
}

describe.each(ENGINES)("statements that are called for at once, on $engine", ({ engine, open }) => {
  if (engine === "PostgreSQL" && !hasPostgres) return;
  let opened: { db: Db; close(): Promise<void> };
  let db: Db;

  beforeAll(async () => {
    opened = await open();
    db = opened.db;
    await sql`create table noted (what int primary key, place serial)`.execute(db);
  });
  afterAll(() => opened.close());
  beforeEach(() => sql`truncate noted restart identity`.execute(db));

  const note = (at: Db, what: number) => sql`insert into noted (what) values (${what})`.execute(at);
  const noted = async () => {
    const { rows } = await sql<{ what: number }>`select what from noted order by place`.execute(db);
    return rows.map(({ what }) => what);
  };

  it("are carried out in that order", async () => {
    const all = Array.from({ length: 50 }, (_, index) => (index * 7) % 50);

    await inTransaction(db, (trx) => Promise.all(all.map((what) => note(trx, what))));

    expect(await noted()).toEqual(all);
  });

  it("leave nothing if one of them fails, which is the one that the caller hears of", async () => {
    const failed = inTransaction(db, (trx) =>
      Promise.all([note(trx, 1), note(trx, 1), note(trx, 2)]),
    );

    await expect(failed).rejects.toThrow("duplicate key");
    await note(db, 3);
    expect(await noted()).toEqual([3]);
  });

  it("are refused from the failure of one on, and are not carried out behind the rollback", async () => {
    let late: Promise<unknown> | undefined;
    const failed = inTransaction(db, async (trx) => {
      const failing = sql`select 1 / 0`.execute(trx);
      late = failing.catch(async () => {
        // The rollback is on its way by now, and not answered yet.
        for (let turn = 0; turn < 50; turn += 1) await null;
        return note(trx, 2);
      });
      late.catch(() => {});
      await Promise.all([note(trx, 1), failing]);
    });

    await expect(failed).rejects.toThrow("division by zero");
    await expect(late).rejects.toThrow();
    expect(await noted()).toEqual([]);
  });

  it("answer each with its own rows, over one connection without a transaction too", async () => {
    const asked = [3, 1, 2];

    const answers = await overOneConnection(db, (one) =>
      Promise.all(asked.map((each) => sql<{ is: number }>`select ${each}::int as is`.execute(one))),
    );

    expect(answers.map(({ rows }) => rows[0]?.is)).toEqual(asked);
  });

  it("read within the transaction in which they are called for", async () => {
    const isSeen = await inTransaction(db, async (trx) => {
      await note(trx, 1);
      const { rows } = await overOneConnection(trx, (same) => sql`select from noted`.execute(same));
      return rows.length;
    });

    expect(isSeen).toBe(1);
  });
});
