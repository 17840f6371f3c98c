import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, test } from "vitest";
import { startRailService } from "../../../src/sandbox/rail-service/server.ts";
import {
  ACME,
  aDirectory,
  aRailService,
  as,
  BIRCH,
  idIn,
  onRamp,
  whitelistWallet,
} from "./support.ts";

const MAIN = fileURLToPath(new URL("../../../src/sandbox/rail-service/main.ts", import.meta.url));

/** `npm run rail-service` in a process of its own, ended with the test. */
function startMain(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}

/** The base address that the process prints when it listens. */
async function addressOf({ stdout }: ReturnType<typeof startMain>): Promise<string> {
  const [line] = await once(stdout, "data");
  return /http:\S+/.exec(String(line))?.[0] ?? "";
}

it("answers with its usual token, and stops on a signal", async () => {
  const child = startMain({ PORT: "0", DATA_DIR: await aDirectory() });
  const usual = as({ token: "sandbox-token" }, await addressOf(child));
  expect((await usual.get("/rails")).status).toBe(200);

  child.kill("SIGTERM");

  expect(await once(child, "exit")).toEqual([0, null]);
});

it("says why it does not start, without a stack trace", async () => {
  const dataDir = await aDirectory();
  const { port } = new URL((await aRailService({ dataDir })).baseUrl);
  const old = await aDirectory();
  const database = new DatabaseSync(join(old, "rail-service.sqlite"));
  database.exec("PRAGMA user_version = 4");
  database.close();

  const wrong = { PORT: "65536", RAIL_SERVICE_TOKEN: "two words", DATA_DIR: "" };
  for (const [env, said] of [
    [wrong, /^PORT must .*\nRAIL_SERVICE_TOKEN must .*\nDATA_DIR must .*\n$/],
    [{ PORT: "0", DATA_DIR: dataDir }, /^Another Rail service is using .*\n$/],
    [{ PORT: "0", DATA_DIR: old }, /^\S+ is of another release. Remove it to begin anew.\n$/],
    [{ PORT: "0", DATA_DIR: MAIN }, /^Cannot keep data in .*\n$/],
    [{ PORT: port, DATA_DIR: await aDirectory() }, /^Port \d+ cannot be used: another program/],
  ] as const) {
    const child = startMain(env);
    expect(await text(child.stderr)).toMatch(said);
    expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(1);
  }
  const companies = [ACME, { ...BIRCH, token: ACME.token }];
  await expect(startRailService({ companies })).rejects.toThrow("the same token");
});

test("killed while it works, it has all that it acknowledged, and starts again at once", async () => {
  const dataDir = await aDirectory();
  const child = startMain({ PORT: "0", DATA_DIR: dataDir, RAIL_SERVICE_TOKEN: ACME.token });
  const caller = as(ACME, await addressOf(child));
  const ids: string[] = [];
  const wallet = await whitelistWallet(caller);
  const creating = (async () => {
    for (;;) ids.push(idIn(await caller.post("/rails", onRamp(wallet))));
  })();
  await expect.poll(() => ids.length, { interval: 1, timeout: 30_000 }).toBeGreaterThan(20);
  child.kill("SIGKILL");
  await Promise.all([once(child, "exit"), expect(creating).rejects.toThrow("fetch failed")]);

  const companies = [{ name: "Sandbox company", token: ACME.token }];
  const service = await aRailService({ dataDir, companies });
  const kept = service.rails("Sandbox company").map(({ id }) => id);
  expect(kept.slice(0, ids.length)).toEqual(ids);
  expect(kept.length - ids.length).toBeLessThanOrEqual(1);
});
