import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainTextOf } from "../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, CAL, DEE, TREASURY } from "../../src/sandbox/slack-workspace/seed.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { skipFirstStart } from "../support/embedded.ts";
import type { Person } from "../support/person.ts";
import { person } from "../support/person.ts";
import { answerText, answerTo, approve, ask, cardOf, cardReading, openReview } from "./steps.ts";

/** `npm start` as a process of its own, which nothing but the disk outlives. */
let dataDir: string;
let page: URL;
let running: ChildProcess | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "signalbox-killed-"));
  skipFirstStart(join(dataDir, "sandbox", "signalbox"), "with-tables");
  await start("0");
});
afterAll(async () => {
  await kill();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(port: string): Promise<void> {
  const child = spawn(process.execPath, ["src/main.ts"], {
    env: { ...childEnvironment(), PORT: port, DATA_DIR: dataDir, LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running = child;
  let said = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    said += String(chunk);
    const address = /Open (http:\S+)/.exec(said)?.[1];
    if (address) {
      page = new URL(address);
      return;
    }
  }
  throw new Error(`It did not start: ${said}`);
}

async function kill(): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const isGone = once(running, "exit");
  running.kill("SIGKILL");
  await isGone;
}

async function restart(): Promise<void> {
  await kill();
  await start(page.port);
}

const as = (id: string): Person => person(page.origin, id);

/** Asks the Rail service itself, with Acme's token. */
async function railCount(): Promise<number> {
  const file = (name: string) => readFile(join(dataDir, "sandbox", name), "utf8");
  const response = await fetch(`http://127.0.0.1:${await file("rail-port")}/api/v1/rails`, {
    headers: { authorization: `Bearer ${await file("rail-token")}` },
  });
  return ((await response.json()) as { meta: { total: number } }).meta.total;
}

// Between Slack's taking a message and our noting where it stands, a kill leaves an older card or instructions behind:
// Slack gives no way to post a message once. So these look at the newest card, and count Rails, not messages.
describe("killed right after the last approval was acknowledged, and started again", () => {
  it.each([0, 20, 60])(
    "after %i ms: one Rail and its instructions, or a card that says that none was found",
    async (ms) => {
      const name = `Killed after ${ms}`;
      const before = await railCount();
      const card = await ask(as(ANA), { name });
      await approve(as(BEN), card);
      await openReview(as(CAL), card);
      expect(await as(CAL).submit()).toMatchObject({ closed: true });

      await pause(ms);
      await restart();

      const ended = await as(ANA).waitFor(
        async () => {
          const text = plainTextOf(await cardOf(as(ANA), name));
          if (text.includes("DONE")) return text;
          // Killed between the claim and the POST: whoever comes later cannot know, looks, and never posts again.
          const isLost = (await railCount()) === before;
          return isLost && text.includes("OUTCOME NOT KNOWN YET") && text;
        },
        "an end",
        { withinMs: 40_000 },
      );
      expect(ended).toContain(`<@${CAL}>`);
      expect(ended).not.toContain("[");
      if (!ended.includes("DONE")) return;
      expect(await railCount()).toBe(before + 1);
      expect((await as(ANA).messages(TREASURY)).map(plainTextOf).join()).toContain(
        `${name}\nRail rail_`,
      );
    },
    60_000,
  );
});

describe("killed right after a request was asked for", () => {
  it("its card is there after the start, and can be approved", async () => {
    const ana = as(ANA);
    await ask(ana, { name: "Asked, then killed" });
    await restart();

    // Killed before it knew where the card stands, it posts another one: the one it knows of counts.
    const card = await as(BEN).waitFor(async () => {
      const newest = await cardOf(as(BEN), "Asked, then killed");
      const shown = await answerTo(as(BEN), "/rail show Asked, then killed");
      return JSON.stringify(shown.blocks).includes(newest.ts.replace(".", "")) && newest;
    }, "the card that counts");
    expect(plainTextOf(card)).toContain("WAITING 0 of 2");
    await approve(as(BEN), card);
    await approve(as(CAL), card);

    await cardReading(as(ANA), "Asked, then killed", "DONE", 30_000);
  }, 60_000);
});

describe("killed as soon as an emergency stop was acknowledged, and started again", () => {
  it("is frozen, and knows who has agreed that sending goes on", async () => {
    await as(DEE).command(TREASURY, "/rail freeze The bank called");
    await restart();

    const asked = await answerTo(as(BEN), "/rail resume");
    expect(plainTextOf(asked)).toContain("The bank called");
    await as(BEN).click({ channel: TREASURY, ts: asked.ts }, "Let sending go on");
    await restart();

    expect(await answerText(as(CAL), "/rail resume")).toContain(
      `Agreed that sending goes on: <@${BEN}>`,
    );
  }, 60_000);
});
