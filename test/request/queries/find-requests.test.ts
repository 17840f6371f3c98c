import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { migrate } from "../../../src/platform/database/migrate.ts";
import { countRequests } from "../../../src/request/queries/count-requests.ts";
import { openTemporary } from "../../support/embedded.ts";

it("requests are counted without reading one of them", async () => {
  const { db, close } = await openTemporary();
  onTestFinished(close);
  await migrate(db);
  expect(await countRequests(db)).toEqual([]);

  const plan = await db.transaction().execute(async (trx) => {
    // Everything about an empty table is cheap.
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select kind, status, count(*) from requests group by kind, status`.execute(trx);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });

  expect(plan).toMatch(/Index Only Scan using requests_by_state/);
});
