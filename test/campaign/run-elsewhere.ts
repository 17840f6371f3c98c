import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Verdict } from "./verdict.ts";
import { verdictOf } from "./verdict.ts";

/** A campaign that does not come to its end has caught nothing. */
const AT_MOST_MS = 15 * 60_000;

/** Runs the campaign's own command line in another tree. */
export async function runElsewhere(
  cwd: string,
  { schedules, seed }: { schedules: string; seed: string },
): Promise<Verdict> {
  const which = ["--schedules", schedules, "--seed", seed, "--shuffled"];
  const line = ["run", "--silent", "campaign", "--", ...which];
  const child = spawn("npm", line, {
    cwd,
    // A group of its own, so that what npm has started ends with it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, AT_MOST_MS);
  const ended = once(child, "exit");
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  clearTimeout(timer);
  return verdictOf(typeof code === "number" ? code : null, said + complained);
}
