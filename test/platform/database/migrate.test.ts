import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
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

describe.runIf(hasPostgres)("a migration beside a process of the release before", () => {
  it("is made once more where PostgreSQL undoes it because each waits for the other", async () => {
    const server = await createDatabase("with-tables");
    onTestFinished(() => server.drop());
    const [starting, before] = [
      openPostgres(server.url, () => {}),
      openPostgres(server.url, () => {}),
    ];
    opened.push(starting, before);
    await undoLast(before.db);
    await sql`alter database ${sql.ref(new URL(server.url).pathname.slice(1))}
      set deadlock_timeout = '3s'`.execute(before.db);
    let migrating: Promise<string[]> | undefined;

    await before.db.transaction().execute(async (trx) => {
      // PostgreSQL undoes whoever looks for a deadlock first: not this one.
      await sql`set local deadlock_timeout = '10min'`.execute(trx);
      await sql`lock table seen_rails in row exclusive mode`.execute(trx);
      migrating = migrate(starting.db);
      const waiting = () =>
        sql`select from pg_locks where not granted`.execute(trx).then(({ rows }) => rows.length);
      await expect.poll(waiting, { interval: 20 }).toBe(1);
      await sql`lock table destinations in row exclusive mode`.execute(trx);
    });

    expect(await migrating).toEqual(MIGRATIONS.slice(-2).map(({ name }) => name));
    expect(await tablesOf(starting)).toContain("known_values");
  });
});

/** As the release before the last two migrations has left its tables. */
async function undoLast(db: OpenDatabase["db"]): Promise<void> {
  await sql`drop index destinations_by_service_id`.execute(db);
  await sql`drop function note_value() cascade`.execute(db);
  await sql`drop table known_values, destination_values`.execute(db);
  await sql`alter table seen_rails drop column source_digest, drop column destination_digest,
    drop column is_indexed`.execute(db);
  await sql`delete from kysely_migration where name >= '0033'`.execute(db);
}

async function tablesOf({ db }: OpenDatabase): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name).sort();
}
