import { expect, it, test } from "vitest";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  BOT,
  GUS,
  RANDOM,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme, ownSeed, webClient } from "../support/acme.ts";
import { modal, section } from "../support/blocks.ts";

// What Slack's own client makes of the answers.

const DIRECT = "D0ANA0001";
const VAULT = { id: "C0VAULT01", name: "vault", isPrivate: true, members: [ANA, BOT] };
const BOARD = { id: "C0BOARD01", name: "board", isPrivate: true, members: [ANA] };
const hello = { channel: TREASURY, text: "hello" };

/** With private channels, of which the app is in one. */
function seedWith(scopes = acmeSeed.app.scopes) {
  const seed = ownSeed();
  return {
    ...seed,
    channels: [...seed.channels, VAULT, BOARD],
    app: { ...seed.app, scopes },
  };
}

test("a token is refused that is wrong, missing, or of the other kind", async () => {
  await using acme = await openAcme();
  for (const [token, error] of [
    ["xoxb-wrong", "invalid_auth"],
    ["", "not_authed"],
    [acme.slack.appToken, "not_allowed_token_type"],
  ] as const) {
    await expect(webClient(acme.slack, token).auth.test()).rejects.toThrow(error);
  }
  await expect(acme.client.apps.connections.open()).rejects.toThrow("not_allowed_token_type");
});

const broken = { ...hello, blocks: [{ type: "sectoin" }] };
const many = (count: number) => Array(count).fill(section("x".repeat(2_900)));
const open = { trigger_id: "t" };

test("a call is refused as Slack would refuse it, and what this workspace has not by its name", async () => {
  await using acme = await openAcme({ seed: seedWith() });
  const { client, slack } = acme;
  await acme.as(ANA).direct();
  const { ts = "" } = await client.chat.postMessage(hello);
  const whispered = await client.chat.postEphemeral({ ...hello, user: GUS });

  for (const [error, method, args] of [
    ["unknown_method", "chat.shout", {}],
    ["channel_not_found", "chat.postMessage", { ...hello, channel: "C0NOWHERE" }],
    ["not_in_channel", "chat.postMessage", { ...hello, channel: RANDOM }],
    ["no_text", "chat.postMessage", { channel: TREASURY }],
    ["thread_not_found", "chat.postMessage", { ...hello, thread_ts: "1.0" }],
    ["invalid_blocks", "chat.postMessage", broken],
    ["msg_blocks_too_long", "chat.postMessage", { ...hello, blocks: many(5) }],
    ["invalid_arguments", "chat.postMessage", { ...hello, link_names: true }],
    ["user_not_in_channel", "chat.postEphemeral", { ...hello, channel: APPROVALS, user: GUS }],
    ["message_not_found", "chat.update", { ...hello, ts: "1.0" }],
    ["message_not_found", "chat.update", { ...hello, ts: whispered.message_ts }],
    ["msg_blocks_too_long", "chat.update", { ...hello, ts, blocks: many(5) }],
    ["msg_too_long", "chat.update", { channel: TREASURY, ts, text: "x".repeat(4_001) }],
    ["user_not_found", "users.info", { user: "U0NOBODY" }],
    ["channel_not_found", "conversations.info", { channel: "C0NOWHERE" }],
    ["not_found", "views.update", { view_id: "V0", view: modal("x") }],
    ["invalid_arguments", "views.open", open],
    ["invalid_trigger_id", "views.open", { ...open, view: modal("x") }],
    ["view_too_large", "views.open", { ...open, view: modal("x", many(87)) }],
    // To the app a private conversation that it is not in does not exist.
    ["channel_not_found", "conversations.info", { channel: BOARD.id }],
    ["channel_not_found", "chat.update", { ...hello, channel: BOARD.id, ts: "1.0" }],
    // A person's id stands for their direct conversation where a message is posted alone.
    ["channel_not_found", "conversations.info", { channel: ANA }],
    ["channel_not_found", "chat.postEphemeral", { ...hello, channel: ANA, user: ANA }],
    ["channel_not_found", "chat.update", { ...hello, channel: ANA, ts: "1.0" }],
  ] as const) {
    await expect(client.apiCall(method, args), method).rejects.toThrow(error);
    expect(slack.traffic().at(-1)).toMatchObject({ method, ok: false, error });
  }
  const pointing = [
    ["link_names is not supported by this workspace", { ...hello, link_names: true }],
    ["[json-pointer:/blocks/0/type]", broken],
  ] as const;
  for (const [words, args] of pointing) {
    await expect(client.apiCall("chat.postMessage", args)).rejects.toMatchObject({
      data: { response_metadata: { messages: [expect.stringContaining(words)] } },
    });
  }
  expect(await acme.as(ANA).messages(TREASURY)).toMatchObject([{ ts, text: "hello" }]);
  expect(JSON.stringify(slack.traffic())).not.toContain(slack.botToken);
});

