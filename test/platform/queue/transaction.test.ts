import { sql } from "kysely";
import { expect, it } from "vitest";
import { openPostgres } from "../../../src/platform/database/open-postgres.ts";
import { createTransaction } from "../../../src/platform/queue/transaction.ts";
import { createDatabase, hasPostgres } from "../../support/postgres.ts";

it.runIf(hasPostgres)("two transactions that wait for each other are both done", async () => {
  await using opened = new AsyncDisposableStack();
  const { url, drop } = await createDatabase();
  opened.defer(drop);
  const { db, close } = openPostgres(url, () => {});
  opened.defer(close);
  await sql`create table counted (what int primary key, times int)`.execute(db);
  await sql`insert into counted values (1, 0), (2, 0)`.execute(db);
  const asked: string[] = [];
  const transaction = createTransaction(db, async (_, ...jobs) => {
    asked.push(...jobs.map(({ name }) => name));
  });
  const hasFirst = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;

  const count = (first: 1 | 2, second: 1 | 2) =>
    transaction(async ({ db: trx, enqueue }) => {
      const add = (what: number) =>
        sql`update counted set times = times + 1 where what = ${what}`.execute(trx);
      await add(first);
      hasFirst[first - 1]?.resolve();
      await hasFirst[second - 1]?.promise;
      await add(second);
      await enqueue({
        name: "void-request",
        request: { workspaceId: "T1", requestId: String(first) },
      });
    });
  await Promise.all([count(1, 2), count(2, 1)]);

  const { rows } = await sql`select times from counted`.execute(db);
  expect(rows).toEqual([{ times: 2 }, { times: 2 }]);
  expect(asked).toHaveLength(2);
});
