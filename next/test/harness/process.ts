import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../src/main.ts");

/** The product in a process of its own. */
export interface ChildProcess extends AsyncDisposable {
  /** Of its HTTP server. */
  url: string;
  pid: number;
  /** All that it wrote to stdout and stderr so far. */
  said(): string;
  /** Sends SIGTERM, and resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Suspends it, and lets it go on: SIGSTOP and SIGCONT. */
  suspend(): void;
  resume(): void;
}

type Environment = Record<string, string | undefined>;

const READY = /^Signalbox is running on port (\d+)\.$/m;

/**
 * Starts `src/main.ts` with these settings and no others, by default with an empty DATA_DIR, and
 * waits until it says that it runs. Rejects with all that it said if it ends instead.
 */
export async function startChildProcess(env: Environment): Promise<ChildProcess> {
  const { child, ended, output } = spawnMain(env);
  const ready = Promise.withResolvers<string>();
  output.onMore(() => {
    const [, port] = READY.exec(output.all()) ?? [];
    if (port !== undefined) ready.resolve(port);
  });
  void ended.then(() => ready.reject(new Error(`Signalbox ended:\n${output.all()}`)));
  const url = `http://127.0.0.1:${await ready.promise}`;

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal);
    return ended;
  }
  return {
    url,
    pid: child.pid ?? 0,
    said: output.all,
    stop: () => end("SIGTERM"),
    async kill() {
      await end("SIGKILL");
    },
    suspend: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async [Symbol.asyncDispose]() {
      await end("SIGKILL");
    },
  };
}

/** Runs it to its end, as where the settings are wrong: what it said, and its exit code. */
export async function runChildProcess(env: Environment): Promise<{ said: string; code: unknown }> {
  const { ended, output } = spawnMain(env);
  const code = await ended;
  return { said: output.all(), code };
}

function spawnMain(env: Environment) {
  const { PATH } = process.env;
  const DATA_DIR = mkdtempSync(join(tmpdir(), "signalbox-"));
  const child = spawn(process.execPath, [MAIN], {
    // No variable of this machine may decide.
    env: { PATH, DATA_DIR, PORT: "0", LOG_LEVEL: "info", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended: Promise<number | null> = once(child, "close").then(([code]) => {
    rmSync(DATA_DIR, { recursive: true });
    return code;
  });
  let all = "";
  let onMore = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      all += chunk;
      onMore();
    });
  }
  const output = {
    all: () => all,
    onMore(tell: () => void) {
      onMore = tell;
      tell();
    },
  };
  return { child, ended, output };
}
