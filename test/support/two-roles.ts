import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { childEnvironment } from "./child-environment.ts";
import { postgresUrl } from "./postgres.ts";

const ROLES = fileURLToPath(new URL("../../docs/roles.sql", import.meta.url));
const SRC = fileURLToPath(new URL("../../src", import.meta.url));

/** A database with an owner, and a role that runs the app, as docs/roles.sql makes them. */
export interface TwoRoles {
  /** The name of the database and of the role that runs the app; the owner's ends in `_owner`. */
  name: string;
  urlAs(role: string): string;
  /** As the owner, with the rights granted to the role that runs the app. */
  migrate(env?: Record<string, string>): Promise<Ran>;
  /** Connections of that role, of its owner and of the superuser. */
  app: pg.Client;
  owner: pg.Client;
  superuser: pg.Client;
  drop(): Promise<void>;
}

interface Ran {
  code: unknown;
  out: string;
  err: string;
}

export async function openTwoRoles(): Promise<TwoRoles> {
  // Roles belong to the whole server.
  const name = `signalbox_${randomUUID().replaceAll("-", "")}`;
  const server = await connected(postgresUrl());
  const statements = (await readFile(ROLES, "utf8"))
    .replace(/^--.*$/gm, "")
    .replace(/\bsignalbox/g, name)
    .split(";");
  for (const statement of statements) if (statement.trim()) await server.query(statement);
  const urlAs = (role: string) => {
    const url = new URL(postgresUrl());
    url.username = role;
    url.pathname = name;
    return url.href;
  };
  const [app, owner] = [await connected(urlAs(name)), await connected(urlAs(`${name}_owner`))];
  const superuser = await connected(urlAs("postgres"));
  return {
    name,
    urlAs,
    migrate: (env = {}) =>
      runProgram("migrate.ts", ["--grant-to", name], {
        DATABASE_URL: urlAs(`${name}_owner`),
        ...env,
      }),
    app,
    owner,
    superuser,
    async drop() {
      for (const client of [app, owner, superuser]) await client.end();
      await server.query(`drop database ${name} with (force)`);
      await server.query(`drop role ${name}`);
      await server.query(`drop role ${name}_owner`);
      await server.end();
    },
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

/** A program of ours in a process of its own, to its end. */
export async function runProgram(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<Ran> {
  const child = spawn(process.execPath, [join(SRC, program), ...args], {
    env: { ...childEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [[code], out, err] = await Promise.all([
    once(child, "close"),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, out, err };
}
