import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "./child-environment.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** The bot as a process of its own, of which everything it says is kept. */
export interface BotProcess {
  /** The address of its HTTP server. */
  url: string;
  pid: number;
  /** All that came out of stdout and stderr so far. */
  said(): string;
  /** Tells it to stop; its exit code once it has. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/**
 * Starts it with these settings and no others, and waits until it says that it runs: not with a quiet LOG_LEVEL. `before`
 * is the command that runs node, as `taskset`, and `flags` are node's own.
 */
export async function startBotProcess(
  env: Record<string, string>,
  { before = [], flags = [] }: { before?: readonly string[]; flags?: readonly string[] } = {},
): Promise<BotProcess> {
  const [command = "", ...args] = [...before, process.execPath, ...flags, MAIN];
  const child = spawn(command, args, {
    env: { ...childEnvironment(), PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended: Promise<(number | null)[]> = once(child, "close");
  const running = Promise.withResolvers<string>();
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      const [, port] = /"port":(\d+),"msg":"Signalbox is running"/.exec(said) ?? [];
      if (port !== undefined) running.resolve(port);
    });
  }
  child.once("close", () => running.reject(new Error(`The bot ended:\n${said}`)));
  return {
    url: `http://127.0.0.1:${await running.promise}`,
    pid: child.pid ?? 0,
    said: () => said,
    async stop() {
      child.kill("SIGTERM");
      const [code = null] = await ended;
      return code;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
