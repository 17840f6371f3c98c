import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { applySchema } from "../../src/platform/database/check-start.ts";
import { listen } from "../../src/sandbox/shared/listen.ts";

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
  const directory = mkdtempSync(join(placeFor(2_000_000_000), "signalbox-postgres-"));
  const data = join(directory, "data");
  const env = { ...process.env, LC_ALL: "C", DIRECTORY: directory };
  const as = { env, cwd: tmpdir(), ...asPostgres() };
  if (as.uid !== undefined && as.gid !== undefined) chownSync(directory, as.uid, as.gid);
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
    await runSql(url, `create role ${APP} login`);
    await runSql(url, `create database ${TEMPLATE}`);
    const template = at(url, TEMPLATE);
    const pool = new pg.Pool({ connectionString: template });
    await applySchema(pool).finally(() => pool.end());
    await runSql(template, CLOCK);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** In memory where there are so many bytes: a sixth of a test's CPU time was the file system's. */
function placeFor(bytes: number): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > bytes ? memory : tmpdir();
}

/** The product's clock can be set, and then stands still; or it runs ahead. */
const CLOCK = `create schema test;
  create table test.time as select null::timestamptz as at, 0::bigint as ahead_ms;
  grant usage on schema test to ${APP};
  grant select on test.time to ${APP};
  create or replace function signalbox.clock() returns timestamptz language sql stable as $$
    select coalesce(at, date_trunc('milliseconds',
      clock_timestamp() + ahead_ms * interval '1 millisecond')) from test.time $$`;

export type TestDatabase = Awaited<ReturnType<typeof createDatabase>>;

/** Names the server of a test run, in its workers as well. */
export const SERVER = "SIGNALBOX_TEST_POSTGRES";

/**
 * A fresh database with our tables, on the server of this run or on that of `url`. `clock`: its
 * clock stands still.
 */
export async function createDatabase(
  { withAppRole = false, clock = false } = {},
  url: string = process.env[SERVER] ?? "",
) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await runSql(url, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const ownerUrl = at(url, name);
  const ownUrl = withAppRole ? ownerUrl.replace("//postgres@", `//${APP}@`) : ownerUrl;
  const pools: pg.Pool[] = [];
  /** Ended when the database is dropped. */
  const openPool = (options: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({ connectionString: ownUrl, ...options });
    // Whoever asks is told; without listeners a lost connection would end the run.
    pool.on("error", () => {}).on("connect", (client) => void client.on("error", () => {}));
    pools.push(pool);
    return pool;
  };
  /** Sets its clock, which stands still until it is set again. */
  const setTime = (time: number) =>
    runSql(ownerUrl, `update test.time set at = '${new Date(time).toISOString()}'`);
  if (clock) await setTime(Date.now());
  return {
    /** `url`: as the role that was asked for, the app's or the owner. */
    ...{ url: ownUrl, ownerUrl, openPool, setTime },
    /** Its clock runs ahead by so many milliseconds more. */
    advance: (ms: number) => runSql(ownerUrl, `update test.time set ahead_ms = ahead_ms + ${ms}`),
    async drop() {
      await Promise.all(pools.map((pool) => (pool.ended ? undefined : pool.end())));
      await runSql(url, `drop database ${name} with (force)`);
    },
  };
}

/** One text of SQL over a connection of its own. */
export async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const at = (url: string, name: string): string => url.replace(/[^/]*$/, name);

/** Servers of databases refuse root: as root their programs run as Debian's `postgres`. */
export function asPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [uid = 0, gid = 0] = ["-u", "-g"].map((flag) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" })),
  );
  return { uid, gid };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe, 0);
  probe.close();
  return port;
}
