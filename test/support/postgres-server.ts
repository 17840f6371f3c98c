import { execFile, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { openPostgres } from "../../src/platform/database/open-postgres.ts";
import { makeTables } from "./embedded.ts";

/** A PostgreSQL that a run starts for itself, and databases of their own on it. */

/** The directory of `initdb` and `postgres`: Debian keeps them out of PATH. */
export function findPrograms(): string | undefined {
  const directories = (process.env.PATH ?? "").split(":");
  try {
    directories.unshift(execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim());
  } catch {
    // Then PATH is all there is.
  }
  return directories.find((each) =>
    ["initdb", "postgres"].every((program) => existsSync(join(each, program))),
  );
}

/**
 * Stops PostgreSQL and removes its directory when its standard input ends, so also when this run is killed. A line that
 * says `down` crashes it, and one that says `up` starts it again.
 */
const KEEPER = `
trap "" INT
"$@" &
while read -r line; do
  case $line in
    down) kill -QUIT $!; wait $! ;;
    up) "$@" & ;;
  esac
done
kill -QUIT $!
wait
rm -rf "$DIRECTORY"`;

export interface PostgresServer {
  /** The superuser's. */
  url: string;
  /** The same over a Unix socket, where each statement costs half as much. */
  socketUrl: string;
  /** As \`pg_ctl stop -m immediate\`: nothing is finished, and what was committed is found again at the next start. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * \`survives\`: it forgets no commit when it is killed. Others are faster, and are never killed. \`counts\`: it can tell
 * which statements were run how often.
 */
export async function startPostgres(
  programs: string,
  { survives = false, counts = false } = {},
): Promise<PostgresServer> {
  const home = await makeHome();
  const { directory: _, data, ...as } = home;
  execFileSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { ...as, stdio: ["ignore", "ignore", "pipe"] },
  );
  return serve(programs, home, {
    synchronous_commit: survives ? "on" : "off",
    ...(counts && { shared_preload_libraries: "pg_stat_statements" }),
  });
}

/** A hot standby, which follows the server at this address until it is promoted. */
export async function startStandby(programs: string, primaryUrl: string): Promise<PostgresServer> {
  const home = await makeHome();
  const { directory: _, data, ...as } = home;
  // Not synchronously: the address may be one of this process.
  await promisify(execFile)(
    join(programs, "pg_basebackup"),
    ["-D", data, "-d", primaryUrl, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"],
    as,
  );
  return serve(programs, home, { synchronous_commit: "on" });
}

/** The folder of a server and that of its data, and how its programs are run. */
interface Home {
  directory: string;
  data: string;
  env: NodeJS.ProcessEnv;
  cwd: string;
  uid?: number;
  gid?: number;
}

async function makeHome(): Promise<Home> {
  const owner = ownerOfDatabases();
  const directory = await mkdtemp(join(tmpdir(), "signalbox-postgres-"));
  if (owner) await chown(directory, owner.uid, owner.gid);
  const env = { ...process.env, LC_ALL: "C", DIRECTORY: directory };
  return { directory, data: join(directory, "data"), env, cwd: tmpdir(), ...owner };
}

async function serve(
  programs: string,
  { directory, data, ...as }: Home,
  settings: Record<string, string>,
): Promise<PostgresServer> {
  const port = await freePort();
  const options = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: directory,
    port,
    max_connections: 300,
    fsync: "off",
    full_page_writes: "off",
    ...settings,
  };
  const set = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const keeper = spawn(
    "sh",
    ["-c", KEEPER, "keeper", join(programs, "postgres"), "-D", data, ...set],
    { ...as, stdio: ["pipe", "ignore", "pipe"] },
  );
  const stop = async () => {
    if (keeper.exitCode !== null || keeper.signalCode !== null) return;
    const ended = once(keeper, "exit");
    keeper.stdin.end();
    await ended;
  };
  try {
    await acceptsConnections(keeper.stderr);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    url,
    socketUrl: `postgres://postgres@${encodeURIComponent(directory)}:${port}/postgres`,
    async kill() {
      keeper.stdin.write("down\n");
      await until(async () => !(await answers(url)));
    },
    async start() {
      keeper.stdin.write("up\n");
      await until(() => answers(url));
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(50);
}

const answers = (url: string) =>
  query(url, "select 1").then(
    () => true,
    () => false,
  );

/** PostgreSQL's programs refuse root, so as root they run as Debian's `postgres`. */
function ownerOfDatabases(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function acceptsConnections(output: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    output.on("data", (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-4_000);
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
      if (said.includes("FATAL")) reject(new Error(`PostgreSQL did not start:\n${said}`));
    });
    output.once("end", () => reject(new Error(`PostgreSQL ended:\n${said}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address
          ? resolve(address.port)
          : reject(new Error("No port")),
      );
    });
  });
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The database from which those are copied that begin with tables. */
export const WITH_TABLES = "with_tables";

/** A database of its own on the server at this address: empty, or a copy. */
export async function createDatabaseOn(
  serverUrl: string,
  copyOf = "template1",
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await query(serverUrl, `create database ${name} template ${copyOf}`);
  return {
    url: databaseAt(serverUrl, name),
    async drop() {
      await query(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** For a run: with the database from which others are copied, which takes seconds to make. */
export async function startWithTemplate(programs: string): Promise<PostgresServer> {
  const server = await startPostgres(programs);
  await query(server.url, `create database ${WITH_TABLES}`);
  await makeTables(openPostgres(databaseAt(server.url, WITH_TABLES), () => {}));
  return server;
}

/** Names the server of a run for the stores of its tests, in its workers as well. */
const FOR_STORES = "SIGNALBOX_TEST_POSTGRES";

export function offerForStores({ socketUrl }: PostgresServer): void {
  process.env[FOR_STORES] = socketUrl;
}

/** Undefined outside a run, and where no PostgreSQL is installed. */
export const serverForStores = () => process.env[FOR_STORES];

function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

/** The rows that one statement brings, over a connection of its own. */
export async function query(serverUrl: string, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(serverUrl);
  // The caller of the statement is told; without a listener a lost connection would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query(statement);
    return rows;
  } finally {
    await client.end();
  }
}
