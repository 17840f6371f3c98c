import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { WORK } from "../../../src/capabilities.ts";
import { migrate } from "../../../src/platform/database/migrate.ts";
import type { OpenDatabase } from "../../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../../src/platform/database/open-postgres.ts";
import { createLogger } from "../../../src/platform/process/logger.ts";
import { startQueue } from "../../../src/platform/queue/queue.ts";
import { openTemporary } from "../../support/embedded.ts";
import type { TestDatabase } from "../../support/postgres.ts";
import { createDatabase, hasPostgres } from "../../support/postgres.ts";

/** Every one that there is a file for. */
const MIGRATIONS = readdirSync(
  new URL("../../../src/platform/database/migrations", import.meta.url),
)
  .sort()
  .map((file) => ({ name: file.replace(/\.ts$/, "") }));

const opened: OpenDatabase[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

describe("migrations", () => {
  it("change nothing the second time, keep what is there, and leave alone what a later release did", async () => {
    const database = await openTemporary();
    opened.push(database);
    const { db } = database;
    await migrate(db);
    await db
      .insertInto("workspaces")
      .values({ id: "T1", name: "Acme", last_audit_hash: null })
      .execute();
    const before = await tablesOf(database);

    await migrate(db);

    expect(await tablesOf(database)).toEqual(before);
    expect(before).toContain("requests");
    expect(await db.selectFrom("workspaces").select("name").execute()).toEqual([{ name: "Acme" }]);

    // A process of this release may be started beside a later one, and not beside one of another history.
    const applied = (name: string) =>
      sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`.execute(db);
    await applied("0999-later");
    expect(await migrate(db)).toEqual([]);
    await applied("0002-other");
    await expect(migrate(db)).rejects.toThrow(/0002-other is missing/);
  });
});

describe.runIf(hasPostgres)("three replicas that start at once on an empty PostgreSQL", () => {
  let server: TestDatabase | undefined;
  afterEach(() => server?.drop());

  it("migrate it once, and all have a queue", async () => {
    server = await createDatabase();
    const { url } = server;
    const replicas = [1, 2, 3].map(() => openPostgres(url, () => {}));
    opened.push(...replicas);

    const queues = await Promise.all(
      replicas.map(async ({ db, bossOptions }) => {
        await migrate(db);
        return startQueue(bossOptions, WORK, createLogger("silent"));
      }),
    );
    await Promise.all(queues.map((queue) => queue.stop()));

    for (const { db } of replicas) {
      const { rows } = await sql`select name from kysely_migration`.execute(db);
      expect(rows).toEqual(MIGRATIONS);
    }
  });
});

async function tablesOf({ db }: OpenDatabase): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name).sort();
}
