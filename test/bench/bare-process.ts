import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { SIGNING_SECRET } from "../support/signed-request.ts";

const BARE_BOLT = fileURLToPath(new URL("bare-bolt.ts", import.meta.url));

export interface BareBolt extends AsyncDisposable {
  /** The address at which it listens. */
  origin: string;
  pid: number;
}

/** A Bolt app that only acknowledges, as a process of its own; `before` as for the bot. */
export async function bareBolt(before: readonly string[] = []): Promise<BareBolt> {
  const [command = "", ...args] = [...before, process.execPath, BARE_BOLT];
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, SLACK_SIGNING_SECRET: SIGNING_SECRET },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { port } = JSON.parse(String(line)) as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
