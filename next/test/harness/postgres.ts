import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import pg from "pg";
import { applySchema } from "../../src/platform/database/check-start.ts";

/** The role of the app: it owns nothing. */
const APP = "signalbox_app";
const TEMPLATE = "with_tables";

/** Stops PostgreSQL and removes its directory when its standard input ends, so also when the run is killed. */
const KEEPER = `trap "" INT
"$@" &
cat > /dev/null
kill -QUIT $!
wait
rm -rf "$DIRECTORY"`;

export interface PostgresServer {
  /** The superuser's. */
  url: string;
  stop(): Promise<void>;
}

/** The directory of `initdb` and `postgres`; null where PostgreSQL is not installed. Debian keeps them out of PATH. */
export function findPrograms(): string | null {
  try {
    const directory = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
    return existsSync(join(directory, "initdb")) ? directory : null;
  } catch {
    return null;
  }
}

/** A PostgreSQL of its own, without fsync, with the tables in the database that others are copied from. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const directory = mkdtempSync(join(tmpdir(), "signalbox-postgres-"));
  const owner = ownerOf(directory);
  const env = { ...process.env, LC_ALL: "C", DIRECTORY: directory };
  const as = { env, cwd: tmpdir(), ...owner };
  const data = join(directory, "data");
  const how = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"];
  execFileSync(join(programs, "initdb"), ["-D", data, ...how], { ...as, stdio: "ignore" });
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${directory}`,
    "max_connections=300",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",
  ].flatMap((each) => ["-c", each]);
  const command = [join(programs, "postgres"), "-D", data, ...settings];
  const keeper = spawn("sh", ["-c", KEEPER, "keeper", ...command], {
    ...as,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const stop = async () => {
    if (keeper.exitCode !== null || keeper.signalCode !== null) return;
    const ended = once(keeper, "exit");
    keeper.stdin.end();
    await ended;
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await acceptsConnections(keeper.stderr);
    await run(url, `create role ${APP} login`);
    await run(url, `create database ${TEMPLATE}`);
    const pool = new pg.Pool({ connectionString: at(url, TEMPLATE) });
    await applySchema(pool);
    await pool.end();
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface TestDatabase {
  name: string;
  /** As the role that the app has: its own, or the owner. */
  url: string;
  ownerUrl: string;
  /** Sets the database's clock, where it has one that can be set: it stands still until it is set again. */
  setTime(time: number): Promise<void>;
  /** Ended when the database is dropped. */
  openPool(options?: pg.PoolConfig): pg.Pool;
  drop(): Promise<void>;
}

const SETTABLE_CLOCK = `
  create schema test;
  create table test.time as select date_trunc('milliseconds', clock_timestamp()) as at;
  grant usage on schema test to ${APP};
  grant select on test.time to ${APP};
  create or replace function signalbox.clock() returns timestamptz language sql stable
    as 'select at from test.time'`;

/** A fresh database on a server of `startPostgres`, or a copy of one that nobody is connected to. */
export async function createDatabase(
  serverUrl: string,
  { withAppRole = false, clock = false, copyOf = TEMPLATE } = {},
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await run(serverUrl, `create database ${name} template ${copyOf}`);
  const ownerUrl = at(serverUrl, name);
  if (clock) await run(ownerUrl, SETTABLE_CLOCK);
  const url = withAppRole ? at(serverUrl, name, APP) : ownerUrl;
  const pools: pg.Pool[] = [];
  const openPool = (options: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({ connectionString: url, ...options });
    // Whoever asked is told; without a listener a lost connection would end the run.
    pool.on("error", () => {});
    pools.push(pool);
    return pool;
  };
  let keeper: pg.Pool | undefined;
  return {
    name,
    url,
    ownerUrl,
    openPool,
    async setTime(time) {
      keeper ??= openPool({ connectionString: ownerUrl, max: 1 });
      await keeper.query("update test.time set at = $1::timestamptz", [
        new Date(time).toISOString(),
      ]);
    },
    async drop() {
      await Promise.all(pools.map((pool) => (pool.ended ? undefined : pool.end())));
      await run(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** One text of SQL over a connection of its own. */
async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function at(serverUrl: string, name: string, user?: string): string {
  const url = new URL(serverUrl);
  url.pathname = name;
  if (user) url.username = user;
  return url.href;
}

/** PostgreSQL refuses root, so as root its programs run as Debian's `postgres`. */
function ownerOf(directory: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const owner = { uid: idOf("-u"), gid: idOf("-g") };
  chownSync(directory, owner.uid, owner.gid);
  return owner;
}

function acceptsConnections(output: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    output.on("data", (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-4_000);
      if (said.includes("ready to accept connections")) resolve();
    });
    output.once("end", () => reject(new Error(`PostgreSQL ended:\n${said}`)));
  });
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (typeof address !== "object" || !address) throw new Error("No port is free");
  return address.port;
}
