import type { CompiledQuery } from "kysely";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Db } from "../../../src/platform/database/schema.ts";
import { countOpenRequests } from "../../../src/request/queries/count-requests.ts";
import {
  findDestinationByServiceId,
  listDestinations,
} from "../../../src/request/queries/destinations.ts";
import {
  findRequestsByRailIds,
  listAwaitedDestinations,
  listOpenRequests,
} from "../../../src/request/queries/find-requests.ts";
import { indexValues } from "../../../src/request/queries/values/value-index.ts";
import { aCompany } from "../../services/register.ts";
import { ANA, anOnRampRail, aWalletDestination, aWhitelisting } from "../../support/builders.ts";
import { steppingDatabase } from "../../support/stepping-database.ts";
import { useTestStore } from "../../support/use-store.ts";

const database = useTestStore();
const MANY = 2_000;
/** What a page of an index holds besides what is looked for. */
const A_FEW = 200;

let company: Awaited<ReturnType<typeof aCompany>>;
beforeAll(async () => {
  const { db } = database;
  company = await aCompany(database);
  await company.ask(aWhitelisting());
  await company.register(aWalletDestination({ id: "first" }));
  // PostgreSQL knows of one each, and nothing of those that come now.
  await sql`analyze`.execute(db);
  for (const table of ["requests", "destinations"])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db);
  await ended(db, company.workspaceId);
  await registered(db, company.connectionId);
});

/** Requests that have ended, each with a Rail. */
async function ended(db: Db, workspaceId: string): Promise<void> {
  await sql`
    insert into requests select (jsonb_populate_record(requests, jsonb_build_object(
      'id', gen_random_uuid(), 'number', number + i, 'status', 'done', 'rail_id', 'rail_' || i,
      'moment', moment + i))).*
    from requests cross join generate_series(1, ${MANY}::int) as i
    where workspace_id = ${workspaceId}`.execute(db);
}

async function registered(db: Db, connectionId: string): Promise<void> {
  await sql`
    insert into destinations select (jsonb_populate_record(destinations, jsonb_build_object(
      'id', 'more' || i, 'service_id', service_id || i, 'value', value || i))).*
    from destinations cross join generate_series(1, ${MANY}::int) as i
    where connection_id = ${connectionId}`.execute(db);
  await sql`update destination_values set digest = destination_id
    where connection_id = ${connectionId}`.execute(db);
}

const DIGESTS = Array.from({ length: 100 }, (_, index) => `more${index + 1}`);

it.each<[string, (db: Db) => Promise<unknown>]>([
  ["of a Rail", (db) => findRequestsByRailIds(db, company.connectionId, ["rail_7"])],
  ["that are open", (db) => listOpenRequests(db, company.workspaceId)],
  ["that count as open", (db) => countOpenRequests(db, company.workspaceId, ANA)],
  ["for a destination", (db) => listAwaitedDestinations(db, company.connectionId)],
])("requests %s are found without a look at all", async (_, find) => {
  await sql`analyze requests`.execute(database.db);

  expect(await readInVain(find)).toBeLessThan(A_FEW);
});

it("destinations of many values are found in one reading, also before PostgreSQL has counted them", async () => {
  const find = (db: Db) => listDestinations(db, company.connectionId, { valueDigests: DIGESTS });

  expect(await readInVain(find)).toBeLessThanOrEqual(3 * MANY);
});

it.each<[string, (db: Db) => Promise<unknown>]>([
  ["an id", (db) => findDestinationByServiceId(db, company.connectionId, "nobody's")],
  ["ids", (db) => listDestinations(db, company.connectionId, { serviceIds: ["a", "b"] })],
])("destinations with %s at the service are found without a look at all", async (_, find) => {
  await sql`analyze destinations`.execute(database.db);

  expect(await readInVain(find)).toBeLessThan(A_FEW);
});

it("what is left to index is found without a look at all Rails", async () => {
  const { db } = database;
  await company.see([anOnRampRail({ id: "rail_seen" })]);
  await sql`
    insert into seen_rails select (jsonb_populate_record(seen_rails, jsonb_build_object(
      'rail_id', rail_id || i, 'moment', moment + i, 'is_indexed', true))).*
    from seen_rails cross join generate_series(1, ${MANY}::int) as i
    where connection_id = ${company.connectionId}`.execute(db);
  await indexValues(db, company.connectionId);
  await sql`analyze seen_rails`.execute(db);

  expect(await readInVain((db) => indexValues(db, company.connectionId))).toBeLessThan(A_FEW);
});

/** Of a prepared statement PostgreSQL plans so many for their values, and then takes one plan for any if that looks no worse. */
const BEFORE_ONE_FOR_ALL = 6;

/** How many rows PostgreSQL reads and throws away for what this asks. */
async function readInVain(find: (db: Db) => Promise<unknown>): Promise<number> {
  const asked: CompiledQuery[] = [];
  await find(steppingDatabase(database.db, (query) => void asked.push(query)));
  return database.db.connection().execute(async (one) => {
    let inVain = 0;
    for (const { sql: text, parameters } of asked) {
      await sql`prepare asked as ${sql.raw(text)}`.execute(one);
      const values = sql.join(parameters.map((each) => sql.lit(each)));
      for (let nth = 0; nth < BEFORE_ONE_FOR_ALL; nth += 1)
        await sql`execute asked (${values})`.execute(one);
      const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Plan }] }>`
        explain (analyze, format json) execute asked (${values})`.execute(one);
      for (const row of rows) inVain += inVainIn(row["QUERY PLAN"][0].Plan);
      await sql`deallocate asked`.execute(one);
    }
    return inVain;
  });
}

interface Plan {
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  Plans?: Plan[];
}

/** Counts are those of one loop. */
function inVainIn(plan: Plan): number {
  const each = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Join Filter"] ?? 0);
  return (plan.Plans ?? [])
    .map(inVainIn)
    .reduce((sum, one) => sum + one, each * plan["Actual Loops"]);
}