it.each<[string, string, Record<string, string>]>([
  ["chat:write", "chat.postMessage", hello],
  ["chat:write", "chat.postEphemeral", { ...hello, user: ANA }],
  ["chat:write", "chat.update", { ...hello, ts: "1.0" }],
  ["channels:read", "conversations.info", { channel: RANDOM }],
  ["groups:read", "conversations.info", { channel: VAULT.id }],
  ["im:read", "conversations.info", { channel: DIRECT }],
  ["files:write", "files.getUploadURLExternal", { filename: "a.png", length: "1" }],
  ["files:write", "files.completeUploadExternal", { files: '[{"id":"F0"}]' }],
  ["users:read", "users.info", { user: ANA }],
  ["users:read", "bots.info", { bot: "B0SIGNAL1" }],
])("%s is needed for %s %j", async (scope, method, args) => {
  const others = acmeSeed.app.scopes.filter((each) => each !== scope);
  await using full = await openAcme({ seed: seedWith() });
  await using acme = await openAcme({ seed: seedWith(others) });
  for (const each of [full, acme]) await each.as(ANA).direct();

  await expect(acme.client.apiCall(method, args)).rejects.toMatchObject({
    data: {
      ...{ error: "missing_scope", needed: scope, provided: others.join(",") },
      response_metadata: { scopes: others, acceptedScopes: [scope] },
    },
  });
  const served = await full.client.apiCall(method, args).catch(({ data }) => data);
  expect(served.error).not.toBe("missing_scope");
});

test("a token without scopes still says whose it is and opens views; people get no command", async () => {
  await using acme = await openAcme({ seed: seedWith([]) });
  expect(await acme.client.auth.test()).toMatchObject({ user_id: BOT, team_id: "T0ACME001" });
  const opening = acme.client.views.open({ ...open, view: modal("x") });
  await expect(opening).rejects.toThrow("invalid_trigger_id");
  const ana = acme.as(ANA);
  await expect(ana.say(TREASURY, "/rail")).rejects.toThrow("unknown_command");
  const taking = { channel: TREASURY, ts: "1.0", callbackId: "check_payment_details" };
  await expect(ana.call("/shortcut", taking)).rejects.toThrow("unknown_shortcut");
});

const READ_ONLY = "restricted_action_read_only_channel";

it.each([
  ["archived", { isArchived: true }, "is_archived", "is_inactive"],
  ["left by the app", { members: [ANA] }, "not_in_channel", "not_in_channel"],
  [
    "private, and left by the app",
    { members: [ANA], isPrivate: true },
    "channel_not_found",
    "channel_not_found",
  ],
  ["closed to apps", { isReadOnly: true }, READ_ONLY, null],
])("a conversation that is %s takes no message: %j", async (_, how, posted, updated) => {
  const seed = ownSeed();
  await using acme = await openAcme({ seed });
  const { chat } = acme.client;
  const { ts = "" } = await chat.postMessage(hello);
  for (const each of seed.channels) if (each.id === TREASURY) Object.assign(each, how);

  await expect(chat.postMessage(hello)).rejects.toThrow(posted);
  await expect(chat.postMessage({ ...hello, thread_ts: ts })).rejects.toThrow(posted);
  await expect(chat.postEphemeral({ ...hello, user: ANA })).rejects.toThrow(posted);
  const updating = chat.update({ ...hello, text: "changed", ts });
  await (updated ? expect(updating).rejects.toThrow(updated) : updating);
  const text = updated ? "hello" : "changed";
  const ana = acme.as(ANA);
  expect(await ana.messages(TREASURY)).toMatchObject([{ ts, text }]);
  if (posted === "is_archived") {
    const told = await acme.client.conversations.info({ channel: TREASURY });
    expect(told).toMatchObject({ channel: { is_archived: true } });
    await expect(ana.say(TREASURY, "hello")).rejects.toThrow("archived");
  }
});

test("a message to a person is for them alone, in public and directly", async () => {
  await using acme = await openAcme();
  const { chat } = acme.client;
  const [ana, ben] = [acme.as(ANA), acme.as(BEN)];

  const { channel } = await chat.postMessage({ channel: ANA, text: "for you" });
  await chat.postEphemeral({ ...hello, user: ANA });

  expect(channel).toBe(DIRECT);
  expect(await ana.direct()).toMatchObject([{ text: "for you" }]);
  expect(await ana.messages(TREASURY)).toMatchObject([{ text: "hello", ephemeral: true }]);
  expect([...(await ben.messages(TREASURY)), ...(await ben.direct())]).toEqual([]);
});

test("a reply that is broadcast is one for all, and one that answers nothing is ordinary", async () => {
  await using acme = await openAcme();
  const { chat } = acme.client;
  const { ts: thread_ts = "" } = await chat.postMessage(hello);
  const reply = { ...hello, thread_ts };
  await chat.postMessage(reply);

  const { message } = await chat.postMessage({ ...reply, reply_broadcast: true });
  await acme.client.apiCall("chat.postMessage", { ...hello, reply_broadcast: true });

  expect(message).toMatchObject({ subtype: "thread_broadcast", thread_ts });
  const seen = (await acme.as(ANA).messages(TREASURY)).map(({ subtype }) => subtype);
  expect(seen).toEqual([undefined, undefined, "thread_broadcast", undefined]);
});
