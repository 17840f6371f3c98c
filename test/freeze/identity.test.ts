import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { isPutBack, rememberIdentity } from "../../src/freeze/restored-database.ts";
import { migrate } from "../../src/platform/database/migrate.ts";
import type { OpenDatabase } from "../../src/platform/database/open-embedded.ts";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { openTemporary } from "../support/embedded.ts";
import { createDatabase, hasPostgres, postgresUrl } from "../support/postgres.ts";
import { findPrograms } from "../support/postgres-server.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function aDatabase(): Promise<string> {
  const { url, drop } = await createDatabase();
  closing.push(drop);
  return url;
}

function open(url: string): OpenDatabase {
  const database = openPostgres(url, () => {});
  closing.push(() => database.close());
  return database;
}

/** As the start of the app does. */
async function started({ db }: OpenDatabase): Promise<boolean> {
  await migrate(db);
  const wasPutBack = await isPutBack(db);
  await rememberIdentity(db);
  return wasPutBack;
}

it("is no other database after any number of starts on the embedded engine", async () => {
  const database = await openTemporary();
  closing.push(() => database.close());

  expect([await started(database), await started(database)]).toEqual([false, false]);
});

describe.runIf(hasPostgres)("a database on PostgreSQL", () => {
  const programs = findPrograms() ?? "";
  const dump = (url: string, ...options: string[]) =>
    execFileSync(join(programs, "pg_dump"), [url, ...options], { encoding: "utf8" });
  const putBack = (url: string, text: string) =>
    execFileSync(join(programs, "psql"), [url, "-q", "-v", "ON_ERROR_STOP=1"], {
      input: text,
      stdio: ["pipe", "ignore", "pipe"],
    });

  it("is no other one after any number of starts, in several replicas", async () => {
    const url = await aDatabase();

    expect(await started(open(url))).toBe(false);
    expect(await started(open(url))).toBe(false);
  });

  it("is one put back once its dump stands in another database, and is told so once", async () => {
    const url = await aDatabase();
    expect(await started(open(url))).toBe(false);
    const copy = await aDatabase();

    putBack(copy, dump(url));

    const database = open(copy);
    expect(await started(database)).toBe(true);
    expect(await started(database)).toBe(false);
    expect(await started(open(url))).toBe(false);
  });

  it("is one put back once its dump stands in the same database again", async () => {
    const url = await aDatabase();
    expect(await started(open(url))).toBe(false);

    putBack(url, dump(url, "--clean", "--if-exists"));

    expect(await started(open(url))).toBe(true);
  });

  it("is another one when it was copied within the server", async () => {
    const url = await aDatabase();
    const first = openPostgres(url, () => {});
    expect(await started(first)).toBe(false);
    await first.close();
    const copy = new URL(url);
    copy.pathname = `${copy.pathname}_copy`;
    const server = open(postgresUrl());
    const name = sql.id(copy.pathname.slice(1));
    await sql`create database ${name} template ${sql.id(new URL(url).pathname.slice(1))}`.execute(
      server.db,
    );
    closing.push(async () => void (await sql`drop database ${name}`.execute(server.db)));

    expect(await started(open(copy.href))).toBe(true);
  });

  it("may be asked who it is by an ordinary role that owns its own tables and nothing else", async () => {
    const url = new URL(await aDatabase());
    const server = open(postgresUrl());
    const role = sql.id(`role_${url.pathname.slice(1)}`);
    const name = sql.id(url.pathname.slice(1));
    await sql`create role ${role} login nosuperuser nocreatedb nocreaterole`.execute(server.db);
    await sql`alter database ${name} owner to ${role}`.execute(server.db);
    url.username = `role_${url.pathname.slice(1)}`;
    const database = openPostgres(url.href, () => {});
    const { rows } = await sql<{ super: string }>`
      select current_setting('is_superuser') as super`.execute(database.db);
    expect(rows).toEqual([{ super: "off" }]);

    expect([await started(database), await started(database)]).toEqual([false, false]);

    await database.close();
    closing.push(async () => {
      await sql`drop role if exists ${role}`.execute(server.db);
    });
    await sql`alter database ${name} owner to current_user`.execute(server.db);
    const owned = openPostgres(new URL(url.pathname, postgresUrl()).href, () => {});
    await sql`reassign owned by ${role} to current_user`.execute(owned.db);
    await sql`drop owned by ${role}`.execute(owned.db);
    await owned.close();
  });
});
