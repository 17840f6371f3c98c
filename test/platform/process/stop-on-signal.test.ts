import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const PROCESS = fileURLToPath(new URL("stopping-process.ts", import.meta.url));
const FOR_EVER = 600_000;

describe("a process that is asked to stop", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("ends with 0 once it has, on %s", async (signal) => {
    const { child, ended } = await started("cleanly", FOR_EVER);

    child.kill(signal);

    expect(await ended).toEqual({ code: 0, said: "" });
  });

  it("ends all the same when something hangs, and says so", async () => {
    const { child, ended } = await started("never", 50);

    child.kill("SIGTERM");

    const { code, said } = await ended;
    expect(code).toBe(1);
    expect(said).toMatch(/^Signalbox did not stop in time:\nIt was ended after 0.05 seconds/);
  });

  it("says why it could not stop cleanly", async () => {
    const { child, ended } = await started("badly", FOR_EVER);

    child.kill("SIGTERM");

    expect(await ended).toEqual({
      code: 1,
      said: "Signalbox did not stop cleanly:\nThe database is gone",
    });
  });

  it("takes two signals of one press for one, and ends at once when it is asked again", async () => {
    const { child, ended, out } = await started("never", FOR_EVER);
    child.kill("SIGINT");
    await once(out, "data");
    child.kill("SIGINT");
    await pause(50);
    expect(child.exitCode).toBeNull();

    const again = setInterval(() => child.kill("SIGTERM"), 50);
    onTestFinished(() => clearInterval(again));

    expect(await ended).toEqual({ code: 1, said: "" });
  });
});

async function started(how: string, within: number) {
  const child: ChildProcess = spawn(process.execPath, [PROCESS, how, String(within)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const { stdout: out, stderr: err } = child;
  if (!out || !err) throw new Error("Its output is not piped");
  const said = text(err);
  const ended = once(child, "close").then(async ([code]) => ({ code, said: await said }));
  await once(out, "data");
  return { child, ended, out };
}
