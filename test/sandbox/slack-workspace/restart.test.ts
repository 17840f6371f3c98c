import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme } from "../support/acme.ts";
import { section } from "../support/blocks.ts";

const DAY = 86_400_000;

/** Removed at the end of the test. */
async function aDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "slack-workspace-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test("a workspace has its messages, Homes and clock again after a restart, and its directory to itself", async () => {
  const dataDir = await aDirectory();
  const blocks = [section("approved")];
  let ts = "";
  {
    await using before = await openAcme({ dataDir });
    const { chat, views } = before.client;
    before.slack.clock.advance(DAY);
    ({ ts = "" } = await chat.postMessage({ channel: TREASURY, text: "R-142 waits" }));
    await chat.update({ channel: TREASURY, ts, text: "R-142", blocks });
    await chat.postMessage({ channel: BEN, text: "for Ben" });
    await views.publish({ user_id: ANA, view: { type: "home", blocks } });
    await before.as(ANA).say(TREASURY, "thanks");
    await expect(openAcme({ dataDir })).rejects.toThrow("locked");
  }

  await using after = await openAcme({ dataDir });

  const ana = after.as(ANA);
  const thanks = { text: "thanks", user: ANA };
  expect(await ana.messages(TREASURY)).toMatchObject([{ ts, text: "R-142", blocks }, thanks]);
  expect(await after.as(BEN).direct()).toMatchObject([{ text: "for Ben" }]);
  expect(await ana.home()).toMatchObject({ blocks });
  const { clock } = after.slack;
  expect([clock.aheadMs(), clock.now() > Date.now() + DAY - 60_000]).toEqual([DAY, true]);
  await after.client.chat.update({ channel: TREASURY, ts, text: "R-142 again" });
  const next = await after.client.chat.postMessage({ channel: TREASURY, text: "next" });
  expect(Number(next.ts)).toBeGreaterThan(Number(ts));
});

/** `npm run slack-workspace` in a process of its own, ended with the test. */
function startMain(env: Record<string, string>) {
  const child = spawn(process.execPath, ["src/sandbox/slack-workspace/main.ts"], {
    env: { ...process.env, PORT: "0", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (data) => {
      output += data;
    });
  }
  return { child, said: () => output, ended: once(child, "close") };
}

test("npm run slack-workspace prints its addresses and tokens, and stops on a signal", async () => {
  const { child, said, ended } = startMain({ DATA_DIR: await aDirectory() });
  while (!said().includes("SLACK_APP_TOKEN=xapp-")) await once(child.stdout, "data");
  const [, page] = /Slack workspace +(http:\S+)/.exec(said()) ?? [];
  expect(await (await fetch(`${page}/`)).text()).toContain("<title>");
  expect(said()).toContain(`SLACK_API_URL=${page}/api/`);
  expect(said()).toContain("SLACK_BOT_TOKEN=xoxb-");

  child.kill("SIGTERM");

  expect(await ended).toEqual([0, null]);
});

test("npm run slack-workspace says why it does not start, without a stack trace", async () => {
  await using other = await openAcme();
  const DATA_DIR = await aDirectory();
  const runs = [
    [{ DATA_DIR, WORLD: "two" }, 'WORLD must be "many"'],
    [{ DATA_DIR, PORT: "eighty" }, 'PORT is "eighty"'],
    [{ DATA_DIR: "/dev/null/x" }, "DATA_DIR /dev/null/x"],
    [{ DATA_DIR, PORT: new URL(other.slack.url).port }, "is in use"],
  ] as const;
  for (const { words, run } of runs.map(([env, words]) => ({ words, run: startMain(env) }))) {
    expect(await run.ended).toEqual([1, null]);
    expect(run.said()).toContain(words);
    expect(run.said()).not.toMatch(/^ +at /m);
  }
});
