import { describe, expect, it } from "vitest";
import {
  ANA,
  acmeSeed,
  BEN,
  type SeedApp,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { openSocket } from "../support/raw-socket.ts";
import { section, startAcme } from "./bolt-app.ts";

const startWith = (app: Partial<SeedApp>) =>
  startAcme({ seed: { ...acmeSeed, app: { ...acmeSeed.app, ...app } } });

const view = { type: "home" as const, blocks: [section("Hello")] };

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

describe("an event", () => {
  it.each([
    [["app_home_opened"], ["events_api", "slash_commands"]],
    [[], ["slash_commands"]],
  ])("goes out only where it is subscribed to: %j", async (events, heard) => {
    await using workspace = await startWith({ events });
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
