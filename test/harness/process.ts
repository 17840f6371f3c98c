import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const OPERATE = join(import.meta.dirname, "../../src/operate.ts");

/** What Node has compiled of it: half of what a start costs. */
const NODE_COMPILE_CACHE = join(tmpdir(), "signalbox-compiled");

/** The product in a process of its own. */
export type ChildProcess = Awaited<ReturnType<typeof startChildProcess>>;

type Environment = Record<string, string | undefined>;

const READY = /^Signalbox is running on port (\d+)\.$/m;

/**
 * Starts `src/main.ts` with these settings and no others, by default with an empty DATA_DIR, and
 * waits until it says that it runs. Rejects with all that it said if it ends instead.
 */
export async function startChildProcess(env: Environment) {
  const { child, ended, said, ready } = spawnMain(env);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  const kill = async () => void (await end("SIGKILL"));
  return {
    /** Of its HTTP server. */
    url: `http://127.0.0.1:${await ready}`,
    /** All that it wrote to stdout and stderr so far. */
    said,
    /** Sends SIGTERM, and resolves with its exit code. */
    stop: () => end("SIGTERM"),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** Runs it to its end, as where the settings are wrong: what it said, and its exit code. */
export async function runChildProcess(env: Environment): Promise<{ said: string; code: unknown }> {
  const { ended, said, ready } = spawnMain(env);
  await ready.catch(() => {});
  const code = await ended;
  return { said: said(), code };
}

/** Runs a command of the operator, with `input` on its standard input. */
export async function operate(env: Environment, args: readonly string[], input = "") {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [OPERATE, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  child.stdin.end(input);
  const [code]: unknown[] = await once(child, "close");
  return { said: said.trim(), code };
}

function spawnMain(env: Environment) {
  const { PATH } = process.env;
  const DATA_DIR = mkdtempSync(join(tmpdir(), "signalbox-"));
  const child = spawn(process.execPath, [MAIN], {
    // No variable of this machine may decide.
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR, PORT: "0", LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const [, port] = READY.exec(said) ?? [];
      if (port !== undefined) resolve(port);
    });
  }
  const ended: Promise<number | null> = once(child, "close").then(([code]) => {
    rmSync(DATA_DIR, { recursive: true });
    reject(new Error(`Signalbox ended:\n${said}`));
    return code;
  });
  return { child, ended, ready, said: () => said };
}
