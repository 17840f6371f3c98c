import type { App, MessageShortcut } from "@slack/bolt";
import { describe, expect, it } from "vitest";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  CAL,
  GUS,
  RANDOM,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { modal, richText, section, startAcme, startBolt } from "./bolt-app.ts";

const CHECK = { callback_id: "check_payment_details", type: "message_action" } as const;

/** Keeps what the app is told of each shortcut. */
const hearing = (heard: MessageShortcut[]) => (app: App) =>
  app.shortcut<MessageShortcut>(CHECK, async ({ ack, shortcut }) => {
    heard.push(shortcut);
    await ack();
  });

/** What a person typed last in a channel. */
async function typed(workspaceUrl: string, userId: string, text: string, channel = TREASURY) {
  const writer = person(workspaceUrl, userId);
  await writer.command(channel, text);
  const { ts = "" } = (await writer.messages(channel)).at(-1) ?? {};
  return { channel, ts };
}

describe("a message shortcut", () => {
  it("tells the app who took it, on which message, and what that reads", async () => {
    await using workspace = await startAcme();
    const heard: MessageShortcut[] = [];
    await using _app = await startBolt(workspace, hearing(heard));
    const message = await typed(workspace.url, ANA, "Pay <b> & https://acme.example/?a=1&b=2.");

    const outcome = await person(workspace.url, BEN).shortcut(message, "check_payment_details");

    expect(outcome).toEqual({ acknowledged: true });
    expect(heard).toMatchObject([
      {
        type: "message_action",
        callback_id: "check_payment_details",
        user: { id: BEN, name: "ben", username: "ben", team_id: "T0ACME001" },
        team: { id: "T0ACME001", domain: "acme" },
        channel: { id: TREASURY, name: "treasury" },
        message_ts: message.ts,
        message: {
          type: "message",
          user: ANA,
          ts: message.ts,
          text: "Pay &lt;b&gt; &amp; <https://acme.example/?a=1&amp;b=2>.",
          blocks: [
            richText(
              { type: "text", text: "Pay <b> & " },
              { type: "link", url: "https://acme.example/?a=1&b=2" },
              { type: "text", text: "." },
            ),
          ],
        },
        trigger_id: expect.any(String),
        response_url: expect.stringMatching(/^http/),
        action_ts: expect.stringMatching(/^\d+\.\d{6}$/),
        token: expect.any(String),
        is_enterprise_install: false,
      },
    ]);
    expect(heard[0]?.message).not.toHaveProperty("bot_id");
  });

  it("can be taken on the app's own message, and where the app is no member", async () => {
    await using workspace = await startAcme();
    const heard: MessageShortcut[] = [];
    await using _app = await startBolt(workspace, hearing(heard));
    const { ts = "" } = await workspace.client.chat.postMessage({
      channel: APPROVALS,
      text: "R-142",
      blocks: [section("*R-142* waits")],
    });
    const elsewhere = await typed(workspace.url, ANA, "lunch?", RANDOM);
    const ben = person(workspace.url, BEN);

    await ben.shortcut({ channel: APPROVALS, ts }, "check_payment_details");
    await ben.shortcut(elsewhere, "check_payment_details");

    expect(heard).toMatchObject([
      { message: { bot_id: "B0SIGNAL1", text: "R-142", blocks: [section("*R-142* waits")] } },
      { channel: { id: RANDOM }, message: { user: ANA, text: "lunch?" } },
    ]);
  });

  it("opens a modal with its trigger, and answers in private, also to a guest", async () => {
    await using workspace = await startAcme();
    await using _app = await startBolt(workspace, (app) =>
      app.shortcut(CHECK, async ({ ack, client, respond, shortcut }) => {
        await ack();
        await client.views.open({ trigger_id: shortcut.trigger_id, view: modal("Details", []) });
        await respond({ text: "Nothing found", replace_original: true });
      }),
    );
    const { ts = "" } = await workspace.client.chat.postMessage({ channel: TREASURY, text: "hi" });
    const gus = person(workspace.url, GUS);

    await gus.shortcut({ channel: TREASURY, ts }, "check_payment_details");

    await gus.waitFor(gus.modal, "the modal");
    await gus.waitFor(async () => (await gus.messages(TREASURY)).length === 2, "the answer");
    expect(await gus.messages(TREASURY)).toMatchObject([
      { text: "hi", ephemeral: false },
      { text: "Nothing found", ephemeral: true },
    ]);
    expect(await person(workspace.url, CAL).messages(TREASURY)).toMatchObject([{ text: "hi" }]);
  });

  it("hides the names of private conversations from the app", async () => {
    const channels = acmeSeed.channels.map((each) => ({ ...each, isPrivate: true }));
    await using workspace = await startAcme({ seed: { ...acmeSeed, channels } });
    const heard: MessageShortcut[] = [];
    await using _app = await startBolt(workspace, hearing(heard));
    const inChannel = await typed(workspace.url, ANA, "hello");
    const ana = person(workspace.url, ANA);
    const { channel = "", ts = "" } = await workspace.client.chat.postMessage({
      channel: ANA,
      text: "for you",
    });

    await ana.shortcut(inChannel, "check_payment_details");
    await ana.shortcut({ channel, ts }, "check_payment_details");

    expect(heard.map((each) => each.channel.name)).toEqual(["privategroup", "directmessage"]);
  });

  it("is refused when the workspace does not know it", async () => {
    await using workspace = await startAcme();
    const message = await typed(workspace.url, ANA, "hello");

    const taking = person(workspace.url, BEN).shortcut(message, "Translate");

    await expect(taking).rejects.toThrow(/unknown_shortcut.*Translate is not a shortcut/);
  });

  it("is refused on a message that is gone, unseen or private", async () => {
    await using workspace = await startAcme();
    const { chat } = workspace.client;
    const { ts = "" } = await chat.postMessage({ channel: TREASURY, text: "oops" });
    await person(workspace.url, BEN).remove({ channel: TREASURY, ts });
    const { ts: unseen = "" } = await chat.postMessage({ channel: APPROVALS, text: "R-142" });
    const { message_ts = "" } = await chat.postEphemeral({
      channel: TREASURY,
      user: GUS,
      text: "only you",
    });
    const gus = person(workspace.url, GUS);
    const take = (channel: string, on: string) =>
      gus.shortcut({ channel, ts: on }, "check_payment_details");

    await expect(take(TREASURY, ts)).rejects.toThrow("message_not_found");
    await expect(take(APPROVALS, unseen)).rejects.toThrow("message_not_found");
    await expect(take(TREASURY, message_ts)).rejects.toThrow("no_shortcuts_here");
  });

  it("says so when the app does not respond", async () => {
    await using workspace = await startAcme({ ackWindowMs: 60 });
    await using _app = await startBolt(workspace, (app) => app.shortcut(CHECK, async () => {}));
    const message = await typed(workspace.url, ANA, "hello");

    expect(await person(workspace.url, BEN).shortcut(message, "check_payment_details")).toEqual({
      acknowledged: false,
      failure: expect.stringMatching(/^Check payment details failed .*operation_timeout/),
    });
  });
});

describe("what a person types", () => {
  it.each([
    ["GB29 NWBK & <!channel>", "GB29 NWBK &amp; &lt;!channel&gt;"],
    ["see https://acme.example/a-b_c.", "see <https://acme.example/a-b_c>."],
    ["(http://acme.example)", "(<http://acme.example>)"],
    ["https://a.example\nhttps://b.example", "<https://a.example>\n<https://b.example>"],
    ["www.acme.example", "<http://www.acme.example|www.acme.example>"],
    ["ana@acme.example, please", "<mailto:ana@acme.example|ana@acme.example>, please"],
    ["<https://evil.example|bank>", "&lt;<https://evil.example>|bank&gt;"],
    ["javascript:alert(1) file:///etc", "javascript:alert(1) file:///etc"],
  ])("reads %s in the text an app is given as Slack writes it", async (line, text) => {
    await using workspace = await startAcme();
    await typed(workspace.url, ANA, line);

    const [message] = await person(workspace.url, BEN).messages(TREASURY);

    expect(message?.text).toBe(text);
  });
});
