import type { RespondFn, SlashCommand } from "@slack/bolt";
import { expect, it, test } from "vitest";
import { plainTextOf } from "../../../src/sandbox/slack-workspace/plain-text.ts";
import {
  ANA,
  APPROVALS,
  BEN,
  EVE,
  GUS,
  RANDOM,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme } from "../support/acme.ts";
import { actions, modal, section } from "../support/blocks.ts";

// What people type, and what they are refused.

const DIRECT = "D0ANA0001";
const TEAM = { id: "T0ACME001", domain: "acme" };
const CHECK = { callback_id: "check_payment_details", type: "message_action" } as const;
const CARD = { text: "R-142", blocks: [section("*R-142* waits"), actions(["Approve", "approve"])] };

type Message = { channel: string; ts: string };
const taking = ({ channel, ts }: Message, callbackId: string = CHECK.callback_id) =>
  ["/shortcut", { channel, ts, callbackId }] as const;

test("a slash command reaches the app, whose answer only the person who typed it sees", async () => {
  const received: SlashCommand[] = [];
  await using acme = await openAcme({}, (bolt) =>
    bolt.command("/rail", async ({ command, ack }) => {
      received.push(command);
      await ack({ text: "fallback", blocks: [section("Two Rails")] });
    }),
  );
  const ana = acme.as(ANA);
  await ana.direct();

  expect(await ana.say(TREASURY, "/rail list GBP ")).toEqual({ acknowledged: true });
  await ana.say(DIRECT, "/rail");

  const common = { command: "/rail", user_id: ANA, user_name: "ana", api_app_id: "A0SIGNAL1" };
  const there = { channel_id: TREASURY, channel_name: "treasury" };
  expect(received).toMatchObject([
    { ...common, ...there, text: "list GBP", team_id: TEAM.id, team_domain: TEAM.domain },
    { ...common, channel_id: DIRECT, channel_name: "directmessage", text: "" },
  ]);
  const [answer, ...others] = await ana.messages(TREASURY);
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ ephemeral: true, text: "fallback", user: "U0SIGNAL1" });
  expect(plainTextOf(answer ?? {})).toBe("Two Rails");
  expect(await ana.direct()).toMatchObject([{ ephemeral: true, text: "fallback" }]);
  expect(await acme.as(BEN).messages(TREASURY)).toEqual([]);
});

test("a response_url answers privately, five times within half an hour", async () => {
  let now = Date.now();
  const kept: RespondFn[] = [];
  await using acme = await openAcme({ now: () => now }, (bolt) =>
    bolt.command("/rail", async ({ ack, respond }) => {
      kept.push(respond);
      await ack();
    }),
  );
  const ana = acme.as(ANA);
  for (const line of ["/rail one", "/rail two"]) await ana.say(TREASURY, line);
  const [first, second] = kept;

  for (let use = 1; use <= 5; use += 1) await first?.(`answer ${use}`);

  await expect(first?.("one too many")).rejects.toThrow("404");
  const seen = await ana.messages(TREASURY);
  expect(seen.map(({ ephemeral }) => ephemeral)).toEqual(Array(5).fill(true));
  expect(await acme.as(BEN).messages(TREASURY)).toEqual([]);
  now += 30 * 60_000;
  await second?.("just in time");
  now += 1;
  await expect(second?.("too late")).rejects.toThrow("404");
});

