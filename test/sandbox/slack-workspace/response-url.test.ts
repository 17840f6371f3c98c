import type { App, RespondFn } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { ANA, BEN, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { startAcme, startBolt } from "./bolt-app.ts";

/** Keeps the `respond` of the latest command for the test to use when it likes. */
function keeping(kept: RespondFn[]) {
  return (app: App) => {
    app.command("/rail", async ({ ack, respond }) => {
      kept.push(respond);
      await ack();
    });
  };
}

describe("a response_url", () => {
  it("answers a command privately, or for everyone", async () => {
    await using workspace = await startAcme();
    const kept: RespondFn[] = [];
    await using _app = await startBolt(workspace, keeping(kept));
    await person(workspace.url, ANA).command(TREASURY, "/rail");

    await kept[0]?.("only you");
    await kept[0]?.({ text: "all of you", response_type: "in_channel" });

    expect(await person(workspace.url, ANA).messages(TREASURY)).toMatchObject([
      { text: "only you", ephemeral: true },
      { text: "all of you", ephemeral: false },
    ]);
    expect(await person(workspace.url, BEN).messages(TREASURY)).toMatchObject([
      { text: "all of you" },
    ]);
  });

  it("takes no more text than a message can hold", async () => {
    await using workspace = await startAcme();
    const kept: RespondFn[] = [];
    await using _app = await startBolt(workspace, keeping(kept));
    await person(workspace.url, ANA).command(TREASURY, "/rail");

    await kept[0]?.("x".repeat(40_001));

    const [only] = await person(workspace.url, ANA).messages(TREASURY);
    expect(only?.text).toHaveLength(40_000);
  });

  it("works five times and no more", async () => {
    await using workspace = await startAcme();
    const kept: RespondFn[] = [];
    await using _app = await startBolt(workspace, keeping(kept));
    await person(workspace.url, ANA).command(TREASURY, "/rail");

    for (let use = 1; use <= 5; use += 1) await kept[0]?.(`answer ${use}`);

    await expect(kept[0]?.("one too many")).rejects.toThrow("404");
    expect(await person(workspace.url, ANA).messages(TREASURY)).toHaveLength(5);
  });

  it("works for half an hour", async () => {
    let now = Date.now();
    await using workspace = await startAcme({ now: () => now });
    const kept: RespondFn[] = [];
    await using _app = await startBolt(workspace, keeping(kept));
    await person(workspace.url, ANA).command(TREASURY, "/rail");

    now += 30 * 60_000;
    await kept[0]?.("just in time");
    now += 1;

    await expect(kept[0]?.("too late")).rejects.toThrow("404");
  });
});
