import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { applySchema } from "../../src/platform/database/check-start.ts";

/** The role of the app: it owns nothing. */
const APP = "signalbox_app";
const TEMPLATE = "with_tables";

/** Ends PostgreSQL, and removes its directory, when the run ends, however it does. */
const KEEPER = `"$@" & cat > /dev/null; kill -QUIT $!; wait; sleep 0.1; rm -rf "$DIRECTORY"`;

export interface PostgresServer {
  /** The superuser's, over a Unix socket. It listens at the same port of 127.0.0.1, too. */
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL without fsync, with a database with our tables that others are copied from. */
export async function startPostgres(): Promise<PostgresServer> {
  // Debian keeps the programs out of PATH.
  const programs = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
  const directory = mkdtempSync(join(tmpdir(), "signalbox-postgres-"));
  const data = join(directory, "data");
  const env = { ...process.env, LC_ALL: "C", DIRECTORY: directory };
  const as = { env, cwd: tmpdir(), ...giveToPostgres(directory) };
  const initdb = `-D ${data} -U postgres -A trust -E UTF8 --no-locale --no-sync`.split(" ");
  execFileSync(join(programs, "initdb"), initdb, { ...as, stdio: "ignore" });
  const port = `${await freePort()}`;
  const set = `listen_addresses=127.0.0.1 max_connections=300 fsync=off synchronous_commit=off
    full_page_writes=off autovacuum=off`
    .split(/\s+/)
    .map((each) => `--${each}`);
  const command = [join(programs, "postgres"), "-D", data, "-k", directory, "-p", port, ...set];
  const keeper = spawn("sh", ["-c", KEEPER, "keeper", ...command], {
    ...as,
    // Whatever ends the run, this one tidies up.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const ended = once(keeper, "exit");
  const stop = async () => {
    keeper.stdin.end();
    await ended;
  };
  const url = `postgres://postgres@${encodeURIComponent(directory)}:${port}/postgres`;
  try {
    await new Promise<void>((resolve, reject) => {
      let said = "";
      keeper.stderr.on("data", (chunk) => {
        said = `${said}${chunk}`.slice(-4_000);
        if (said.includes("ready to accept connections")) resolve();
      });
      keeper.stderr.once("end", () => reject(new Error(`PostgreSQL ended:\n${said}`)));
    });
    await run(url, `create role ${APP} login`);
    await run(url, `create database ${TEMPLATE}`);
    const pool = new pg.Pool({ connectionString: at(url, TEMPLATE) });
    await applySchema(pool).finally(() => pool.end());
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export interface TestDatabase {
  /** As the role that was asked for: the app's, or the owner. */
  url: string;
  ownerUrl: string;
  /** Sets a clock that can be set. It stands still until it is set again. */
  setTime(time: number): Promise<void>;
  /** Ended when the database is dropped. */
  openPool(options?: pg.PoolConfig): pg.Pool;
  drop(): Promise<void>;
}

const SETTABLE_CLOCK = `create schema test;
  create table test.time as select date_trunc('milliseconds', clock_timestamp()) as at;
  grant usage on schema test to ${APP};
  grant select on test.time to ${APP};
  create or replace function signalbox.clock() returns timestamptz language sql stable
    as 'select at from test.time'`;

/** Names the server of a test run, in its workers as well. */
export const SERVER = "SIGNALBOX_TEST_POSTGRES";

/** A fresh database with our tables, on the server of this run or on that of `url`. */
export async function createDatabase(
  { withAppRole = false, clock = false } = {},
  url: string = process.env[SERVER] ?? "",
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await run(url, `create database ${name} template ${TEMPLATE}`);
  const ownerUrl = at(url, name);
  if (clock) await run(ownerUrl, SETTABLE_CLOCK);
  const ownUrl = withAppRole ? ownerUrl.replace("//postgres@", `//${APP}@`) : ownerUrl;
  const pools: pg.Pool[] = [];
  const openPool = (options: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({ connectionString: ownUrl, ...options });
    // Whoever asks is told; without listeners a lost connection would end the run.
    pool.on("error", () => {}).on("connect", (client) => void client.on("error", () => {}));
    pools.push(pool);
    return pool;
  };
  return {
    url: ownUrl,
    ownerUrl,
    openPool,
    setTime: (time) => run(ownerUrl, `update test.time set at = '${new Date(time).toISOString()}'`),
    async drop() {
      await Promise.all(pools.map((pool) => (pool.ended ? undefined : pool.end())));
      await run(url, `drop database ${name} with (force)`);
    },
  };
}

/** One text of SQL over a connection of its own. */
async function run(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const at = (url: string, name: string): string => url.replace(/[^/]*$/, name);

/** PostgreSQL refuses root: as root its programs run as Debian's `postgres`. */
function giveToPostgres(directory: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })),
  );
  if (uid === undefined || gid === undefined) throw new Error("No user is called postgres");
  chownSync(directory, uid, gid);
  return { uid, gid };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (typeof address !== "object" || !address) throw new Error("No port is free");
  return address.port;
}
