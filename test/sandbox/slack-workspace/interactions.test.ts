import type { BlockButtonAction, MessageShortcut } from "@slack/bolt";
import { expect, test } from "vitest";
import {
  ANA,
  APPROVALS,
  BEN,
  BOT,
  GUS,
  RANDOM,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme, ownSeed } from "../support/acme.ts";
import { actions, options, plain, richText, section } from "../support/blocks.ts";
import { openSocket } from "../support/raw-app.ts";

// What a real Bolt app hears of what people press, choose and open.

const TEAM = { id: "T0ACME001", domain: "acme" };
const CHECK = { callback_id: "check_payment_details", type: "message_action" } as const;
const CARD = { text: "R-142", blocks: [section("*R-142* waits"), actions(["Approve", "approve"])] };

const taking = (message: { channel: string; ts: string }) =>
  ["/shortcut", { ...message, callbackId: CHECK.callback_id }] as const;

test("a press tells the app who pressed what and where, and the app can redraw the message", async () => {
  const bodies: BlockButtonAction[] = [];
  await using acme = await openAcme({}, (bolt) =>
    bolt.action<BlockButtonAction>("approve", async ({ ack, body, client }) => {
      bodies.push(body);
      await ack();
      const at = { channel: body.channel?.id ?? "", ts: body.message?.ts ?? "" };
      await client.chat.update({ ...at, text: "Approved", blocks: [section("R-142 approved")] });
    }),
  );
  const { ts = "" } = await acme.client.chat.postMessage({ channel: APPROVALS, ...CARD });
  const ben = acme.as(BEN);

  expect(await ben.press({ channel: APPROVALS, ts }, "Approve")).toEqual({ acknowledged: true });

  const isRedrawn = async () =>
    (await ben.messages(APPROVALS)).find(({ text }) => text === "Approved");
  expect(await acme.until(isRedrawn, "the new card")).toMatchObject({ ts, edited: { user: BOT } });
  expect(bodies).toMatchObject([
    {
      type: "block_actions",
      ...{ user: { id: BEN, username: "ben", team_id: TEAM.id }, team: TEAM },
      api_app_id: "A0SIGNAL1",
      channel: { id: APPROVALS, name: "treasury-approvals" },
      container: { type: "message", message_ts: ts, channel_id: APPROVALS, is_ephemeral: false },
      message: { type: "message", ts, text: "R-142", bot_id: "B0SIGNAL1" },
      state: { values: {} },
      response_url: expect.stringMatching(/^http/),
      trigger_id: expect.any(String),
      actions: [
        {
          ...{ type: "button", block_id: "decide", action_id: "approve", value: "R-142" },
          text: { type: "plain_text", text: "Approve" },
          action_ts: expect.stringMatching(/^\d+\.\d{6}$/),
        },
      ],
    },
  ]);
});

test("a choice in a message is told to the app, which replaces a private one", async () => {
  const heard: unknown[] = [];
  await using acme = await openAcme({}, (bolt) =>
    bolt.action("owner", async ({ ack, body, respond }) => {
      heard.push(body);
      await ack();
      await respond({ replace_original: true, text: "changed", blocks: asking("Theirs") });
    }),
  );
  const { chat } = acme.client;
  const asking = (words: string) => [
    section(words),
    {
      ...{ type: "actions" as const, block_id: "decide" },
      elements: [
        {
          ...{ type: "static_select" as const, action_id: "owner", placeholder: plain("Whose?") },
          options: options("Ours", "Theirs"),
        },
      ],
    },
  ];
  const said = { channel: TREASURY, text: "asked", blocks: asking("Whose is it?") };
  const { ts: open = "" } = await chat.postMessage(said);
  const { message_ts: ts = "" } = await chat.postEphemeral({ ...said, user: ANA });
  const ana = acme.as(ANA);

  await ana.fill("Whose?", "Theirs", { channel: TREASURY, ts });
  await ana.fill("Whose?", "Ours", { channel: TREASURY, ts: open });

  const changed = () => ana.messages(TREASURY).then((all) => all.find((each) => each.ts === ts));
  await acme.until(async () => (await changed())?.text === "changed", "the new message");
  expect(await changed()).toMatchObject({ ephemeral: true });
  const action = { type: "static_select", selected_option: { value: "theirs" } };
  const container = { type: "message", is_ephemeral: true, message_ts: ts };
  expect(heard[0]).toMatchObject({ container, actions: [action] });
  expect(heard[0]).not.toHaveProperty("message");
  const state = { values: { decide: { owner: { selected_option: { value: "ours" } } } } };
  expect(heard[1]).toMatchObject({ state });
});

