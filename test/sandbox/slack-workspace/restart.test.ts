import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { section, startAcme } from "./bolt-app.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slack-workspace-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe("a workspace with a data directory", () => {
  it("has its messages, direct conversations and Homes again after a restart", async () => {
    let ts = "";
    {
      await using before = await startAcme({ dataDir });
      const { chat, views } = before.client;
      ({ ts = "" } = await chat.postMessage({ channel: TREASURY, text: "R-142 waits" }));
      await chat.update({ channel: TREASURY, ts, text: "R-142", blocks: [section("approved")] });
      await chat.postMessage({ channel: BEN, text: "for Ben" });
      await views.publish({ user_id: ANA, view: { type: "home", blocks: [section("Hello")] } });
      await person(before.url, ANA).command(TREASURY, "thanks");
    }

    await using after = await startAcme({ dataDir });

    const ana = person(after.url, ANA);
    expect(await ana.messages(TREASURY)).toMatchObject([
      { ts, text: "R-142", blocks: [section("approved")] },
      { text: "thanks", user: ANA },
    ]);
    expect(await person(after.url, BEN).directMessages()).toMatchObject([{ text: "for Ben" }]);
    expect(await ana.home()).toMatchObject({ blocks: [section("Hello")] });
    await after.client.chat.update({ channel: TREASURY, ts, text: "R-142 again" });
    const next = await after.client.chat.postMessage({ channel: TREASURY, text: "next" });
    expect(Number(next.ts)).toBeGreaterThan(Number(ts));
  });

  it("has it to itself", async () => {
    await using _first = await startAcme({ dataDir });

    await expect(startAcme({ dataDir })).rejects.toThrow("locked");
  });
});

describe("npm run slack-workspace", () => {
  function run(env: Record<string, string>) {
    const child = spawn(process.execPath, ["src/sandbox/slack-workspace/main.ts"], {
      env: { ...process.env, DATA_DIR: dataDir, ...env },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        output += data;
      });
    }
    return { child, output: () => output, exit: once(child, "exit") };
  }

  it("prints its addresses and tokens, and stops on a signal", async () => {
    const { child, output, exit } = run({ PORT: "0" });
    await expect.poll(output).toContain("SLACK_APP_TOKEN=xapp-");
    const [, page] = /Slack workspace +(http:\S+)/.exec(output()) ?? [];
    expect(await (await fetch(`${page}/`)).text()).toContain("<title>");
    expect(output()).toContain(`SLACK_API_URL=${page}/api/`);
    expect(output()).toContain("SLACK_BOT_TOKEN=xoxb-");

    child.kill("SIGTERM");

    expect(await exit).toEqual([0, null]);
  });

  it.each([
    ["a world that there is not", { PORT: "0", WORLD: "two" }, 'WORLD must be "many"'],
    ["a port that is no number", { PORT: "eighty" }, 'PORT is "eighty"'],
    [
      "a directory that cannot be made",
      { PORT: "0", DATA_DIR: "/dev/null/x" },
      "DATA_DIR /dev/null/x",
    ],
  ])("says what is wrong with %s", async (_, env, words) => {
    const { output, exit } = run(env);

    expect(await exit).toEqual([1, null]);
    expect(output()).toContain(words);
    expect(output()).not.toMatch(/^ +at /m);
  });

  it("says which port is in use", async () => {
    await using other = await startAcme();

    const { output, exit } = run({ PORT: new URL(other.url).port });

    expect(await exit).toEqual([1, null]);
    expect(output()).toContain("is in use");
  });
});
