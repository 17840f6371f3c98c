import type { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import {
  ANA,
  APPROVALS,
  acmeSeed,
  BEN,
  GUS,
  RANDOM,
  TREASURY,
} from "../../../src/sandbox/slack-workspace/seed.ts";
import { person } from "../support/person.ts";
import { openSocket } from "../support/raw-socket.ts";
import { modal, startAcme, webClient } from "./bolt-app.ts";

describe("tokens", () => {
  it.each([
    ["a wrong one", "xoxb-wrong", "invalid_auth"],
    ["none", "", "not_authed"],
    ["the app's instead of the bot's", "xapp-sandbox-signalbox", "not_allowed_token_type"],
  ])("are refused: %s", async (_, token, error) => {
    await using workspace = await startAcme();

    await expect(webClient(workspace, token).auth.test()).rejects.toThrow(error);
  });

  it("open Socket Mode only if they are the app's", async () => {
    await using workspace = await startAcme();

    const opening = workspace.client.apps.connections.open();

    await expect(opening).rejects.toThrow("not_allowed_token_type");
  });
});

describe("a call that Slack would refuse", () => {
  const call = (method: string, args: Record<string, unknown>) => (client: WebClient) =>
    client.apiCall(method, args);

  it.each<[string, (client: WebClient) => Promise<unknown>]>([
    ["unknown_method", call("chat.shout", {})],
    ["channel_not_found", call("chat.postMessage", { channel: "C0NOWHERE", text: "x" })],
    ["not_in_channel", call("chat.postMessage", { channel: RANDOM, text: "x" })],
    ["no_text", call("chat.postMessage", { channel: TREASURY })],
    [
      "thread_not_found",
      call("chat.postMessage", { channel: TREASURY, text: "x", thread_ts: "1.0" }),
    ],
    ["message_not_found", call("chat.update", { channel: TREASURY, ts: "1.0", text: "x" })],
    ["user_not_found", call("users.info", { user: "U0NOBODY" })],
    ["channel_not_found", call("conversations.info", { channel: "C0NOWHERE" })],
    ["not_found", call("views.update", { view_id: "V0", view: modal("x", []) })],
    ["invalid_arguments", call("views.open", { trigger_id: "t" })],
    ["invalid_trigger_id", call("views.open", { trigger_id: "t", view: modal("x", []) })],
    [
      "invalid_blocks",
      call("chat.postMessage", { channel: TREASURY, text: "x", blocks: [{ type: "sectoin" }] }),
    ],
  ])("is refused with %s", async (error, make) => {
    await using workspace = await startAcme();

    await expect(make(workspace.client)).rejects.toThrow(error);
    expect(workspace.traffic()).toMatchObject([{ ok: false, error }]);
  });

  it("points at the fault in a view", async () => {
    await using workspace = await startAcme();

    const view = modal("x".repeat(25), []);
    const opening = workspace.client.views.open({ trigger_id: "t", view });

    await expect(opening).rejects.toMatchObject({
      data: {
        error: "invalid_arguments",
        response_metadata: {
          messages: [expect.stringContaining("[json-pointer:/view/title/text]")],
        },
      },
    });
  });
});

describe("a conversation that changes while a message of the app stands in it", () => {
  it.each([
    ["is_archived", "is_inactive", "is_archived", { isArchived: true }],
    ["not_in_channel", "not_in_channel", "not_in_channel", { members: [ANA] }],
    [
      "channel_not_found",
      "channel_not_found",
      "channel_not_found",
      { members: [ANA], isPrivate: true },
    ],
  ])("takes no new message: %s", async (post, update, whisper, how) => {
    const channels = acmeSeed.channels.map((each) => ({ ...each }));
    await using workspace = await startAcme({ seed: { ...acmeSeed, channels } });
    const { chat } = workspace.client;
    const { ts = "" } = await chat.postMessage({ channel: TREASURY, text: "before" });
    for (const channel of channels) if (channel.id === TREASURY) Object.assign(channel, how);

    const said = { channel: TREASURY, text: "after" };
    await expect(chat.postMessage(said)).rejects.toThrow(post);
    await expect(chat.postEphemeral({ ...said, user: ANA })).rejects.toThrow(whisper);
    await expect(chat.update({ ...said, ts })).rejects.toThrow(update);
    expect(await person(workspace.url, ANA).messages(TREASURY)).toMatchObject([{ text: "before" }]);
  });

  it("takes no new message where only some people may post, but changes of an old one", async () => {
    const channels = acmeSeed.channels.map((each) => ({ ...each, isReadOnly: false }));
    await using workspace = await startAcme({ seed: { ...acmeSeed, channels } });
    const { chat } = workspace.client;
    const { ts = "" } = await chat.postMessage({ channel: TREASURY, text: "before" });
    for (const channel of channels) channel.isReadOnly = true;

    const said = { channel: TREASURY, text: "after" };
    const refused = "restricted_action_read_only_channel";
    await expect(chat.postMessage(said)).rejects.toThrow(refused);
    await expect(chat.postMessage({ ...said, thread_ts: ts })).rejects.toThrow(refused);
    await expect(chat.postEphemeral({ ...said, user: ANA })).rejects.toThrow(refused);
    await chat.update({ ...said, ts });
    expect(await person(workspace.url, ANA).messages(TREASURY)).toMatchObject([{ text: "after" }]);
  });

  it("says of itself that it is archived, and takes nothing from people either", async () => {
    const channels = acmeSeed.channels.map((each) => ({ ...each, isArchived: true }));
    await using workspace = await startAcme({ seed: { ...acmeSeed, channels } });

    expect(await workspace.client.conversations.info({ channel: TREASURY })).toMatchObject({
      channel: { is_archived: true },
    });
    const sending = person(workspace.url, ANA).command(TREASURY, "hello");
    await expect(sending).rejects.toThrow("archived");
  });
});

describe("a message that somebody deletes", () => {
  it("is gone for everybody, and cannot be changed any more", async () => {
    await using workspace = await startAcme();
    const { chat } = workspace.client;
    const { ts = "" } = await chat.postMessage({ channel: TREASURY, text: "hello" });
    const at = { channel: TREASURY, ts };

    await expect(person(workspace.url, ANA).remove(at)).rejects.toThrow("cant_delete_message");
    await person(workspace.url, BEN).remove(at);

    expect(await person(workspace.url, ANA).messages(TREASURY)).toEqual([]);
    await expect(chat.update({ ...at, text: "again" })).rejects.toThrow("message_not_found");
    const reply = chat.postMessage({ channel: TREASURY, text: "reply", thread_ts: ts });
    await expect(reply).rejects.toThrow("thread_not_found");
  });
});

describe("a trigger id", () => {
  /** A trigger of Ana's, issued by a command that the app has acknowledged. */
  async function triggered(now: () => number = Date.now) {
    const workspace = await startAcme({ now });
    const app = await openSocket(workspace);
    await app.next();
    const typing = person(workspace.url, ANA).command(TREASURY, "/rail");
    const envelope = await app.next();
    app.acknowledge(envelope);
    await typing;
    return { workspace, trigger_id: String(envelope?.payload.trigger_id) };
  }

  it("opens one modal and no second", async () => {
    const { workspace, trigger_id } = await triggered();
    await using _ = workspace;

    await workspace.client.views.open({ trigger_id, view: modal("First", []) });

    await expect(
      workspace.client.views.open({ trigger_id, view: modal("Second", []) }),
    ).rejects.toThrow("exchanged_trigger_id");
  });

  it("expires after three seconds", async () => {
    let now = Date.now();
    const { workspace, trigger_id } = await triggered(() => now);
    await using _ = workspace;

    now += 3_001;

    await expect(
      workspace.client.views.open({ trigger_id, view: modal("Late", []) }),
    ).rejects.toThrow("expired_trigger_id");
  });

  it("is not spent on a view that is refused", async () => {
    const { workspace, trigger_id } = await triggered();
    await using _ = workspace;
    const tooLong = modal("x".repeat(25), []);
    await expect(workspace.client.views.open({ trigger_id, view: tooLong })).rejects.toThrow();

    expect(
      await workspace.client.views.open({ trigger_id, view: modal("Fits", []) }),
    ).toMatchObject({ ok: true, view: { title: { text: "Fits" } } });
  });
});

describe("people and conversations", () => {
  it("are described as Slack describes them", async () => {
    await using workspace = await startAcme();
    const { client } = workspace;

    expect(await client.users.info({ user: GUS })).toMatchObject({
      user: { id: GUS, real_name: "Gus Huber", is_restricted: true, deleted: false, is_bot: false },
    });
    expect(await client.users.info({ user: "U0SIGNAL1" })).toMatchObject({
      user: { is_bot: true },
    });
    expect(await client.conversations.info({ channel: APPROVALS })).toMatchObject({
      channel: { name: "treasury-approvals", is_member: true, is_ext_shared: false },
    });
  });
});
