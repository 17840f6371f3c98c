import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../src/sandbox/slack-workspace/main.ts", import.meta.url));

/** The sandbox Slack workspace as `npm run slack-workspace` starts it; settled once it listens. */
export async function workspaceProcess(
  dataDir: string,
): Promise<{ pid: number } & AsyncDisposable> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await once(createInterface({ input: child.stdout }), "line");
  return {
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