test("a person is told of what the app does not acknowledge, and keeps their form", async () => {
  await using acme = await openAcme({ ackWindowMs: 60 }, (bolt) => {
    bolt.command("/rail", async ({ command, ack, client }) => {
      if (command.text !== "form") return;
      await ack();
      await client.views.open({ trigger_id: command.trigger_id, view: modal("New Rail") });
    });
    bolt.action("approve", async () => {});
    bolt.shortcut(CHECK, async () => {});
    bolt.view("form", async () => {});
  });
  const { ts = "" } = await acme.client.chat.postMessage({ channel: TREASURY, ...CARD });
  const [ana, card] = [acme.as(ANA), { channel: TREASURY, ts }];
  await ana.say(TREASURY, "/rail form");
  await acme.until(ana.modal, "the form");

  const late = "because the app did not respond within three seconds (operation_timeout).";
  for (const [what, deed] of [
    ["/rail", () => ana.say(TREASURY, "/rail new")],
    ["This action", () => ana.press(card, "Approve")],
    ["Check payment details", () => ana.call(...taking(card))],
    ["Submitting", () => ana.submit()],
  ] as const) {
    expect(await deed()).toMatchObject({ acknowledged: false, failure: `${what} failed ${late}` });
  }
  expect(await ana.modal()).toBeDefined();
  await acme.stopBolt();
  const failure = "/rail failed because the app is not connected (dispatch_failed).";
  expect(await ana.say(TREASURY, "/rail")).toEqual({ acknowledged: false, failure });
  const told = (await ana.messages(TREASURY)).filter(({ ephemeral }) => ephemeral);
  expect(told.map(({ text }) => text)).toEqual([`/rail failed ${late}`, failure]);
});

test("people are refused what the page offers them no way to do", async () => {
  await using acme = await openAcme();
  const { chat } = acme.client;
  const [ana, gus] = [acme.as(ANA), acme.as(GUS)];
  await ana.direct();
  const posted = async (channel: string) => {
    const { ts = "" } = await chat.postMessage({ channel, text: "R-142" });
    return { channel, ts };
  };
  const [gone, unseen, shown] = [
    await posted(TREASURY),
    await posted(APPROVALS),
    await posted(TREASURY),
  ];
  const said = { channel: TREASURY, text: "only you" };
  const whispered = await chat.postEphemeral({ ...said, user: GUS });
  const whisper = { channel: TREASURY, ts: whispered.message_ts ?? "" };
  await acme.as(BEN).remove(gone);

  for (const [refusal, deed] of [
    ["/train is not a command", () => ana.say(TREASURY, "/train")],
    ["not in that conversation", () => gus.say(APPROVALS, "/rail")],
    ["not in that conversation", () => acme.as(EVE).say(DIRECT, "/rail")],
    ["nothing to send", () => ana.say(RANDOM, "  ")],
    ["cant_delete_message", () => ana.remove(shown)],
    ["Translate is not a shortcut", () => ana.call(...taking(shown, "Translate"))],
    ["message_not_found", () => ana.call(...taking(gone))],
    ["message_not_found", () => chat.update({ ...gone, text: "changed" })],
    ["thread_not_found", () => chat.postMessage({ ...said, thread_ts: gone.ts })],
    ["message_not_found", () => gus.call(...taking(unseen))],
    ["no_shortcuts_here", () => gus.call(...taking(whisper))],
    ["channel_not_found", () => acme.as(BEN).messages(DIRECT)],
  ] as const) {
    await expect(deed()).rejects.toThrow(refusal);
  }
});

it.each([
  ["Lunch? GB29 NWBK & <!channel>", "Lunch? GB29 NWBK &amp; &lt;!channel&gt;"],
  ["see https://acme.example/a-b_c.", "see <https://acme.example/a-b_c>."],
  ["(http://acme.example)", "(<http://acme.example>)"],
  ["https://a.example\nhttps://b.example", "<https://a.example>\n<https://b.example>"],
  ["www.acme.example", "<http://www.acme.example|www.acme.example>"],
  ["ana@acme.example, please", "<mailto:ana@acme.example|ana@acme.example>, please"],
  ["<https://evil.example|bank>", "&lt;<https://evil.example>|bank&gt;"],
  ["javascript:alert(1) file:///etc", "javascript:alert(1) file:///etc"],
])("a line that is no command is a message for all, as Slack writes it: %s", async (line, text) => {
  await using acme = await openAcme();
  await acme.as(ANA).say(RANDOM, line);
  expect(await acme.as(BEN).messages(RANDOM)).toMatchObject([
    { user: ANA, text, ephemeral: false },
  ]);
});
