import { once } from "node:events";
import { get } from "node:http";
import { WebAPIRateLimitedError } from "@slack/web-api";
import { expect, it, test } from "vitest";
import { WebSocket } from "ws";
import type { ControlState } from "../../../src/sandbox/slack-workspace/control/control-routes.ts";
import { faultAction, faultSettings } from "../../../src/sandbox/slack-workspace/control/faults.ts";
import { ANA, TREASURY } from "../../../src/sandbox/slack-workspace/seed.ts";
import { openAcme, webClient } from "../support/acme.ts";
import { modal, section } from "../support/blocks.ts";
import { openRequestUrl, openSocket } from "../support/raw-app.ts";

const DAY = 86_400_000;

/** A workspace, and its control room as other processes use it. */
async function openRoom() {
  const acme = await openAcme();
  const { slack, client } = acme;
  return Object.assign(acme, {
    async change(path: string, body: object = {}) {
      const init = { method: "POST", body: JSON.stringify(body) };
      const response = await fetch(`${slack.url}/sandbox${path}`, init);
      // A boundary: both are answers of the control room.
      const answer = (await response.json()) as ControlState & { message?: string };
      return { status: response.status, ...answer };
    },
    connected: () => openSocket(slack),
    type: (line = "/rail new") => acme.as(ANA).say(TREASURY, line),
    post: () => client.chat.postMessage({ channel: TREASURY, text: "hello" }),
    open: (trigger_id: unknown) =>
      client.views.open({ trigger_id: String(trigger_id), view: modal("New Rail") }),
  });
}

type Room = Awaited<ReturnType<typeof openRoom>>;

/** What each switch is set to, and what is seen then. */
const SWITCHES: Record<string, [value: unknown, isSeen: (room: Room) => Promise<unknown>]> = {
  isDown: [true, ({ client }) => expect(client.auth.test()).rejects.toThrow("503")],
  slowMs: [
    60,
    async ({ slack }) => {
      const start = performance.now();
      await webClient(slack, "").blocks.validate({ blocks: [section("x")] });
      expect(performance.now() - start).toBeGreaterThan(55);
    },
  ],
  tokensAreRevoked: [
    true,
    async ({ client, slack }) => {
      await expect(client.auth.test()).rejects.toThrow("token_revoked");
      await webClient(slack, "").blocks.validate({ blocks: [section("x")] });
    },
  ],
  triggersExpire: [
    true,
    async ({ connected, type, open }) => {
      using app = await connected();
      const typing = type();
      const envelope = await app.take();
      await typing;
      await expect(open(envelope?.payload.trigger_id)).rejects.toThrow("expired_trigger_id");
    },
  ],
  postsAtOnce: [
    1,
    async ({ post, change }) => {
      await expect(Promise.all([post(), post(), post()])).rejects.toThrow("rate");
      await change("/clock", { advanceMs: 60_000 });
      await post();
    },
  ],
  deliverTwice: [
    true,
    async ({ connected, type, as }) => {
      using app = await connected();
      const typing = type();
      const first = await app.next();
      app.acknowledge(first, { text: "first" });
      const second = await app.next();
      app.acknowledge(second, { text: "second" });
      await typing;
      expect(second?.payload).toEqual(first?.payload);
      expect(second?.envelope_id).not.toBe(first?.envelope_id);
      expect(await as(ANA).messages(TREASURY)).toMatchObject([{ text: "first" }]);
    },
  ],
  losesNextAcknowledgement: [
    true,
    async ({ connected, type }) => {
      using before = await connected();
      const typing = type();
      const first = await before.next();
      expect(await before.next()).toBeUndefined();
      using after = await connected();
      const second = await after.take();
      await typing;
      expect(second?.payload).toEqual(first?.payload);
    },
  ],
  reordersNext: [
    true,
    async ({ connected, type, until, slack }) => {
      using app = await connected();
      const first = type("/rail first");
      await until(() => !slack.faults.reordersNext, "the first held back");
      const second = type("/rail second");
      for (const text of ["second", "first"]) {
        expect((await app.take())?.payload).toMatchObject({ text });
      }
      await Promise.all([first, second]);
    },
  ],
};

test("every fault is tried here", () => {
  expect(Object.keys(faultSettings.shape).sort()).toEqual(Object.keys(SWITCHES).sort());
  expect([...faultAction.options].sort()).toEqual(Object.keys(ACTS).sort());
});

it.each(Object.entries(SWITCHES))("%s acts once it is set, until it is cleared", async (...row) => {
  const [name, [value, isSeen]] = row;
  await using room = await openRoom();
  expect(await room.change("/faults", { set: { [name]: value } })).toMatchObject({ on: [name] });

  await isSeen(room);

  expect(await room.change("/faults/none")).toMatchObject({ on: [] });
  await room.client.auth.test();
});

/** What a connected app is told of each. */
const ACTS = {
  disconnectSockets: { type: "disconnect", reason: "refresh_requested" },
  cutSockets: undefined,
  limitEvents: { payload: { type: "app_rate_limited" } },
};