test("a shortcut tells the app who took it, on which message, and what that reads", async () => {
  const seed = ownSeed();
  for (const each of seed.channels) each.isPrivate = each.id === APPROVALS;
  const heard: MessageShortcut[] = [];
  await using acme = await openAcme({ seed }, (bolt) =>
    bolt.shortcut<MessageShortcut>(CHECK, async ({ ack, shortcut }) => {
      heard.push(shortcut);
      await ack();
    }),
  );
  const [ana, ben] = [acme.as(ANA), acme.as(BEN)];
  const typed = async (channel: string, text: string) => {
    await ana.say(channel, text);
    return { channel, ts: (await ana.messages(channel)).at(-1)?.ts ?? "" };
  };
  const posted = async (channel: string) => {
    const { ts = "", channel: id = "" } = await acme.client.chat.postMessage({ channel, ...CARD });
    return { channel: id, ts };
  };
  const message = await typed(TREASURY, "Pay <b> & https://acme.example/?a=1&b=2.");

  expect(await ben.call(...taking(message))).toEqual({ acknowledged: true });
  // The app is no member there.
  await ben.call(...taking(await typed(RANDOM, "lunch?")));
  await ben.call(...taking(await posted(APPROVALS)));
  await ana.call(...taking(await posted(ANA)));

  const url = "https://acme.example/?a=1&b=2";
  const words = (text: string) => ({ type: "text" as const, text });
  const line = richText(words("Pay <b> & "), { type: "link", url }, words("."));
  const own = { bot_id: "B0SIGNAL1", text: "R-142", blocks: [section("*R-142* waits"), {}] };
  expect(heard).toMatchObject([
    {
      ...{ ...CHECK, user: { id: BEN, name: "ben", username: "ben", team_id: TEAM.id } },
      ...{ team: TEAM, channel: { id: TREASURY, name: "treasury" }, message_ts: message.ts },
      message: {
        ...{ type: "message", user: ANA, ts: message.ts, blocks: [line] },
        text: "Pay &lt;b&gt; &amp; <https://acme.example/?a=1&amp;b=2>.",
      },
      ...{ trigger_id: expect.any(String), response_url: expect.stringMatching(/^http/) },
      ...{ action_ts: expect.stringMatching(/^\d+\.\d{6}$/), token: expect.any(String) },
      is_enterprise_install: false,
    },
    { channel: { id: RANDOM }, message: { user: ANA, text: "lunch?" } },
    { channel: { name: "privategroup" }, message: own },
    { channel: { name: "directmessage" }, message: own },
  ]);
  expect(heard[0]?.message).not.toHaveProperty("bot_id");
});

test("opening Home tells an app that subscribes to it, and shows what it publishes", async () => {
  await using acme = await openAcme({}, (bolt) =>
    bolt.event("app_home_opened", async ({ event, client, body }) => {
      const blocks = [section(`${event.tab} ${event.channel} ${body.type}`)];
      await client.views.publish({ user_id: event.user, view: { type: "home", blocks } });
    }),
  );
  const ana = acme.as(ANA);
  await ana.call("/home", {});
  const home = await acme.until(ana.home, "the Home");
  expect(home.blocks).toMatchObject([{ text: { text: "home D0ANA0001 event_callback" } }]);
  expect(await acme.as(GUS).home()).toBeUndefined();

  const seed = ownSeed();
  seed.app.events = [];
  await using deaf = await openAcme({ seed });
  using app = await openSocket(deaf.slack);
  await deaf.as(ANA).call("/home", {});
  const saying = deaf.as(ANA).say(TREASURY, "/rail");
  expect(await app.take()).toMatchObject({ type: "slash_commands" });
  await saying;
});
