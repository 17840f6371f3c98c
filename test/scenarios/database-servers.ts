import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { asPostgres, freePort, type PostgresServer, runSql } from "../harness/postgres.ts";

/** Stops a PostgreSQL of the harness as an operator does, does something, and starts it again. */
export async function restartPostgres(
  server: PostgresServer,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  await stopPostgres(server);
  await meanwhile();
  // It keeps the command line with which it was started.
  const [, options = ""] =
    /^\S+ (.*)$/s.exec(readFileSync(`${dataOf(server)}/postmaster.opts`, "utf8")) ?? [];
  await control(server, "start", "-w", "-l", "/dev/null", "-o", options.trim());
}

export const stopPostgres = (server: PostgresServer) => control(server, "stop", "-m", "fast");

const dataOf = ({ url }: PostgresServer) =>
  join(decodeURIComponent(/@(.+):/.exec(url)?.[1] ?? ""), "data");

async function control(server: PostgresServer, ...command: readonly string[]): Promise<void> {
  const programs = execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim();
  const child = spawn(join(programs, "pg_ctl"), ["-D", dataOf(server), ...command], {
    cwd: tmpdir(),
    stdio: "ignore",
    ...asPostgres(),
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`pg_ctl ${command[0]} ended with ${code}`);
}

/** Debian keeps it out of people's PATH. */
const PGBOUNCER = join(sep, "usr", "sbin", "pgbouncer");

export const hasPgBouncer = existsSync(PGBOUNCER);

export interface Bouncer extends AsyncDisposable {
  /** The database through it, in transaction mode, over two connections for all. */
  url: string;
}

export async function startPgBouncer(databaseUrl: string): Promise<Bouncer> {
  const [, user = "", host = "", port = "", name = ""] =
    /^postgres:\/\/(.+)@(.+):(\d+)\/(.+)$/.exec(databaseUrl) ?? [];
  const directory = mkdtempSync(join(tmpdir(), "signalbox-pgbouncer-"));
  const users = join(directory, "users.txt");
  const settings = join(directory, "pgbouncer.ini");
  const own = await freePort();
  writeFileSync(users, `"${user}" ""\n`);
  writeFileSync(
    settings,
    `[databases]
${name} = host=${decodeURIComponent(host)} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
  );
  const { uid, gid } = asPostgres();
  if (uid !== undefined && gid !== undefined) {
    for (const path of [directory, users, settings]) chownSync(path, uid, gid);
  }
  const child = spawn(PGBOUNCER, ["-q", settings], { stdio: "ignore", ...asPostgres() });
  const ended = once(child, "exit");
  const url = `postgres://${user}@127.0.0.1:${own}/${name}`;
  for (let tries = 0; ; tries += 1) {
    const error = await runSql(url, "select 1").catch((thrown: unknown) => thrown);
    if (error === undefined) break;
    if (tries === 100 || child.exitCode !== null) throw error;
    await pause(50);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGQUIT");
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}