it.each(Object.entries(ACTS))("%s acts at once", async (name, told) => {
  await using room = await openRoom();
  using app = await room.connected();
  await room.change(`/faults/${name}`);
  const next = await app.next();
  if (told) expect(next).toMatchObject(told);
  else expect(next).toBeUndefined();
});

test("faults are planned for the next calls of a method, one after the other, until all are cleared", async () => {
  await using room = await openRoom();
  const { client, post } = room;
  const method = "chat.postMessage";
  const plan = (fault: object, times = 1) =>
    room.change("/faults", { plan: { method, fault, times } });
  const shown = () => room.as(ANA).messages(TREASURY);

  await plan({ error: "not_in_channel" }, 2);
  await plan({ retryAfterSeconds: 7 });
  const { planned } = await plan({ answer: "lost" });
  expect(planned.map(({ left }) => left)).toEqual([2, 1, 1]);
  for (const _ of ["one", "two"]) await expect(post()).rejects.toThrow("not_in_channel");
  const limited = await post().catch((error: unknown) => error);
  expect(limited).toBeInstanceOf(WebAPIRateLimitedError);
  expect(limited).toMatchObject({ retryAfter: 7 });
  expect(await shown()).toEqual([]);
  // This one is carried out.
  await expect(post()).rejects.toThrow();
  expect(await shown()).toHaveLength(1);
  expect(await client.auth.test()).toMatchObject({ ok: true });
  await plan({ error: "is_archived" });
  expect(await room.change("/faults/none")).toMatchObject({ planned: [] });
  await post();
});

it.each([
  ["/faults", { set: { isDwon: true } }, "isDwon"],
  ["/faults", { set: { slowMs: "long" } }, "slowMs"],
  ["/faults", { set: { slowMs: -1 } }, "slowMs"],
  ["/faults", { plan: { method: "chat.postMessge", fault: { error: "a" } } }, "method"],
  ["/faults", { plan: { method: "auth.test", fault: {} } }, "retryAfterSeconds"],
  ["/faults/toString", {}, "no such fault"],
  ["/clock", { advanceMs: -1 }, "advanceMs"],
  ["/clock", { advanceMs: 1.5 }, "advanceMs"],
  ["/clock", { reset: false }, "reset"],
  ["/clock", { back: true }, "back"],
])("the control room refuses at %s what is wrong, and says it: %j", async (path, body, words) => {
  await using room = await openRoom();
  const { status, message } = await room.change(path, body);
  expect([status, message]).toEqual([422, expect.stringContaining(words)]);
  expect(await room.change("/faults")).toMatchObject({
    on: [],
    planned: [],
    clock: { aheadMs: 0 },
  });
});

test("page, control room and Socket Mode answer only to this machine, and only to its own page", async () => {
  await using acme = await openAcme();
  const { slack, client } = acme;
  const statusFor = async (headers: Record<string, string>, path = "/sandbox/state") => {
    const [response] = await once(get(slack.url + path, { headers }), "response");
    response.resume();
    return response.statusCode;
  };
  for (const headers of [{}, { origin: slack.url }]) expect(await statusFor(headers)).toBe(200);

  for (const headers of [{ host: "evil.example" }, { origin: "https://evil.example" }]) {
    for (const path of ["/sandbox/state", "/"]) expect(await statusFor(headers, path)).toBe(403);
    const { url = "" } = await client.apps.connections.open({ token: slack.appToken });
    const refused = once(new WebSocket(url, { headers }), "unexpected-response");
    const [request, response] = await refused;
    expect(response.statusCode).toBe(403);
    request.destroy();
  }
});

test("the clock ends triggers and response_urls, and dates and signs what comes after", async () => {
  await using room = await openRoom();
  using app = await room.connected();
  const typing = room.type();
  const { payload } = (await app.take()) ?? {};
  await typing;
  const body = JSON.stringify({ text: "later" });
  const respond = async () =>
    (await fetch(String(payload?.response_url), { method: "POST", body })).status;
  expect(await respond()).toBe(200);

  const { clock } = await room.change("/clock", { advanceMs: DAY });

  const near = (ms: number) => Math.abs(ms - Date.now() - DAY) < 60_000;
  expect([clock.aheadMs, near(clock.now)]).toEqual([DAY, true]);
  await expect(room.open(payload?.trigger_id)).rejects.toThrow("expired_trigger_id");
  expect(await respond()).toBe(404);
  const { ts: tomorrow } = await room.post();
  expect(near(Number(tomorrow) * 1_000)).toBe(true);
  await using signed = await openRequestUrl();
  room.slack.sendTo(signed.url);
  await room.type();
  const at = Number(signed.heard[0]?.headers["x-slack-request-timestamp"]);
  expect(near(at * 1_000)).toBe(true);
  await room.change("/clock", { reset: true });
  const { ts } = await room.post();
  expect(Number(ts)).toBeGreaterThan(Number(tomorrow));
});
