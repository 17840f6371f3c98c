import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** One of the sandbox's two services as `npm run` starts it; settled once it listens, and says where in its first line. */
export async function sandboxProcess(
  service: "rail-service" | "slack-workspace",
  dataDir: string,
): Promise<{ pid: number; url: string } & AsyncDisposable> {
  const main = fileURLToPath(new URL(`../../src/sandbox/${service}/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return {
    pid: child.pid ?? 0,
    url: /http:\S+/.exec(String(line))?.[0] ?? "",
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
