import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import pg from "pg";

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

/** Stops PostgreSQL and removes its directory when its standard input ends, so also when this run is killed. */
const KEEPER = `trap "" INT; "$@" & read -r _; kill -QUIT $!; wait; rm -rf "$DIRECTORY"`;

/** `url` is the superuser's. */
export async function startPostgres(
  programs: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const owner = ownerOfDatabases();
  const directory = await mkdtemp(join(tmpdir(), "signalbox-postgres-"));
  if (owner) await chown(directory, owner.uid, owner.gid);
  const env = { ...process.env, LC_ALL: "C", DIRECTORY: directory };
  const data = join(directory, "data");
  execFileSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    { env, cwd: tmpdir(), ...owner, stdio: ["ignore", "ignore", "pipe"] },
  );

  const port = await freePort();
  const options = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port,
    max_connections: 300,
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
  };
  const set = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const keeper = spawn(
    "sh",
    ["-c", KEEPER, "keeper", join(programs, "postgres"), "-D", data, ...set],
    {
      env,
      cwd: tmpdir(),
      ...owner,
      stdio: ["pipe", "ignore", "pipe"],
    },
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
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

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
      if (said.includes("ready to accept connections")) resolve();
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

/** An empty database of its own on the server at this address. */
export async function createDatabaseOn(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await run(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return {
    url: url.href,
    drop: () => run(serverUrl, `drop database ${name} with (force)`),
  };
}

async function run(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
