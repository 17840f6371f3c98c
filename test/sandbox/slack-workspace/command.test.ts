import type { SlashCommand } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import { ANA, BEN, EVE, GUS, RANDOM, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { section, startAcme, startBolt } from "./bolt-app.ts";

describe("a slash command", () => {
  it("reaches the app, whose answer only the person who typed it sees", async () => {
    await using workspace = await startAcme();
    const received: SlashCommand[] = [];
    await using _app = await startBolt(workspace, (app) =>
      app.command("/rail", async ({ command, ack }) => {
        received.push(command);
        await ack({ text: "fallback", blocks: [section("Two Rails")] });
      }),
    );
    const ana = person(workspace.url, ANA);

    expect(await ana.command(TREASURY, "/rail list GBP ")).toEqual({ acknowledged: true });

    expect(received).toMatchObject([
      {
        command: "/rail",
        text: "list GBP",
        user_id: ANA,
        user_name: "ana",
        team_id: "T0ACME001",
        team_domain: "acme",
        channel_id: TREASURY,
        channel_name: "treasury",
        api_app_id: "A0SIGNAL1",
      },
    ]);
    const [answer, ...others] = await ana.messages(TREASURY);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ ephemeral: true, text: "fallback", user: "U0SIGNAL1" });
    expect(plainTextOf(answer ?? {})).toBe("Two Rails");
    expect(await person(workspace.url, BEN).messages(TREASURY)).toEqual([]);
  });

  it("is answered for everyone when the app says in_channel", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) =>
      app.command("/rail", ({ ack }) => ack({ text: "Hello all", response_type: "in_channel" })),
    );

    await person(workspace.url, ANA).command(TREASURY, "/rail");

    const seen = await person(workspace.url, BEN).messages(TREASURY);
    expect(seen).toMatchObject([{ text: "Hello all", ephemeral: false }]);
  });

  it("leaves no trace when the app only acknowledges it", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) =>
      app.command("/rail", ({ ack }) => ack()),
    );
    const ana = person(workspace.url, ANA);

    await ana.command(TREASURY, "/rail");

    expect(await ana.messages(TREASURY)).toEqual([]);
  });

  it("tells the person when the app does not acknowledge it in time", async () => {
    await using workspace = await startAcme({ ackWindowMs: 60 });
    await using _app = await startBolt(workspace, (app) => app.command("/rail", async () => {}));
    const ana = person(workspace.url, ANA);

    const outcome = await ana.command(TREASURY, "/rail new");

    const failure =
      "/rail failed because the app did not respond within three seconds (operation_timeout).";
    expect(outcome).toEqual({ acknowledged: false, failure });
    expect(await ana.messages(TREASURY)).toMatchObject([{ text: failure, ephemeral: true }]);
  });

  it("tells the person when no app is connected", async () => {
    await using workspace = await startAcme();

    const outcome = await person(workspace.url, ANA).command(TREASURY, "/rail");

    expect(outcome).toEqual({
      acknowledged: false,
      failure: "/rail failed because the app is not connected (dispatch_failed).",
    });
  });

  it("hides the name of the direct conversation it was typed in", async () => {
    await using workspace = await startAcme();
    const names: string[] = [];
    await using _app = await startBolt(workspace, (app) =>
      app.command("/rail", async ({ command, ack }) => {
        names.push(command.channel_name);
        await ack("in private");
      }),
    );
    const ana = person(workspace.url, ANA);
    await ana.directMessages();

    await ana.command("D0ANA0001", "/rail");

    expect(names).toEqual(["directmessage"]);
    expect(await ana.directMessages()).toMatchObject([{ text: "in private", ephemeral: true }]);
  });

  it.each([
    ["an unknown command", ANA, TREASURY, "/train", /\/train is not a command/],
    ["a conversation the person is not in", GUS, "C0APPROV1", "/rail", /not in that conversation/],
    ["a conversation that is someone else's", EVE, "D0ANA0001", "/rail", /not in that/],
    ["nothing at all", ANA, RANDOM, "  ", /nothing to send/],
  ])("is refused for %s", async (_, user, channel, text, refusal) => {
    await using workspace = await startAcme();

    await expect(person(workspace.url, user).command(channel, text)).rejects.toThrow(refusal);
  });
});

describe("a line that is no command", () => {
  it("is a message that everyone in the channel reads", async () => {
    await using workspace = await startAcme();

    await person(workspace.url, ANA).command(RANDOM, "Lunch?");

    const seen = await person(workspace.url, BEN).messages(RANDOM);
    expect(seen).toMatchObject([{ user: ANA, text: "Lunch?", ephemeral: false }]);
  });
});
