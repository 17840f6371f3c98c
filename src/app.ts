import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { serve } from "@hono/node-server";
import pg from "pg";
import { Agent } from "undici";
import { readConfig, secretsOf } from "./config.ts";
import type { Pool } from "./platform/database/db.ts";
import { createLogger } from "./platform/log/logger.ts";
import { openSocket } from "./platform/slack/socket.ts";
import { type Outside, type Process, startProcess } from "./process.ts";
import type { Kept } from "./request/engine/marks.ts";

export interface App {
  /** The port of our own HTTP server. */
  port: number;
  process: Process;
  stop(): Promise<void>;
}

/**
 * Replacements for parts of the real outside: the sandbox has an embedded database and a movable
 * clock.
 */
export type Instead = Partial<Outside> & { /** Every address where absent. */ hostname?: string };

type Env = Record<string, string | undefined>;

/**
 * Starts the product on the real outside. What it has opened is closed again where the start fails.
 */
export async function startApp(env: Env, instead: Instead = {}): Promise<App> {
  const config = readConfig(env);
  const log = createLogger({ level: config.LOG_LEVEL, secrets: secretsOf(config) });
  const outside: Outside = {
    now: Date.now,
    elapsed: () => performance.now(),
    wait: async (ms, signal) => pause(ms, undefined, signal && { signal }),
    fetch: fetchFresh(config.SLACK_API_URL),
    kept: keptIn(config.DATA_DIR),
    random: (bytes) => randomBytes(bytes),
    ...instead,
    pool:
      instead.pool ??
      openPool(config.DATABASE_URL, (error) => {
        log.warn({ err: error }, "an idle connection to the database ended");
      }),
  };
  await using opening = new AsyncDisposableStack();
  opening.defer(() => outside.pool.end());
  const running = await startProcess(env, outside);
  opening.defer(() => running.stop());
  const { port, end } = await listen(config.PORT, running.fetch, instead.hostname);
  opening.defer(end);
  const { SLACK_APP_TOKEN: appToken, SLACK_API_URL: apiUrl } = config;
  if (appToken) {
    const { deliver, greeted } = running;
    const socket = openSocket({ appToken, apiUrl, deliver, greeted, log });
    opening.defer(() => socket.stop());
  }
  const opened = opening.move();
  return { port, process: running, stop: () => opened.disposeAsync() };
}

/**
 * A kept connection may be closing just as a POST leaves, and nobody could tell: each POST has one
 * of its own.
 */
const FRESH = new Agent({ pipelining: 0, allowH2: false }) as unknown as Dispatcher;

/** undici's own type of a dispatcher, and the copy of it in Node's types. */
type Dispatcher = NonNullable<NonNullable<Parameters<typeof fetch>[1]>["dispatcher"]>;

function fetchFresh(slack: string): typeof fetch {
  return (input, init) => {
    const { method, url } =
      input instanceof Request ? input : { method: "GET", url: String(input) };
    const isPost = (init?.method ?? method).toUpperCase() === "POST";
    if (!isPost || url.startsWith(slack)) return fetch(input, init);
    return fetch(input, { ...init, dispatcher: FRESH });
  };
}

/** `onIdleError` hears of every connection that ends by itself. */
export function openPool(connectionString: string, onIdleError: (error: Error) => void): Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    // A machine that vanished answers nothing: given up in seconds, and its connection with it.
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
  });
  pool.on("error", onIdleError);
  // One that ends while it is used says so here too, and would end the process; its statement fails
  // as well.
  pool.on("connect", (client) => client.on("error", onIdleError));
  return pool;
}

/** Files in `DATA_DIR`: each is written beside, flushed and moved into place. */
function keptIn(directory: string): Kept {
  return {
    async read(name) {
      try {
        return await readFile(join(directory, name), "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      }
    },
    async write(name, text) {
      await mkdir(directory, { recursive: true });
      const path = join(directory, name);
      await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
      await rename(`${path}.new`, path);
      await using folder = await open(directory, "r");
      await folder.sync();
    },
  };
}

async function listen(port: number, handle: Process["fetch"], hostname?: string) {
  const server = serve({ fetch: handle, port, ...(hostname && { hostname }) });
  await once(server, "listening").catch((cause: unknown) => {
    throw new Error(`Port ${port} cannot be opened. Another process may have it.`, { cause });
  });
  const address = server.address();
  const end = () => new Promise<void>((done) => server.close(() => done()));
  return { port: typeof address === "object" && address ? address.port : port, end };
}
