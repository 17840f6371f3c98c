import { describe, expect, it } from "vitest";
import {
  ANA,
  acmeSeed,
  BEN,
  type SeedApp,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { section, startAcme } from "./bolt-app.ts";
import { openSocket } from "./raw-socket.ts";

const startWith = (app: Partial<SeedApp>) =>
  startAcme({ seed: { ...acmeSeed, app: { ...acmeSeed.app, ...app } } });

const view = { type: "home" as const, blocks: [section("Hello")] };

describe("an app without a Home tab", () => {
  it("publishes none, and nobody can open it", async () => {
    await using workspace = await startWith({ home: { tab: false, messages: true } });

    const publishing = workspace.client.views.publish({ user_id: ANA, view });

    await expect(publishing).rejects.toThrow("not_enabled");
    await expect(person(workspace.url, ANA).openHome()).rejects.toThrow("no_home_tab");
  });
});

describe("a published Home", () => {
  it("keeps its external_id, and nothing else has it", async () => {
    await using workspace = await startAcme();
    const named = { ...view, external_id: "home" };
    const publish = (user_id: string) => workspace.client.views.publish({ user_id, view: named });
    await publish(ANA);
    await publish(ANA);

    await expect(publish(BEN)).rejects.toThrow("duplicate_external_id");
  });
});

describe("an app without a Messages tab", () => {
  it("hears nothing there, and says nothing", async () => {
    await using workspace = await startWith({ home: { tab: true, messages: false } });
    const direct = "D0ANA0001";

    await expect(person(workspace.url, ANA).command(direct, "hello")).rejects.toThrow(
      "messages_tab_disabled",
    );
    for (const channel of [ANA, direct]) {
      const posting = workspace.client.chat.postMessage({ channel, text: "hello" });
      await expect(posting).rejects.toThrow("messages_tab_disabled");
    }
  });
});

describe("an event", () => {
  it.each([
    [["app_home_opened"], ["events_api", "slash_commands"]],
    [[], ["slash_commands"]],
  ])("goes out only where it is subscribed to: %j", async (events, heard) => {
    await using workspace = await startWith({ home: { tab: true, messages: true }, events });
    const app = await openSocket(workspace);
    await app.next();
    const ana = person(workspace.url, ANA);

    const acting = ana.openHome().then(() => ana.command(TREASURY, "/rail"));

    for (const type of heard) {
      const envelope = await app.next();
      app.acknowledge(envelope);
      expect(envelope).toMatchObject({ type });
    }
    await acting;
  });
});

describe("a command typed in a thread", () => {
  it("is not run", async () => {
    await using workspace = await startAcme();
    const { ts = "" } = await workspace.client.chat.postMessage({ channel: TREASURY, text: "x" });

    const sent = await fetch(`${workspace.url}/page/people/${ANA}/send`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ channel: TREASURY, text: "/rail", threadTs: ts }),
    });

    expect(await sent.json()).toMatchObject({ error: "no_commands_here" });
  });
});
