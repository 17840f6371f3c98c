import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "../../src/platform/database/migrate.ts";
import type { OpenDatabase } from "../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { createDatabase, hasPostgres } from "../support/postgres.ts";
import type { Recorded } from "./recorded.ts";

const DIRECTORY = fileURLToPath(new URL("recorded", import.meta.url));

/** During a rolling upgrade processes of the release before go on beside the migrated tables. */
describe.runIf(hasPostgres)("what an earlier release says to the database", () => {
  let server: TestDatabase;
  let database: OpenDatabase;
  beforeEach(async () => {
    server = await createDatabase();
    database = openPostgres(server.url, () => {});
    await migrate(database.db);
  });
  afterEach(async () => {
    await database.close();
    await server.drop();
  });

  it.each(readdirSync(DIRECTORY))("has the same effect on today's tables, %s", async (file) => {
    const recorded = JSON.parse(readFileSync(`${DIRECTORY}/${file}`, "utf8")) as Recorded[];
    expect(recorded.some(({ sql }) => sql.startsWith('insert into "requests"'))).toBe(true);

    for (const { sql, parameters, rows, affected } of recorded) {
      const statement = CompiledQuery.raw(sql, [...parameters]);
      const result = await database.db.executeQuery(statement);

      expect(
        { rows: result.rows.length, affected: Number(result.numAffectedRows ?? 0) },
        sql,
      ).toEqual({ rows, affected });
    }
  });
});
