import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const MAIN = fileURLToPath(new URL("../../../src/sandbox/rail-service/main.ts", import.meta.url));

/** `npm run rail-service` in a process of its own, ended with the test. */
export function startMain(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

/** The base address that the process prints when it listens. */
export async function addressOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of stdout ?? []) {
    const address = /http:\S+/.exec(String(line))?.[0];
    if (address !== undefined) return address;
  }
  throw new Error("The process ended without an address");
}
