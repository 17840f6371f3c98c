import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("second-verifier.py", import.meta.url));

/** The verifier in Python: one process for many exports, which says `verified` of each or what is wrong. */
export function startSecondVerifier(fingerprint: string) {
  const child = spawn("python3", [SCRIPT, fingerprint], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async says(directory: string): Promise<string> {
      child.stdin.write(`${directory}\n`);
      const { value } = await lines.next();
      return value ?? "it has ended";
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}
