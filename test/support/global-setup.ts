import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Of a PostgreSQL that this run has to itself, as its superuser; null where none is installed. */
    postgresUrl: string | null;
  }
}

const { CI, CHROMIUM_PATH = "/usr/bin/chromium" } = process.env;

/** Starts PostgreSQL once for the run, and says in a line each what cannot be run here. In CI that is an error. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = findPrograms();
  if (!programs) notRun("the suites on PostgreSQL: initdb and postgres were not found");
  if (!existsSync(CHROMIUM_PATH)) {
    notRun(`the suites in a browser: no Chromium at ${CHROMIUM_PATH} (set CHROMIUM_PATH)`);
  }
  const server = programs === undefined ? undefined : await startPostgres(programs);
  project.provide("postgresUrl", server?.url ?? null);
  return async () => server?.stop();
}

function notRun(what: string): void {
  if (CI) throw new Error(`In CI everything must run, but not ${what}`);
  process.stderr.write(`Not run: ${what}\n`);
}

/** The directory of `initdb` and `postgres`: Debian keeps them out of PATH. */
function findPrograms(): string | undefined {
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

async function startPostgres(programs: string): Promise<{ url: string; stop(): Promise<void> }> {
  const owner = ownerOfDatabases();
  const directory = await mkdtemp(join(tmpdir(), "signalbox-postgres-"));
  if (owner) await chown(directory, owner.uid, owner.gid);
  const settings = { cwd: directory, env: { ...process.env, LC_ALL: "C" }, ...owner };
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server) await ended(server);
    await rm(directory, { recursive: true, force: true });
  };

  try {
    const data = join(directory, "data");
    execFileSync(
      join(programs, "initdb"),
      ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
      { ...settings, stdio: ["ignore", "ignore", "pipe"] },
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
    server = spawn(
      join(programs, "postgres"),
      [
        "-D",
        data,
        ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ],
      { ...settings, stdio: ["ignore", "ignore", "pipe"] },
    );
    await acceptsConnections(server);
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL's programs refuse root, so as root they run as Debian's `postgres`. */
function ownerOfDatabases(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) =>
    Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function acceptsConnections(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.stderr?.on("data", (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-4_000);
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
  });
}

/** At once, without saving anything: the directory is thrown away. */
async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  await new Promise((resolve) => {
    server.once("exit", resolve);
    server.kill("SIGQUIT");
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
